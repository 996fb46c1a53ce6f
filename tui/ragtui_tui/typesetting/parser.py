"""The Markdown parser of the app: GitHub's Markdown, and `[[links]]` between notes."""

from collections.abc import Iterable
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from ragtui_core.sources.link_patterns import WIKI, is_elsewhere
from ragtui_core.untrusted import sanitize


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
    """Of an image, `children` are the words that stand for it."""
    for token in inline:
        token.content = sanitize(token.content)
        _clean(token.children or ())


def _wiki_link(state: StateInline, silent: bool) -> bool:
    """A rule of the parser: read a link to a note, and tell whether one is here."""
    embeds = state.src.startswith("![[", state.pos)
    found = WIKI.match(state.src, state.pos + embeds)
    if not found or is_elsewhere(found["note"]) or not found["target"].strip():
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
