"""Inline Markdown -> styled text and the links in it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from textual.content import Content, Span
from textual.style import Style

from ragtui_core.documents import WIKI_LINK, is_external
from ragtui_core.text import sanitize
from ragtui_tui.markdown_view.blocks import Link

LINK = "underline $text-accent"
_STYLES = {"em_open": "italic", "strong_open": "bold", "s_open": "strike"}
CODE = "$text-warning on $foreground 8%"
_SPACES = re.compile(r"\s+")


@dataclass(slots=True)
class InlineText:
    """The text of one block, while its tokens are read."""

    cell: int = 0
    parts: list[str] = field(default_factory=list)
    length: int = 0
    spans: list[Span] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    _open: list[tuple[int, Token]] = field(default_factory=list)

    @property
    def content(self) -> Content:
        """What was read, styled."""
        return Content("".join(self.parts), self.spans)

    def read(self, tokens: Sequence[Token]) -> "InlineText":
        """Read a block's inline tokens."""
        for token in tokens:
            self._read(token)
        return self

    def _read(self, token: Token) -> None:
        match token.type:
            case "softbreak":
                self._add(" ")
                self.breaks.append(self.length)
            case "hardbreak":
                self._add("\n")
                self.breaks.append(self.length)
            case "code_inline":
                self._add(token.content, CODE)
            case "image":
                self._image(token)
            case kind if kind.endswith("_open"):
                self._open.append((self.length, token))
            case kind if kind.endswith("_close"):
                self._close(*self._open.pop())
            case _:
                self._add(_SPACES.sub(" ", token.content))

    def _add(self, text: str, style: str = "") -> None:
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        if style and text:
            self.spans.append(Span(start, self.length, style))

    def _close(self, start: int, opening: Token) -> None:
        if self.length == start:
            return
        if opening.type == "link_open":
            href = str(opening.attrs.get("href", ""))
            self._link(start, href, is_wiki=opening.info == "wiki")
        elif style := _STYLES.get(opening.type):
            self.spans.append(Span(start, self.length, style))

    def _image(self, token: Token) -> None:
        start = self.length
        words = "".join(child.content for child in token.children or ())
        self._add(f"[image: {words}]" if words else "[image]")
        self._link(start, str(token.attrs.get("src", "")), is_wiki=False)

    def _link(self, start: int, href: str, *, is_wiki: bool) -> None:
        """A click finds out which link of the block it hit by the style's meta data."""
        here = Style.from_meta({"link": len(self.links)})
        self.spans += [Span(start, self.length, LINK), Span(start, self.length, here)]
        self.links.append(Link(self.cell, start, self.length, href, is_wiki))


@cache
def note_parser() -> MarkdownIt:
    """GitHub's Markdown and `[[note#heading|label]]`; entities are safe to show."""
    parser = MarkdownIt("gfm-like")
    parser.core.ruler.push("sanitize", _sanitize_tokens)
    parser.inline.ruler.before("link", "wiki", _wiki_link)
    return parser


def _sanitize_tokens(state: StateCore) -> None:
    """Take away what is hidden: `&#x202e;` became a character only just now."""
    for token in state.tokens:
        _clean(token.children or ())


def _clean(inline: Iterable[Token]) -> None:
    """Of an image, `children` are its alternative text."""
    for token in inline:
        token.content = sanitize(token.content)
        _clean(token.children or ())


def _wiki_link(state: StateInline, silent: bool) -> bool:
    """A rule of the parser: read a link to a note, and return whether one is here."""
    embeds = state.src.startswith("![[", state.pos)
    found = WIKI_LINK.match(state.src, state.pos + embeds)
    if not found or is_external(found["note"]) or not found["target"].strip():
        return False
    if not silent:
        opening = state.push("link_open", "a", 1)
        opening.attrs = {"href": found["target"].strip()}
        opening.info = "wiki"
        text = state.push("text", "", 0)
        text.content = (found["label"] or found["target"]).strip()
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True
