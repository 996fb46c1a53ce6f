"""Draws rows of typeset text, which the mouse can select."""

from abc import abstractmethod

from textual.content import Content
from textual.selection import Selection
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from ragtui_tui.typesetting.rows import Row

PROSE_CELLS = 92
"""Lines of prose are no longer, since longer ones are hard to follow."""


class Typeset(Widget):
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
