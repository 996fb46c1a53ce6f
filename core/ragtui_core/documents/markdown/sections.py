"""Leaf blocks -> contiguous sections whose blocks cover the text of the body.

- The first section starts with the body; white space before the first heading
  belongs to that heading's section.
- A heading within a quote or a list opens no section. One without text does, but is
  not part of the heading path.
- Between blocks is only white space: markers at the start of a line (`>`, `-`)
  belong to the block they precede, a lone `>` to the one before, and what the parser
  does not report as a block (thematic breaks, link definitions) becomes paragraphs.
"""

import re
from collections.abc import Iterable, Iterator

from ragtui_core.documents.markdown.blocks import (
    LeafBlock,
    ParserPanic,
    leaf_blocks,
)
from ragtui_core.types import Block, BlockKind, Section, Span

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
        start = self._line_start(block.start)
        self._fill(start)
        kind = block.kind
        if block.level and len(self._sections) >= MAX_HEADINGS:
            kind = BlockKind.PARAGRAPH
        elif block.level:
            self._close(start)
            while self._path and self._path[-1][0] >= block.level:
                self._path.pop()
            self._path.append((block.level, block.title))
        self._block(kind, start, block.end)

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
        part = self._text[start:end]
        first = start + len(part) - len(part.lstrip())
        last = start + len(part.rstrip())
        if first < last:
            self._blocks.append(Block(kind, Span(first, last)))
        self._covered = max(self._covered, end)


def _paragraphs(text: str, span: Span) -> Iterator[Span]:
    """The parts of `span` between blank lines."""
    start = span.start
    for blank in _BLANK_LINE.finditer(text, span.start, span.end):
        yield Span(start, blank.start())
        start = blank.end()
    yield Span(start, span.end)
