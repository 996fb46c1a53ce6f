"""Draws a row: its margin, and what is marked in it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from textual.content import Content

from ragtui_core.model import Lines
from ragtui_tui.card import MATCH
from ragtui_tui.typesetting.layout import Place
from ragtui_tui.typesetting.rows import Row
from ragtui_tui.typesetting.sheet import Sheet
from ragtui_tui.typesetting.survey import Match

CURRENT = "bold reverse $text-warning"
"""The match that `n` and `N` lead on from."""
CHOSEN = "bold reverse $text-accent"
"""The link that Enter follows."""

Cell = tuple[int, int, int]
"""A cell: its piece, flow and number."""


@dataclass(slots=True)
class RowMarks:
    """What is marked in a text. Assign whole values: rows are drawn from `by_cell`."""

    passage: Lines | None = None
    number_cells: int = 0
    """Of the margin, for the numbers of lines."""
    current: Match | None = None
    link: Match | None = None
    """The characters of the link that is chosen."""
    by_cell: dict[Cell, list[Match]] = field(default_factory=dict)

    @property
    def margin(self) -> int:
        """Cells before the text."""
        return 2 + self.number_cells

    def set_matches(self, matches: Sequence[Match]) -> None:
        """Mark these."""
        found = defaultdict(list)
        for match in matches:
            found[match[:3]].append(match)
        self.by_cell = dict(found)

    def marks(self, piece: int, row: Row) -> Iterator[tuple[Match, str]]:
        """What is marked in the cells of a row, and how."""
        for part in row.parts:
            cell = (piece, row.flow, part.cell)
            for match in self.by_cell.get(cell, ()):
                yield match, CURRENT if match == self.current else MATCH
            if self.link and self.link[:3] == cell:
                yield self.link, CHOSEN


def margin_of(sheet: Sheet) -> int:
    """Cells before the text: a mark, and where it is shown as written, numbers."""
    is_plain = all(piece.plain for piece in sheet.pieces)
    return 2 + (len(str(sheet.last)) + 1 if is_plain and sheet.pieces else 0)


def drawn(row: Row, place: Place, marks: RowMarks, width: int) -> Content:
    """A row with its margin, at most `width` cells wide."""
    content = row.content
    for match, style in marks.marks(place.piece, row):
        for part in row.parts:
            if part.cell == match.cell:
                start = max(match.start, part.start) - part.start
                end = min(match.end, part.end) - part.start
                if start < end:
                    content = content.stylize(style, part.at + start, part.at + end)
    if row.ground:
        room = width - marks.margin - 1
        content = content.pad_right(max(0, room - content.cell_length))
        content = content.stylize_before(row.ground)
    return _margin(row, marks) + content


def _margin(row: Row, marks: RowMarks) -> Content:
    wanted = marks.passage
    is_marked = (
        wanted and row.lines.first <= wanted.last and row.lines.last >= wanted.first
    )
    number = ""
    if marks.number_cells:
        shown = "" if row.number is None else str(row.number)
        number = shown.rjust(marks.number_cells - 1) + " "
    return Content.assemble(
        (number, "$foreground 45%"), ("▌ " if is_marked else "  ", "$text-warning")
    )
