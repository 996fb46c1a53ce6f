"""Leaf blocks -> sections that tile the body, with blocks that cover its text.

- The first section starts where the body does; white space before the first heading
  belongs to that heading's section.
- A heading within a quote or a list opens no section. One without text does, but
  leaves no trace in the heading path.
- Between blocks lies only white space: markers at the start of a line (`>`, `-`)
  belong to the block they precede, lone `>` to the one before, and what the parser
  makes no block of (thematic breaks, link definitions) becomes paragraphs.
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
"""Headings that open sections, which take a kilobyte each; no book has so many."""

Sections = tuple[Section, ...]
Problems = tuple[str, ...]


def parse_sections(text: str, start: int) -> tuple[Sections, Problems]:
    """The sections of the Markdown in `text` from character `start` on, and problems.

    There are none if the rest is white space.
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
    for leaf in found:
        builder.add(leaf)
    sections = builder.finish()
    if len(sections) <= MAX_HEADINGS:  # The last one holds what follows.
        return sections, ()
    problem = f"more than {MAX_HEADINGS:,} headings: those that follow open no section"
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

    def add(self, leaf: LeafBlock) -> None:
        start = self._line_start(leaf.start)
        self._fill(start)
        kind = leaf.kind
        if leaf.level and len(self._sections) >= MAX_HEADINGS:
            kind = BlockKind.PARAGRAPH
        elif leaf.level:
            self._close(start)
            while self._path and self._path[-1][0] >= leaf.level:
                self._path.pop()
            self._path.append((leaf.level, leaf.title))
        self._block(kind, start, leaf.end)

    def finish(self) -> tuple[Section, ...]:
        self._fill(len(self._text))
        self._close(len(self._text))
        return tuple(self._sections)

    def _close(self, end: int) -> None:
        """End the section that is open, unless nothing is in it."""
        if not self._blocks:
            return
        path = tuple(title for _, title in self._path if title)
        level = self._path[-1][0] if self._path else 0
        span = Span(self._section_start, end)
        self._sections.append(Section(path, level, span, tuple(self._blocks)))
        self._section_start = end
        self._blocks = []

    def _line_start(self, position: int) -> int:
        """Where the line of `position` starts, but not before what is covered."""
        text, floor = self._text, self._covered
        if position <= floor or text[position - 1] in "\r\n":
            return max(position, floor)
        return max(
            floor,
            text.rfind("\n", floor, position) + 1,
            text.rfind("\r", floor, position) + 1,
        )

    def _fill(self, end: int) -> None:
        """Make blocks of the text up to `end` that no leaf covers."""
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
        """Add a block without the white space around it."""
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
