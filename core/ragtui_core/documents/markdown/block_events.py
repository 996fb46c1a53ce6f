"""Markdown -> its blocks as they are displayed, in order, with their places.

A flat stream: containers open and close, and leaves have texts. Nesting costs nothing.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from ragtui_core.documents.markdown.inline_text import (
    INLINE_TAGS,
    InlineReader,
    InlineText,
)
from ragtui_core.documents.markdown.parser_events import (
    ROWS,
    ByteRange,
    parser_events,
    tag_of,
)
from ragtui_core.text.line_index import ByteOffsets
from ragtui_core.types import BlockKind, Span


class ContainerKind(StrEnum):
    """A block that contains blocks."""

    QUOTE = "quote"
    LIST = "list"
    ITEM = "item"
    TABLE = "table"


class ContainerStart(NamedTuple):
    """A container opens at character `start` of the text."""

    container: ContainerKind
    start: int
    number: int | None = None
    """The number of the first item of a numbered list."""


class ContainerEnd(NamedTuple):
    """A container closes at character `end` of the text."""

    container: ContainerKind
    end: int


class ThematicBreak(NamedTuple):
    """A thematic break."""

    span: Span


class TextLeaf(NamedTuple):
    """A block that contains text."""

    kind: BlockKind
    """Text that is directly in an item is a paragraph, too."""
    span: Span
    texts: tuple[InlineText, ...]
    """One, or of a row of a table its cells; code and HTML are as written."""
    level: int = 0
    """The level of a heading, 1..6."""
    language: str = ""
    """The language that is named after the fence of code; `html` for HTML."""
    is_tight: bool = False
    """Whether it is text that is directly in an item of a list without gaps."""


BlockEvent = ContainerStart | ContainerEnd | ThematicBreak | TextLeaf

CONTAINERS = {
    "BlockQuote": ContainerKind.QUOTE,
    "List": ContainerKind.LIST,
    "Item": ContainerKind.ITEM,
    "Table": ContainerKind.TABLE,
}
LEAVES = {
    "Paragraph": BlockKind.PARAGRAPH,
    "Heading": BlockKind.HEADING,
    "CodeBlock": BlockKind.CODE,
    "HtmlBlock": BlockKind.HTML,
}
_LITERALS = frozenset({"CodeBlock", "HtmlBlock"})


def block_events(text: str) -> Iterator[BlockEvent]:
    """The blocks of Markdown without front matter. Spans are in characters of `text`.

    Raises:
        ParserPanic: The parser failed.
    """
    return _Reader(text).events()


class _Reader:
    """Iterates over the parser's events, and collects the texts within blocks."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._char = ByteOffsets(text)
        self._inline: InlineReader | None = None
        self._is_tight = False
        self._is_literal = False
        self._language = ""
        self._start = self._end = 0
        self._cells: list[InlineText] = []

    def events(self) -> Iterator[BlockEvent]:
        for event, offsets in parser_events(self._text, inline=True):
            kind, value = tag_of(event)
            if kind in {"Start", "End"}:
                name, data = tag_of(value)
                if name in INLINE_TAGS:
                    self._read(event, offsets)
                    continue
                yield from self._tight_text()
                if kind == "Start":
                    yield from self._opened(name, data, self._char(offsets["start"]))
                else:
                    yield from self._closed(name, data, self._char(offsets["end"]))
            elif kind == "Rule":
                yield from self._tight_text()
                start = self._char(offsets["start"])
                yield ThematicBreak(Span(start, self._char(offsets["end"])))
            else:
                self._read(event, offsets)

    def _read(self, event: Any, offsets: ByteRange) -> None:
        """Read an event within a text; one directly in an item begins a text."""
        if self._inline is None:
            self._is_tight = True
            self._begin_text(self._char(offsets["start"]))
        self._end = self._char(offsets["end"])
        if self._inline and self._is_literal:
            _, text = tag_of(event)
            start = self._char(offsets["start"])
            self._inline.add(text, start, self._char(offsets["end"]))
        elif self._inline:
            self._inline.read(event, offsets)

    def _begin_text(self, start: int) -> None:
        self._start = start
        self._inline = InlineReader(self._text, self._char)

    def _finish_text(self) -> InlineText:
        inline, self._inline = self._inline, None
        if inline is None:
            return InlineText("")
        return inline.as_written() if self._is_literal else inline.finish()

    def _tight_text(self) -> Iterator[TextLeaf]:
        """The text that is directly in an item and ends here."""
        if self._inline and self._is_tight:
            span = Span(self._start, self._end)
            self._is_tight = False
            yield TextLeaf(
                BlockKind.PARAGRAPH, span, (self._finish_text(),), is_tight=True
            )

    def _opened(self, name: str, data: Any, start: int) -> Iterator[BlockEvent]:
        if name in CONTAINERS:
            yield ContainerStart(
                CONTAINERS[name], start, data if name == "List" else None
            )
        elif name in ROWS:
            self._start, self._cells = start, []
        elif name == "TableCell":
            self._inline = InlineReader(self._text, self._char)
        else:
            self._is_literal = name in _LITERALS
            self._language = _language(name, data)
            self._begin_text(start)

    def _closed(self, name: str, data: Any, end: int) -> Iterator[BlockEvent]:
        if name in CONTAINERS:
            yield ContainerEnd(CONTAINERS[name], end)
        elif name == "TableCell":
            self._cells.append(self._finish_text())
        elif name in ROWS:
            cells = tuple(self._cells)
            yield TextLeaf(BlockKind.TABLE_ROW, Span(self._start, end), cells)
        else:
            yield TextLeaf(
                LEAVES[name],
                Span(self._start, end),
                (self._finish_text(),),
                int(data.removeprefix("H")) if name == "Heading" else 0,
                self._language,
            )
            self._is_literal = False


def _language(name: str, data: Any) -> str:
    """What a leaf is written in, if it is not Markdown and that is known."""
    if name == "HtmlBlock":
        return "html"
    if name != "CodeBlock" or isinstance(data, str):
        return ""
    return str(data["Fenced"]).partition(" ")[0]
