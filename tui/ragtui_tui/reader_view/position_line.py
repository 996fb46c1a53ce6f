"""The line below a document: the section in view, and where the chosen link leads."""

from textual.content import Content
from textual.widgets import Static

from ragtui_tui import formatting
from ragtui_tui.document_page import Page
from ragtui_tui.reader_view.document_view import DocumentView


class PositionLine(Static):
    """One row: the section on the left, counts on the right."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(markup=False)
        self._left = self._right = ""

    def _set(self, left: str, right: str) -> None:
        """Show both sides, unless they are shown already."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self._draw()

    def show_position(self, page: Page, view: DocumentView) -> None:
        """Show which part of `page` is in view in `view`."""
        self._set(_section(page, view), _counts(page, view))

    def on_resize(self) -> None:
        """Align the right side again."""
        self._draw()

    def _draw(self) -> None:
        right = Content(formatting.one_line(self._right))
        available = max(0, self.size.width - right.cell_length - 2)
        left = Content(formatting.one_line(self._left)).truncate(
            available, ellipsis=True
        )
        gap = " " * (self.size.width - left.cell_length - right.cell_length)
        self.update(left + gap + right, layout=False)


def _section(page: Page, view: DocumentView) -> str:
    if link := view.chosen_link:
        return f"→ {link.href}"
    heading = page.heading_above(view.line_of_section)
    title = page.fields.title
    return formatting.heading_path(heading.heading_path, title) if heading else ""


def _counts(page: Page, view: DocumentView) -> str:
    parts = []
    if position := view.match_position:
        current, total = position
        parts.append(f"{current} of {total:,}" if total else "no match")
    parts.append(f"line {view.line_at_bottom:,} of {len(page.lines):,}")
    return " · ".join(parts)
