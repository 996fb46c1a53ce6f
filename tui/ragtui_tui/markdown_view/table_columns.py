"""The columns of a table, which share the cells of a row."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from rich.cells import cell_len
from textual.content import Content

BORDER = " │ "
_MUTED = "$foreground 35%"
MIN_COLUMN_CELLS = 6
"""Cells; with less a table's cells are shown below one another."""


@dataclass(slots=True)
class TableColumns:
    """A table's columns: the cells that each would like to have."""

    heads: list[Content] = field(default_factory=list)
    wanted: list[int] = field(default_factory=list)

    def add(self, cells: Sequence[Content]) -> None:
        """Take a row's cells into account."""
        widths = [max(1, cell_len(cell.plain)) for cell in cells]
        pairs = zip_longest(self.wanted, widths, fillvalue=1)
        self.wanted = [max(pair) for pair in pairs]

    def widths(self, available: int) -> list[int] | None:
        """The columns' widths in `available` cells; None if they do not fit."""
        available -= len(BORDER) * (len(self.wanted) - 1)
        if sum(self.wanted) <= available:
            return self.wanted
        if available < MIN_COLUMN_CELLS * len(self.wanted):
            return None
        return column_widths(self.wanted, available)

    def rule(self, widths: Sequence[int]) -> Content:
        """The line below the heads."""
        return Content.styled("─┼─".join("─" * width for width in widths), _MUTED)


def column_widths(wanted: Sequence[int], available: int) -> list[int]:
    """Widths of columns: those that need less than an equal share get it."""
    widths = [0] * len(wanted)
    by_want = sorted(range(len(wanted)), key=wanted.__getitem__)
    for done, column in enumerate(by_want):
        widths[column] = min(wanted[column], available // (len(wanted) - done))
        available -= widths[column]
    return widths


def border() -> Content:
    """The separator of two cells."""
    return Content.styled(BORDER, _MUTED)
