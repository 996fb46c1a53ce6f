"""What the parser finds within the blocks of a text: literals, escapes and links.

Formulas and Obsidian's comments, which the parser does not know, are found in what
remains. The rest can be searched for tags and marks with simple patterns.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.parser_events import (
    ROWS,
    ByteRange,
    ParserPanic,
    parser_events,
    tag_of,
)
from ragtui_core.text.line_index import ByteOffsets
from ragtui_core.types import Span

WIKI_LINK_TYPE = "WikiLink"


class ParsedLink(NamedTuple):
    """A link or an image of the parser; offsets are characters of the text."""

    type: str
    """The parser's name: `Inline`, `Reference`, `Collapsed`, `Shortcut`, ..."""
    destination: str
    """Without escapes; not decoded."""
    start: int
    bracket: int
    """The first bracket, which an image's `!` precedes."""
    label_end: int
    """The bracket after the label."""
    end: int

    @property
    def is_image(self) -> bool:
        """Whether it is embedded."""
        return self.bracket > self.start


@dataclass(frozen=True, slots=True)
class Markup:
    r"""What was found in one text.

    Attributes:
        plain: The text, with spaces for the characters of front matter, code, comments
            and formulas, and `\0` for those of an escape, except of `\|` (tables).
        escapes: The offsets of backslashes that are not shown, in order.
        links: In the order in which they end.
        gaps: Where the parser reports no text, such as definitions of references.
        comments: Obsidian's, in order.
        struck: What is struck through by `~` or `~~`, marks included, as they end.
        html_comments: In order; one without an end reaches to the end of its block.
        code: Within a paragraph, heading or cell, marks included, in order.
        rows: Of tables, their heads included, in order.
    """

    plain: str
    escapes: tuple[int, ...]
    links: tuple[ParsedLink, ...]
    gaps: tuple[Span, ...]
    comments: tuple[Span, ...]
    struck: tuple[Span, ...]
    html_comments: tuple[Span, ...]
    code: tuple[Span, ...]
    rows: tuple[Span, ...]


def markup_of(text: str) -> Markup:
    """The markup of a note; the last few are cached, since requests repeat."""
    front = read_front_matter(text)
    return markup_from(text, front.span.end if front else 0)


@lru_cache(maxsize=4)
def markup_from(text: str, start: int) -> Markup:
    """The markup of a note whose front matter ends at character `start`."""
    return _Reader(text, start).read()


def is_literal(text: str, offset: int) -> bool:
    """Whether a character is in code, a comment or a formula, where no links are."""
    return markup_of(text).plain[offset] != text[offset]


def is_in_row(text: str, offset: int) -> bool:
    """Whether a character is in a row of a table, where `|` ends a cell."""
    return any(row.start <= offset < row.end for row in markup_of(text).rows)


def escapes(text: str) -> tuple[int, ...]:
    """The offsets of backslashes that are not shown, since they only escape."""
    return markup_from(text, 0).escapes if "\\" in text else ()


def comments(text: str) -> tuple[Span, ...]:
    """The comments of a text, those of HTML first."""
    markup = markup_from(text, 0)
    return markup.html_comments + markup.comments


def without_escapes(text: str) -> str:
    """`text` as Markdown shows it, as far as backslashes are concerned."""
    borders = [*escapes(text), len(text)]
    parts = (text[a + 1 : b] for a, b in pairwise(borders))
    return "".join([text[: borders[0]], *parts])


_ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")
_HTML_COMMENT = re.compile(r"(?s)<!--.*?(?:-->|\Z)")
_NOT_LINE_END = re.compile(r"[^\r\n]")
IN_PARAGRAPH = r"(?:\r\n?|\n)(?![ \t>]*+(?:[\r\n]|\Z))"
"""A pattern of a line end within a paragraph."""

_OBSIDIAN_COMMENT = re.compile(
    r"(?<![^\r\n])[ \t]{0,3}%%(?>(?:[^%]++|%(?!%))*)%%"  # from the start of a line
    rf"|%%(?>(?:[^%\r\n]++|%(?!%)|{IN_PARAGRAPH})*)%%"
)
_FORMULA = re.compile(
    rf"\$\$(?>(?:[^$\r\n]++|{IN_PARAGRAPH})+)\$\$"
    r"|(?<![\w$])\$(?=[^\s$])[^$\r\n]*+(?<!\s)\$(?![\w$])"
)
"""A formula as pandoc and Obsidian have them: `$5 and $6` is none."""


_BRACKETS = {"Link": "[", "Image": "!["}
_LITERAL_BLOCKS = frozenset({"CodeBlock", "HtmlBlock"})


class _Reader:
    """Reads the events of one text, in order."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._body = text[start:]
        self._char = ByteOffsets(self._body, start)
        self._done = start
        self._literal_end = 0  # bytes
        self._hidden = [(0, _blank(text[:start]))] if start else []
        self._escapes: list[int] = []
        self._links: list[ParsedLink] = []
        self._open: list[tuple[int, int, Any]] = []
        self._gaps: list[Span] = []
        self._struck: list[Span] = []
        self._html_comments: list[Span] = []
        self._code: list[Span] = []
        self._rows: list[Span] = []
        self._has_gaps = "\\" in self._body or "]:" in self._body

    def read(self) -> Markup:
        with suppress(ParserPanic):
            self._read_events()
        self._cover(len(self._text), len(self._text))
        plain = _replaced(self._text, self._hidden)
        comments = tuple(_found(_OBSIDIAN_COMMENT, "%%", plain))
        plain = _replaced(plain, ((c.start, _blank(c.of(plain))) for c in comments))
        formulas = _found(_FORMULA, "$", plain)
        plain = _replaced(plain, ((f.start, _blank(f.of(plain))) for f in formulas))
        return Markup(
            plain,
            tuple(self._escapes),
            tuple(self._links),
            tuple(self._gaps),
            comments,
            tuple(self._struck),
            tuple(self._html_comments),
            tuple(self._code),
            tuple(self._rows),
        )

    def _read_events(self) -> None:
        for event, offsets in parser_events(self._body, inline=True, footnotes=True):
            if offsets["start"] < self._literal_end or isinstance(event, str):
                continue
            ((kind, value),) = event.items()
            if kind == "Start":
                self._opened(*tag_of(value), offsets)
            elif kind == "End":
                if value in ("Link", "Image"):
                    self._close_link(self._char(offsets["end"]))
                elif value in ("Strikethrough", *ROWS):
                    start = self._char(offsets["start"])
                    found = self._rows if value in ROWS else self._struck
                    found.append(Span(start, self._char(offsets["end"])))
            elif kind != "Text":
                self._literal(kind, offsets)
            elif self._open or self._has_gaps:
                self._cover(self._char(offsets["start"]), self._char(offsets["end"]))

    def _opened(self, name: str, data: Any, offsets: ByteRange) -> None:
        start = offsets["start"]
        if name in _LITERAL_BLOCKS:
            self._literal(name, offsets)
            self._literal_end = offsets["end"]
        elif name in _BRACKETS:
            self._open_link(_BRACKETS[name], data, self._char(start))

    def _literal(self, kind: str, offsets: ByteRange) -> None:
        """Read code or HTML, of which comments are hidden."""
        start, end = self._char(offsets["start"]), self._char(offsets["end"])
        self._cover(start, end)
        if kind in {"Code", "CodeBlock"}:
            if kind == "Code":
                self._code.append(Span(start, end))
            self._hide(start, self._text[start:end])
        elif kind in {"InlineHtml", "HtmlBlock"}:
            for comment in _HTML_COMMENT.finditer(self._text, start, end):
                self._html_comments.append(Span(*comment.span()))
                self._hide(comment.start(), comment[0])

    def _hide(self, start: int, text: str) -> None:
        self._hidden.append((start, _blank(text)))

    def _cover(self, start: int, end: int) -> None:
        """Continue at `end`; what is before `start` is markup."""
        if self._has_gaps and start > self._done:
            self._gaps.append(Span(self._done, start))
            for escape in _ESCAPE.finditer(self._text, self._done, start + 1):
                self._escapes.append(escape.start())
                if escape[0] != "\\|":
                    self._hidden.append((escape.start(), "\0\0"))
        self._done = max(self._done, end)

    def _open_link(self, opening: str, data: Any, start: int) -> None:
        label = start + len(opening)
        self._open.append((start, label - 1, data))
        self._cover(start, label)

    def _close_link(self, end: int) -> None:
        start, bracket, data = self._open.pop()
        kind = data["link_type"]
        if not isinstance(kind, str):
            kind = WIKI_LINK_TYPE
        elif kind == "Collapsed" and self._text.startswith("[]", end):
            end += len("[]")  # The parser leaves it out.
        label_end = self._text.find("]", self._done, end)
        target = data["dest_url"]
        self._links.append(ParsedLink(kind, target, start, bracket, label_end, end))
        self._cover(end, end)


def _blank(text: str) -> str:
    return _NOT_LINE_END.sub(" ", text)


def _replaced(text: str, hidden: Iterable[tuple[int, str]]) -> str:
    """`text` with what is hidden at each offset, in order."""
    parts: list[str] = []
    done = 0
    for start, shown in hidden:
        parts += text[done:start], shown
        done = start + len(shown)
    return "".join((*parts, text[done:]))


def _found(pattern: re.Pattern[str], mark: str, plain: str) -> Iterator[Span]:
    """What matches `pattern`, which begins near a `mark`, in order."""
    if mark in plain:
        yield from (Span(*match.span()) for match in pattern.finditer(plain))
