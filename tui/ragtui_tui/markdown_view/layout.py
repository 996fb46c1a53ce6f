"""The positions of the rows of a document, for one width.

The height of a block is an estimate until its rows are made, which happens when it
comes into view. Rows count from 0.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ragtui_tui.markdown_view.blocks import TextBlock
from ragtui_tui.markdown_view.rendered_document import RenderedDocument
from ragtui_tui.markdown_view.rows import Row, rows_of_block

MAX_CACHED = 2_000
"""Blocks whose rows are cached."""


class RowPosition(NamedTuple):
    """A row of a block."""

    block: int
    row: int


class Layout:
    """A document broken into rows, as far as they were needed."""

    def __init__(self, document: RenderedDocument, width: int, wide_width: int) -> None:
        """Break into rows of `width` cells; code and tables may have `wide_width`."""
        self.document = document
        self._width, self._wide_width = width, wide_width
        self._rows: dict[int, list[Row]] = {}
        self._exact: set[int] = set()
        self._heights = document.estimated_rows(width)
        self._tops: Sequence[int] | None = None

    @property
    def tops(self) -> Sequence[int]:
        """The row that each block begins with, and the one after the last."""
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops

    @property
    def height(self) -> int:
        """All rows, those included that are only estimated."""
        return self.tops[-1]

    def is_made(self, block: int) -> bool:
        """Whether the height of a block is known."""
        return block in self._exact

    def rows(self, block: int) -> list[Row]:
        """The rows of a block; making them may change `tops`."""
        rows = self._rows.get(block)
        if rows is None:
            shown = self.document.blocks[block]
            rows = list(rows_of_block(block, shown, self._width, self._wide_width))
            if len(self._rows) >= MAX_CACHED:
                self._rows.pop(next(iter(self._rows)))
            self._rows[block] = rows
            self._exact.add(block)
            if self._heights[block] != len(rows):
                self._heights[block] = len(rows)
                self._tops = None
        return rows

    def make_below(self, block: int, height: int) -> None:
        """Make the rows of a block and of those after it, `height` rows in all."""
        while block < len(self._heights) and height > 0:
            height -= len(self.rows(block))
            block += 1

    def make_above(self, block: int, height: int) -> None:
        """Make the rows of the blocks before one, `height` rows in all."""
        while block > 0 and height > 0:
            block -= 1
            height -= len(self.rows(block))

    def locate(self, y: int) -> RowPosition:
        """The position of a row of the whole document, or of its last one."""
        if not self._heights:
            return RowPosition(0, 0)
        y = max(0, min(y, self.tops[-1] - 1))
        # The last of those that begin there: blocks may have no rows.
        block = min(bisect_right(self.tops, y), len(self._heights)) - 1
        return RowPosition(block, y - self.tops[block])

    def y(self, position: RowPosition) -> int:
        """The row of the whole document at a position."""
        return self.tops[position.block] + position.row

    def row(self, position: RowPosition) -> Row | None:
        """The row at a position, if there is one."""
        if not self._heights:
            return None
        rows = self.rows(position.block)
        return rows[position.row] if 0 <= position.row < len(rows) else None

    def block(self, position: RowPosition) -> TextBlock | None:
        """The block whose row is at a position."""
        row = self.row(position)
        return self.document.blocks[row.block] if row else None

    def position_of(self, block: int, cell: int = 0, at: int = 0) -> RowPosition:
        """The position of a character of a block's cell; its first row if unknown."""
        for index, row in enumerate(self.rows(block)):
            if any(p.cell == cell and p.start <= at <= p.end for p in row.parts):
                return RowPosition(block, index)
        return RowPosition(block, 0)

    def position_of_line(self, line: int) -> RowPosition:
        """The position of a line of the file, or of the nearest one after it."""
        if not self._heights:
            return RowPosition(0, 0)
        block = self.document.block_at(line)
        rows = self.rows(block)
        found = (at for at, row in enumerate(rows) if row.lines.last >= line)
        return RowPosition(block, next(found, max(0, len(rows) - 1)))
