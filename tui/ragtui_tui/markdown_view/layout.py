"""The positions of the rows of a document, for one width.

The height of a slice is an estimate until its rows are made, which happens when it
comes into view. Rows count from 0.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ragtui_tui.markdown_view.blocks import TextBlock
from ragtui_tui.markdown_view.rendered_document import RenderedDocument
from ragtui_tui.markdown_view.rows import Row, rows_of

MAX_CACHED = 300
"""Slices whose rows are cached."""


class RowPosition(NamedTuple):
    """A row of a slice."""

    slice_index: int
    row: int


class Layout:
    """A document broken into rows, as far as they were needed."""

    def __init__(self, document: RenderedDocument, width: int, wide_width: int) -> None:
        """Break into rows of `width` cells; code and tables may have `wide`."""
        self.document = document
        self._width, self._wide_width = width, wide_width
        self._rows: dict[int, list[Row]] = {}
        self._heights: list[int] = []
        self._tops = [0]
        self._exact: set[int] = set()

    @property
    def height(self) -> int:
        """All rows, those included that are only estimated."""
        return self.tops[-1] + self._estimate(*self.document.uncut)

    @property
    def tops(self) -> Sequence[int]:
        """The row that each known slice begins with, and the one after the last."""
        for text_slice in self.document.known[len(self._heights) :]:
            height = self._estimate(len(text_slice.lines), text_slice.size)
            self._heights.append(height)
            self._tops.append(self._tops[-1] + height)
        return self._tops

    def _estimate(self, lines: int, characters: int) -> int:
        return lines + characters // max(1, self._width)

    def is_made(self, slice_index: int) -> bool:
        """Whether the height of a slice is known."""
        return slice_index in self._exact

    def rows(self, slice_index: int) -> list[Row]:
        """The rows of a slice; making them may change `tops`."""
        rows = self._rows.get(slice_index)
        if rows is None:
            rows = rows_of(
                self.document.blocks(slice_index), self._width, self._wide_width
            )
            if len(self._rows) >= MAX_CACHED:
                self._rows.pop(next(iter(self._rows)))
            self._rows[slice_index] = rows
            self._exact.add(slice_index)
            height = self.tops[slice_index + 1] - self.tops[slice_index]
            if height != len(rows):
                self._heights[slice_index] = len(rows)
                self._tops = list(accumulate(self._heights, initial=0))
        return rows

    def locate(self, y: int) -> RowPosition:
        """The position of a row of the whole document, or of its last one."""
        if self.document.is_empty:
            return RowPosition(0, 0)
        while y >= self.tops[-1] and self.document.has(len(self._heights)):
            pass
        y = max(0, min(y, self.tops[-1] - 1))
        # The last of those that begin there: slices may have no rows.
        slice_index = min(bisect_right(self.tops, y), len(self._heights)) - 1
        return RowPosition(slice_index, y - self.tops[slice_index])

    def y(self, position: RowPosition) -> int:
        """The row of the whole document at a position."""
        return self.tops[position.slice_index] + position.row

    def row(self, position: RowPosition) -> Row | None:
        """The row at a position, if there is one."""
        if self.document.is_empty:
            return None
        rows = self.rows(position.slice_index)
        return rows[position.row] if 0 <= position.row < len(rows) else None

    def block(self, position: RowPosition) -> TextBlock | None:
        """The block whose row is at a position."""
        row = self.row(position)
        return self.document.blocks(position.slice_index)[row.block] if row else None

    def position_of(
        self, slice_index: int, block: int, cell: int = 0, at: int = 0
    ) -> RowPosition:
        """The position of a character of a block's cell."""
        rows = self.rows(slice_index)
        best = None
        for index, row in enumerate(rows):
            if row.block < block:
                continue
            if best is None or row.block == block:
                best = index if best is None else best
                if any(p.cell == cell and p.start <= at <= p.end for p in row.parts):
                    return RowPosition(slice_index, index)
        return RowPosition(
            slice_index, best if best is not None else max(0, len(rows) - 1)
        )

    def position_of_line(self, line: int) -> RowPosition:
        """The position of a line of the file, or of the nearest one after it."""
        if self.document.is_empty:
            return RowPosition(0, 0)
        slice_index = self.document.slice_of(line)
        rows = self.rows(slice_index)
        for index, row in enumerate(rows):
            if row.lines.last >= line:
                return RowPosition(slice_index, index)
        return RowPosition(slice_index, max(0, len(rows) - 1))
