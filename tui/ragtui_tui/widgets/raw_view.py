"""A page as it is written, with line numbers; the passage is selected."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from ragtui_tui.passage import Page, best_line


class RawView(TextArea):
    """Text that can be scrolled and copied, but not changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down a line", show=False),
        Binding("k", "cursor_up", "Up a line", show=False),
        Binding("space,f", "cursor_page_down", "Down a page", show=False),
        Binding("b", "cursor_page_up", "Up a page", show=False),
        Binding("g", "to_start", "To the top", show=False),
        Binding("G", "to_end", "To the end", show=False),
    ]

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(read_only=True, show_line_numbers=True, soft_wrap=True)

    def show_page(self, page: Page) -> None:
        """Show a page, its passage selected and in view."""
        self.line_number_start = page.first
        self.text = page.text
        if page.passage is None:
            self.move_cursor((0, 0))
            return
        first = self._row(page.passage.lines.first, page)
        last = self._row(page.passage.lines.last, page)
        end = (last, len(self.document.get_line(last)))
        self.selection = Selection(start=end, end=(first, 0))
        target = self._row(best_line(page), page)
        self.call_after_refresh(self._bring_into_view, target)

    def _row(self, line: int, page: Page) -> int:
        """Where the widget has a line of the file, if need be the nearest one."""
        return min(max(0, line - page.first), self.document.line_count - 1)

    def _bring_into_view(self, row: int) -> None:
        """Scroll so that a third of the view is left above a row."""
        top = self.wrapped_document.location_to_offset((row, 0)).y
        self.scroll_to(y=max(0, top - self.size.height // 3), animate=False)

    def action_to_start(self) -> None:
        """Go to the first line."""
        self.move_cursor((0, 0))

    def action_to_end(self) -> None:
        """Go to the last line."""
        self.move_cursor(self.document.end)
