"""A page as slices, parsed when first needed; and an answer that grows."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from threading import Lock

from ragtui_tui.markdown_view.block_parser import (
    LinkDefinitions,
    TextTransform,
    blocks_of,
    definitions_in,
    plain_blocks,
)
from ragtui_tui.markdown_view.blocks import TextBlock
from ragtui_tui.markdown_view.rows import Row, rows_of
from ragtui_tui.markdown_view.slices import Slice, cut_markdown, cut_plain

TextBlocks = list[TextBlock]

LOOKAHEAD = 5
"""Slices on each side of a line that may come into view with it."""
MAX_CACHED = 200
"""Slices whose blocks are cached: a thousand lines or more."""


class RenderedDocument:
    """May be read from several threads: at worst a slice is parsed twice."""

    def __init__(
        self, slices: list[Slice], read: Callable[[Slice], TextBlocks]
    ) -> None:
        """Hold `slices`, which `read` parses into blocks."""
        self.slices = slices
        self._read = read
        self._blocks: dict[int, TextBlocks] = {}
        self._lock = Lock()

    def blocks(self, text_slice: int) -> TextBlocks:
        """The blocks of a slice."""
        known = self._blocks.get(text_slice)
        if known is None:
            known = self._read(self.slices[text_slice])
            with self._lock:
                if len(self._blocks) >= MAX_CACHED:
                    self._blocks.pop(next(iter(self._blocks)))
                self._blocks[text_slice] = known
        return known

    def read_around(self, line: int) -> None:
        """Parse the blocks that are shown first."""
        text_slice = self.slice_of(line)
        for at in range(
            max(0, text_slice - LOOKAHEAD),
            min(len(self.slices), text_slice + LOOKAHEAD),
        ):
            self.blocks(at)

    def slice_of(self, line: int) -> int:
        """The slice that shows a line of the file, if need be the nearest one."""
        return max(
            0,
            bisect_right(self.slices, line, key=lambda text_slice: text_slice.first)
            - 1,
        )

    @cached_property
    def last(self) -> int:
        """The last line of the file that is shown."""
        return self.slices[-1].last if self.slices else 1


def rendered(lines: Sequence[str], first: int, title: str = "") -> RenderedDocument:
    """Rendered Markdown.

    Args:
        lines: Safe to show.
        first: The line of the file that they begin with.
        title: Stands above the page: a first heading that repeats it is left out.
    """
    definitions: LinkDefinitions = definitions_in(lines)
    slices = cut_markdown(lines, first)

    def read(text_slice: Slice) -> TextBlocks:
        blocks = blocks_of(text_slice, definitions)
        return without_title(blocks, title) if text_slice is slices[0] else blocks

    return RenderedDocument(slices, read)


def plain(lines: Sequence[str], first: int) -> RenderedDocument:
    """A text as it is written."""
    return RenderedDocument(cut_plain(lines, first), plain_blocks)


def without_title(blocks: TextBlocks, title: str) -> TextBlocks:
    """Leave out a heading of the first level that opens the page and is its title."""
    if not blocks or blocks[0].level != 1:
        return blocks
    if blocks[0].cells[0].plain.strip() != title.strip():
        return blocks
    return blocks[2:] if len(blocks) > 1 and blocks[1].is_blank else blocks[1:]


@dataclass(slots=True)
class _Part:
    text_slice: Slice
    rows: list[Row] | None = None
    """None until they are made for the width."""


class GrowingText:
    """Caches the rows of each slice until it or the width changes."""

    def __init__(self, transform: TextTransform) -> None:
        """Start empty.

        Args:
            transform: Changes each text before it is broken into rows.
        """
        self._transform = transform
        self._text = ""
        self._parts: list[_Part] = []
        self._widths = (0, 0)
        self._rows: list[Row] | None = []

    def append(self, text: str) -> None:
        """Take what follows, which must be safe to show."""
        self._text += text
        shown = self._text.strip("\n")
        slices = cut_markdown(shown.split("\n"), 1) if shown else []
        pairs = zip(self._parts, slices, strict=False)
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0].text_slice == pair[1], pairs)
        )
        self._parts[same:] = [_Part(text_slice) for text_slice in slices[same:]]
        self._rows = None

    def invalidate(self, words: str) -> None:
        """Parse the slices again that contain some words."""
        for part in self._parts:
            if any(words in line for line in part.text_slice.lines):
                part.rows = self._rows = None

    def rows(self, width: int, wide_width: int) -> list[Row]:
        """All rows: prose at most `width` cells wide, code and tables `wide`."""
        if self._widths != (width, wide_width):
            self._widths = width, wide_width
            self._rows = None
            for part in self._parts:
                part.rows = None
        if self._rows is None:
            self._rows = [row for part in self._parts for row in self._made(part)]
        return self._rows

    def _made(self, part: _Part) -> list[Row]:
        if part.rows is None:
            part.rows = rows_of(
                blocks_of(part.text_slice, {}, self._transform), *self._widths
            )
        return part.rows
