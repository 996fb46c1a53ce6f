"""A page as slices, each parsed into blocks when it is first needed."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from threading import Lock

from ragtui_tui.markdown_view.block_parser import (
    LinkDefinitions,
    blocks_of,
    definitions_in,
    plain_blocks,
)
from ragtui_tui.markdown_view.blocks import TextBlock
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
