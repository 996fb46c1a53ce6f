"""Tables: how wide their columns are, and what their rows look like."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from rich.cells import cell_len
from textual.content import Content

BORDER = " │ "
_QUIET = "$foreground 35%"
NARROWEST = 6
"""Cells; with less a table's cells are shown below one another."""


@dataclass(slots=True)
class Table:
    """A table's columns: the cells that each would like to have."""

    heads: list[Content] = field(default_factory=list)
    wanted: list[int] = field(default_factory=list)

    def add(self, cells: Sequence[Content]) -> None:
        """Take a row's cells into account."""
        widths = [max(1, cell_len(cell.plain)) for cell in cells]
        pairs = zip_longest(self.wanted, widths, fillvalue=1)
        self.wanted = [max(pair) for pair in pairs]

    def widths(self, room: int) -> list[int] | None:
        """The columns' widths in `room` cells; None if they cannot stand abreast."""
        room -= len(BORDER) * (len(self.wanted) - 1)
        if sum(self.wanted) <= room:
            return self.wanted
        if room < NARROWEST * len(self.wanted):
            return None
        return shared(self.wanted, room)

    def rule(self, widths: Sequence[int]) -> Content:
        """The line below the heads."""
        return Content.styled("─┼─".join("─" * width for width in widths), _QUIET)


def shared(wanted: Sequence[int], room: int) -> list[int]:
    """Room dealt out: who wants less than an equal share gets it, others the rest."""
    widths = [0] * len(wanted)
    by_want = sorted(range(len(wanted)), key=wanted.__getitem__)
    for done, column in enumerate(by_want):
        widths[column] = min(wanted[column], room // (len(wanted) - done))
        room -= widths[column]
    return widths


def border() -> Content:
    """What stands between two cells."""
    return Content.styled(BORDER, _QUIET)
