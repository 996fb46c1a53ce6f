"""Markdown -> leaf blocks -> contiguous sections whose blocks cover the body.

- The first section starts with the body; white space before the first heading
  belongs to that heading's section.
- A heading within a quote or a list opens no section. One without text does, but is
  not part of the heading path.
- Between blocks is only white space: markers at the start of a line (`>`, `-`)
  belong to the block they precede, a lone `>` to the one before, and what the parser
  does not report as a block (thematic breaks, link definitions) becomes paragraphs.

Events within a leaf block (a heading, a paragraph, a list item, a table row) are
skipped, and container blocks are entered without a stack.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ragtui_core.documents.markdown.parser_events import (
    ByteRange,
    Events,
    ParserPanic,
    parser_events,
)
from ragtui_core.text.line_index import LINE_END, ByteOffsets
from ragtui_core.text.single_line import clip, one_line
from ragtui_core.types import Block, BlockKind, Section, Span

MAX_ITEM_CHARS = 1000
"""Bytes of a list item; the parts of a longer one are separate leaf blocks."""
MAX_ITEM_WITH_CODE = 400
"""Bytes of a list item with a code fence, which must not be cut."""

_LEAF_KINDS = {
    "Paragraph": BlockKind.PARAGRAPH,
    "HtmlBlock": BlockKind.HTML,
    "TableHead": BlockKind.TABLE_ROW,
    "TableRow": BlockKind.TABLE_ROW,
    "Item": BlockKind.LIST_ITEM,
    "CodeBlock": BlockKind.CODE,
    "Heading": BlockKind.HEADING,
}
HEADING_ID = re.compile(r"\s*\{#[^{}\s]+\}$")
"""The id that Hugo, Pandoc and others read at the end of a heading."""
_CONTAINERS = frozenset({"BlockQuote", "List"})


class LeafBlock(NamedTuple):
    """A leaf block: characters `start` to `end` of the file.

    `level` is 1..6 for a heading that opens a section; only that has a `title`.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    title: str = ""


def leaf_blocks(text: str, start: int) -> Iterator[LeafBlock]:
    """The leaf blocks of `text` from character `start` on, in order, none overlapping.

    They do not cover the whole text: markers of quotes and items, thematic breaks and
    link definitions are between them.

    Raises:
        ParserPanic: The parser failed.
    """
    return _Finder(text, start).blocks()


class _Finder:
    """Iterates over the parser's events for one text."""

    def __init__(self, text: str, start: int) -> None:
        body = text[start:]
        self._text = text
        self._char = ByteOffsets(body, start)
        self._events = parser_events(body)
        self._container_end = 0

    def blocks(self) -> Iterator[LeafBlock]:
        block_end = 0
        for event, byte_range in self._events:
            # Most events are within a leaf block.
            if byte_range["start"] < block_end or "Start" not in event:
                continue
            tag = event["Start"]
            name = tag if isinstance(tag, str) else next(iter(tag))
            if name in _CONTAINERS:
                self._container_end = max(self._container_end, byte_range["end"])
            elif name in _LEAF_KINDS and (block := self._block(name, tag, byte_range)):
                yield block
                block_end = byte_range["end"]

    def _block(self, name: str, tag: Any, byte_range: ByteRange) -> LeafBlock | None:
        kind = _LEAF_KINDS[name]
        if kind is BlockKind.LIST_ITEM:
            return self._item(byte_range)
        if kind is BlockKind.HEADING:
            return self._heading(tag[name], byte_range)
        first, last = self._char(byte_range["start"]), self._char(byte_range["end"])
        if name == "TableHead":
            # The parser's range leaves out the row of dashes.
            dashes = LINE_END.search(self._text, last)
            last = dashes.end() if dashes else len(self._text)
        return LeafBlock(kind, first, last)

    def _item(self, byte_range: ByteRange) -> LeafBlock | None:
        length = byte_range["end"] - byte_range["start"]
        if length > MAX_ITEM_CHARS:
            return None
        first, last = self._char(byte_range["start"]), self._char(byte_range["end"])
        if length > MAX_ITEM_WITH_CODE and any(
            self._text.find(fence, first, last) >= 0 for fence in ("```", "~~~")
        ):
            return None
        return LeafBlock(BlockKind.LIST_ITEM, first, last)

    def _heading(self, data: Any, byte_range: ByteRange) -> LeafBlock:
        first, last = self._char(byte_range["start"]), self._char(byte_range["end"])
        if byte_range["start"] < self._container_end:
            return LeafBlock(BlockKind.PARAGRAPH, first, last)
        level = int(data["level"].removeprefix("H"))
        return LeafBlock(
            BlockKind.HEADING, first, last, level, _heading_text(self._events)
        )


def _heading_text(events: Events) -> str:
    """The plain text of a heading, whose remaining events are used up."""
    parts = []
    for event, _ in events:
        if isinstance(event, str):
            parts.append(" ")  # a line break
        elif "Text" in event or "Code" in event:
            parts += event.values()
        elif "Heading" in event.get("End", ""):
            break
    title = one_line("".join(parts))
    return clip(HEADING_ID.sub("", title) if "{" in title else title)


_BLANK_LINE = re.compile(r"(?:\r\n?+|\n)[ \t]*+(?=[\r\n])\s*+")
_QUOTE_MARKS = "> \t\r\n"


MAX_HEADINGS = 100_000
"""Headings that open sections, which take a kilobyte each."""

Sections = tuple[Section, ...]
Problems = tuple[str, ...]


def parse_sections(text: str, start: int) -> tuple[Sections, Problems]:
    """The sections of the Markdown in `text` from character `start` on, and problems.

    There are no sections if the rest is white space.
    """
    try:
        return _build(text, start, leaf_blocks(text, start))
    except ParserPanic as panic:
        problem = f"the Markdown parser failed ({panic}): read as plain text"
        return _build(text, start, ())[0], (problem,)


def _build(
    text: str, start: int, found: Iterable[LeafBlock]
) -> tuple[Sections, Problems]:
    builder = _Builder(text, start)
    for block in found:
        builder.add(block)
    sections = builder.finish()
    if len(sections) <= MAX_HEADINGS:  # The last one contains the rest.
        return sections, ()
    problem = f"more than {MAX_HEADINGS:,} headings: further ones do not start sections"
    return sections, (problem,)


class _Builder:
    """Collects blocks, and closes a section at each heading."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._covered = start
        self._section_start = start
        self._path: list[tuple[int, str]] = []
        self._blocks: list[Block] = []
        self._sections: list[Section] = []

    def add(self, block: LeafBlock) -> None:
        kind, start, end, level, _ = block
        start = self._line_start(start)
        if start > self._covered:
            self._fill(start)
        if level and len(self._sections) >= MAX_HEADINGS:
            kind = BlockKind.PARAGRAPH
        elif level:
            self._close(start)
            while self._path and self._path[-1][0] >= level:
                self._path.pop()
            self._path.append((level, block.title))
        self._block(kind, start, end)

    def finish(self) -> tuple[Section, ...]:
        self._fill(len(self._text))
        self._close(len(self._text))
        return tuple(self._sections)

    def _close(self, end: int) -> None:
        """End the open section, unless it is empty."""
        if not self._blocks:
            return
        path = tuple(title for _, title in self._path if title)
        level = self._path[-1][0] if self._path else 0
        span = Span(self._section_start, end)
        self._sections.append(Section(path, level, span, tuple(self._blocks)))
        self._section_start = end
        self._blocks = []

    def _line_start(self, position: int) -> int:
        """The start of the line of `position`, but not before the covered text."""
        text, floor = self._text, self._covered
        if position <= floor or text[position - 1] in "\r\n":
            return max(position, floor)
        return max(
            floor,
            text.rfind("\n", floor, position) + 1,
            text.rfind("\r", floor, position) + 1,
        )

    def _fill(self, end: int) -> None:
        """Add blocks for the text up to `end` that no leaf block covers."""
        gap = self._text[self._covered : end]
        if not gap or gap.isspace():
            return
        for part in _paragraphs(self._text, Span(self._covered, end)):
            before = self._blocks[-1] if self._blocks else None
            quoting = not part.of(self._text).strip(_QUOTE_MARKS)
            if quoting and before and before.kind is not BlockKind.HEADING:
                self._blocks.pop()
                self._block(before.kind, before.span.start, part.end)
            else:
                self._block(BlockKind.PARAGRAPH, part.start, part.end)

    def _block(self, kind: BlockKind, start: int, end: int) -> None:
        """Add a block without surrounding white space."""
        part = self._text[start:end].rstrip()
        if part:
            last = start + len(part)
            self._blocks.append(Block(kind, Span(last - len(part.lstrip()), last)))
        if end > self._covered:
            self._covered = end


def _paragraphs(text: str, span: Span) -> Iterator[Span]:
    """The parts of `span` between blank lines."""
    start = span.start
    for blank in _BLANK_LINE.finditer(text, span.start, span.end):
        yield Span(start, blank.start())
        start = blank.end()
    yield Span(start, span.end)
