"""Draws rows of typeset text, which the mouse can select."""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from textual.content import Content
from textual.selection import Selection
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from ragtui_core import Lines
from ragtui_tui.formatting import MATCH
from ragtui_tui.markdown_view.document_scan import Match
from ragtui_tui.markdown_view.rendered_document import RenderedDocument
from ragtui_tui.markdown_view.rows import Row

PROSE_CELLS = 92
"""Lines of prose are no longer, since longer ones are hard to follow."""


class RowWidget(Widget):
    """A widget that shows rows, the first of which is row 0 at its top."""

    @property
    @abstractmethod
    def row_count(self) -> int:
        """How many there are."""

    @property
    @abstractmethod
    def margin(self) -> int:
        """Cells before the text of a row."""

    @abstractmethod
    def row_at(self, y: int) -> Row | None:
        """A row, if there is one."""

    def strip_of(self, content: Content, y: int, width: int) -> Strip:
        """A row as it is drawn, with its margin; what is selected in it is marked."""
        if span := self._selected(y, len(content)):
            style = self.screen.get_visual_style("screen--selection")
            content = content.stylize(style, *span)
        found = Visual.to_strips(
            self, content, width, 1, self.visual_style, apply_selection=False
        )
        return found[0].extend_cell_length(width, self.rich_style)

    @property
    def allow_select(self) -> bool:
        """Text can be selected, and copied with ctrl+c."""
        return True

    def _selected(self, y: int, length: int) -> tuple[int, int] | None:
        selection = self.text_selection
        span = selection.get_span(y) if selection else None
        if span is None:
            return None
        start, end = span
        return max(self.margin, start), length if end == -1 else max(self.margin, end)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that is selected, without the margin."""
        rows = [
            row.content.plain[max(0, start - self.margin) : end]
            for row, start, end in self.selected_rows(selection)
        ]
        return ("\n".join(rows), "\n") if rows else None

    def selected_rows(self, selection: Selection) -> list[tuple[Row, int, int | None]]:
        """The rows, and which characters of each."""
        first = selection.start.y if selection.start else 0
        last = selection.end.y if selection.end else self.row_count - 1
        rows: list[tuple[Row, int, int | None]] = []
        for y in range(first, min(last, self.row_count - 1) + 1):
            row, span = self.row_at(y), selection.get_span(y)
            if row and span:
                end = None if span[1] == -1 else max(0, span[1] - self.margin)
                rows.append((row, span[0], end))
        return rows


CURRENT = "bold reverse $text-warning"
"""The match that `n` and `N` lead on from."""
CHOSEN = "bold reverse $text-accent"
"""The link that Enter follows."""

Cell = tuple[int, int]
"""A cell of a table, or the text of a block: its block and number."""


@dataclass(slots=True)
class RowHighlights:
    """What is marked in a text. Assign whole values: rows are drawn from `by_cell`."""

    passage: Lines | None = None
    number_cells: int = 0
    """Cells of the margin for the numbers of lines."""
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
            found[match[:2]].append(match)
        self.by_cell = dict(found)

    def marks(self, row: Row) -> Iterator[tuple[Match, str]]:
        """What is marked in the cells of a row, and how."""
        for part in row.parts:
            cell = (row.block, part.cell)
            for match in self.by_cell.get(cell, ()):
                yield match, CURRENT if match == self.current else MATCH
            if self.link and self.link[:2] == cell:
                yield self.link, CHOSEN


def number_cells(document: RenderedDocument) -> int:
    """Cells of the margin for numbers of lines; 0 unless it is shown as written."""
    if not document.is_plain:
        return 0
    return len(str(document.last)) + 1


def draw_row(row: Row, marks: RowHighlights, width: int) -> Content:
    """A row with its margin, at most `width` cells wide."""
    content = row.content
    for match, style in marks.marks(row):
        for part in row.parts:
            if part.cell == match.cell:
                start = max(match.start, part.start) - part.start
                end = min(match.end, part.end) - part.start
                if start < end:
                    content = content.stylize(style, part.at + start, part.at + end)
    if row.background:
        available = width - marks.margin - 1
        content = content.pad_right(max(0, available - content.cell_length))
        content = content.stylize_before(row.background)
    return _margin(row, marks) + content


def _margin(row: Row, marks: RowHighlights) -> Content:
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
