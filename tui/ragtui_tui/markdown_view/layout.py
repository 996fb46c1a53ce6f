"""Where the rows of a sheet stand, for one width.

The height of a piece is an estimate until its rows are made, which happens when it
comes into view. Rows count from 0.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ragtui_tui.markdown_view.blocks import Flow
from ragtui_tui.markdown_view.rendered_document import Sheet
from ragtui_tui.markdown_view.rows import Row, rows_of

KEPT = 300
"""Pieces whose rows are kept; those of others are made again."""


class Place(NamedTuple):
    """A row of a piece."""

    piece: int
    row: int


class Layout:
    """A sheet broken into rows, as far as they were needed."""

    def __init__(self, sheet: Sheet, width: int, wide: int) -> None:
        """Break into rows of `width` cells; code and tables may have `wide`."""
        self.sheet = sheet
        self._width, self._wide = width, wide
        self._rows: dict[int, list[Row]] = {}
        self._heights = [
            len(piece.lines) + piece.size // max(1, width) for piece in sheet.pieces
        ]
        self._tops: list[int] | None = None
        self._exact: set[int] = set()

    @property
    def height(self) -> int:
        """All rows, those included that are only estimated."""
        return self.tops[-1]

    @property
    def tops(self) -> Sequence[int]:
        """The row that each piece begins with, and the one after the last."""
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops

    def is_made(self, piece: int) -> bool:
        """Whether the height of a piece is known."""
        return piece in self._exact

    def rows(self, piece: int) -> list[Row]:
        """The rows of a piece; tops may move by making them."""
        rows = self._rows.get(piece)
        if rows is None:
            rows = rows_of(self.sheet.flows(piece), self._width, self._wide)
            if len(self._rows) >= KEPT:
                self._rows.pop(next(iter(self._rows)))
            self._rows[piece] = rows
            self._exact.add(piece)
            if self._heights[piece] != len(rows):
                self._heights[piece] = len(rows)
                self._tops = None
        return rows

    def locate(self, y: int) -> Place:
        """The place at a row of the whole, the last one if there are fewer."""
        if not self.sheet.pieces:
            return Place(0, 0)
        y = max(0, min(y, self.height - 1))
        # The last of those that begin there: pieces may have no rows.
        piece = min(bisect_right(self.tops, y), len(self.sheet.pieces)) - 1
        return Place(piece, y - self.tops[piece])

    def y(self, place: Place) -> int:
        """The row of the whole at which a place is."""
        return self.tops[place.piece] + place.row

    def row(self, place: Place) -> Row | None:
        """The row at a place, if there is one."""
        if not self.sheet.pieces:
            return None
        rows = self.rows(place.piece)
        return rows[place.row] if 0 <= place.row < len(rows) else None

    def flow(self, place: Place) -> Flow | None:
        """The flow whose row is at a place."""
        row = self.row(place)
        return self.sheet.flows(place.piece)[row.flow] if row else None

    def place_of(self, piece: int, flow: int, cell: int = 0, at: int = 0) -> Place:
        """Where a character of a flow's cell stands."""
        rows = self.rows(piece)
        best = None
        for index, row in enumerate(rows):
            if row.flow < flow:
                continue
            if best is None or row.flow == flow:
                best = index if best is None else best
                if any(p.cell == cell and p.start <= at <= p.end for p in row.parts):
                    return Place(piece, index)
        return Place(piece, best if best is not None else max(0, len(rows) - 1))

    def place_of_line(self, line: int) -> Place:
        """Where a line of the file stands, if need be the nearest one after it."""
        if not self.sheet.pieces:
            return Place(0, 0)
        piece = self.sheet.piece_of(line)
        rows = self.rows(piece)
        for index, row in enumerate(rows):
            if row.lines.last >= line:
                return Place(piece, index)
        return Place(piece, max(0, len(rows) - 1))
