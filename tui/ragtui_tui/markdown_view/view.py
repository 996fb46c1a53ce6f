"""A scrolling view of a document: rows are made when they come into view."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from ragtui_core import Lines
from ragtui_tui.markdown_view.layout import Layout, RowPosition
from ragtui_tui.markdown_view.rendered_document import RenderedDocument
from ragtui_tui.markdown_view.row_widget import (
    PROSE_CELLS,
    RowHighlights,
    RowWidget,
    draw_row,
    number_cells,
)
from ragtui_tui.markdown_view.rows import Row

BESIDE_CELLS = 2
"""Cells beside margin and text: the padding at the left, which is part of the size of a
scroll view, and one before the scroll bar."""

ABOVE = 3
"""What is brought into view has a third of the view above it."""


class MarkdownView(RowWidget, ScrollView):
    """Shows a document; rows count from its top."""

    can_focus = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "line(1)", "Down a line", show=False),
        Binding("up,k", "line(-1)", "Up a line", show=False),
        Binding("pagedown,space,f", "page(1)", "Down a page", show=False),
        Binding("pageup,b", "page(-1)", "Up a page", show=False),
        Binding("ctrl+d", "page(0.5)", "Down half a page", show=False),
        Binding("ctrl+u", "page(-0.5)", "Up half a page", show=False),
        Binding("g,home", "to_start", "To the top", show=False),
        Binding("G,end", "to_end", "To the end", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._document: RenderedDocument | None = None
        self._layout: Layout | None = None
        self._layout_size = Size(0, 0)
        self._marks = RowHighlights()
        self._strips: dict[RowPosition, Strip] = {}
        self._wanted_line: int | None = None

    # --- what is shown ---

    def show_document(
        self,
        document: RenderedDocument | None,
        marked: Lines | None,
        line: int | None,
    ) -> None:
        """Show a document, or nothing, with some lines marked.

        The `line` is brought into view; None begins at the top.
        """
        self._document = document
        self._marks = RowHighlights(passage=marked)
        self._layout = None
        self._wanted_line = line
        self.scroll_to(y=0, animate=False, immediate=True)
        self._lay_out()

    def on_resize(self) -> None:
        """Break the lines again, and keep the position."""
        layout = self._layout
        if layout is None or self._layout_size.width != self.size.width:
            self._lay_out()
            return
        y, height = self.scroll_offset.y, self._layout_size.height
        is_at_end = y > 0 and y + height >= layout.height
        self._layout_size = self.size
        self._settle(upwards=False)
        if is_at_end:
            self.action_to_end()
        self.moved()

    def _lay_out(self) -> None:
        """Make a layout for the width as it is, unless there is one."""
        width = self.size.width
        if self._document is None or not width or not self.size.height:
            self._forget_strips()
            return
        self._marks.number_cells = number_cells(self._document)
        margin = self._marks.margin
        wide_width = max(12, width - margin - BESIDE_CELLS)
        layout = Layout(self._document, min(wide_width, PROSE_CELLS), wide_width)
        line, exactly = self._wanted_line, False
        if line is None and self._layout is not None:
            line, exactly = self.line_at_top, True
        self._layout, self._wanted_line = layout, None
        self._layout_size = self.size
        self._forget_strips()
        if line is None:
            self._stay_at(RowPosition(0, 0))
        else:
            position = layout.position_of_line(line)
            self.bring_into_view(position, 0 if exactly else self.size.height // ABOVE)
        self.moved()

    def _forget_strips(self) -> None:
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """The theme changed: draw again."""
        super().notify_style_update()
        self._strips.clear()

    # --- where one is ---

    @property
    def line_at_top(self) -> int:
        """The line of the file that is shown first."""
        row = self.row_at(self.scroll_offset.y)
        return row.lines.first if row else self._wanted_line or 1

    @property
    def line_at_bottom(self) -> int:
        """The line of the file that is shown last."""
        row = self.row_at(self.scroll_offset.y + self.size.height - 1)
        return row.lines.last if row else 1

    @property
    def line_of_section(self) -> int:
        """The line whose section one reads: the last one at the end of the text."""
        is_end = 0 < self.max_scroll_y <= self.scroll_offset.y
        return self.line_at_bottom if is_end else self.line_at_top

    def is_in_view(self, position: RowPosition) -> bool:
        """Whether a position is on the screen."""
        if self._layout is None:
            return False
        return 0 <= self._layout.y(position) - self.scroll_offset.y < self.size.height

    @property
    def row_count(self) -> int:
        """The number of rows of the whole text, as far as it is known."""
        return self._layout.height if self._layout else 0

    @property
    def margin(self) -> int:
        """Cells before the text."""
        return self._marks.margin

    def row_at(self, y: int) -> Row | None:
        """A row of the whole text."""
        if self._layout is None:
            return None
        return self._layout.row(self._layout.locate(y))

    # --- scrolling ---

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Make the rows that came into view."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self._settle(upwards=new_value < old_value)
            self.moved()

    def moved(self) -> None:
        """Another part of the text is in view."""

    def _settle(self, *, upwards: bool) -> None:
        """Make the rows that are in view; the row at the top stays there."""
        layout = self._layout
        if layout is None or not layout.document.blocks:
            return
        y = self.scroll_offset.y
        block, row = layout.locate(y)
        if not layout.is_made(block):
            left = layout.tops[block + 1] - y
            length = len(layout.rows(block))
            row = max(0, length - left) if upwards else min(row, max(0, length - 1))
        self._stay_at(RowPosition(block, row))

    def _stay_at(self, position: RowPosition) -> None:
        """Make the rows around a position, and have it at the top of the view."""
        layout = self._layout
        if layout is None:
            return
        layout.make_above(position.block, 1)
        layout.make_below(position.block, position.row + self.size.height)
        self._have_height(layout.height)
        if layout.y(position) != self.scroll_offset.y:
            self.scroll_to(y=layout.y(position), animate=False, immediate=True)

    def _have_height(self, rows: int) -> None:
        """Update the scroll bar, which is always there: nothing else is laid out."""
        size = Size(self.size.width, rows)
        if self.virtual_size != size:
            self.set_reactive(ScrollView.virtual_size, size)
            self.vertical_scrollbar.window_virtual_size = rows
            self.refresh()

    def bring_into_view(self, position: RowPosition, above: int | None = None) -> None:
        """Scroll to a position, with some rows `above` it.

        None leaves a third of the view, and does not scroll if it is well in view.
        """
        layout = self._layout
        if layout is None or not layout.document.blocks:
            return
        top = layout.y(position) - self.scroll_offset.y
        if above is None and 1 < top < self.size.height - 2:
            return
        above = self.size.height // ABOVE if above is None else above
        layout.make_above(position.block, above - position.row)
        self._stay_at(layout.locate(max(0, layout.y(position) - above)))

    def go_to_line(self, line: int) -> None:
        """Bring a line of the file to the top of the view."""
        if self._layout is None:
            self._wanted_line = line
        else:
            self.bring_into_view(self._layout.position_of_line(line), 0)

    def action_line(self, lines: int) -> None:
        """Scroll by lines."""
        self.scroll_to(y=self.scroll_offset.y + lines, animate=False, immediate=True)

    def action_page(self, pages: float) -> None:
        """Scroll by pages; one line stays in view."""
        step = max(1, int(abs(pages) * self.size.height) - 1)
        self.action_line(step if pages > 0 else -step)

    def action_to_start(self) -> None:
        """Go to the first row."""
        self.scroll_to(y=0, animate=False, immediate=True)

    def action_to_end(self) -> None:
        """Go to the last row."""
        layout = self._layout
        if layout is None or not layout.document.blocks:
            return
        last = len(layout.document.blocks) - 1
        end = RowPosition(last, max(0, len(layout.rows(last)) - 1))
        self.bring_into_view(end, self.size.height - 1)

    # --- drawing ---

    def render_line(self, y: int) -> Strip:
        """A row of the view."""
        layout, width = self._layout, self.size.width
        y += self.scroll_offset.y
        # While the screen is laid out there may be no width for a moment.
        if (
            layout is None
            or not width
            or y >= layout.height
            or not layout.document.blocks
        ):
            return Strip.blank(width, self.rich_style)
        position = layout.locate(y)
        strip = self._strips.get(position)
        if strip is None:
            row = layout.row(position)
            if row is None:
                return Strip.blank(width, self.rich_style)
            drawn_width = width - BESIDE_CELLS + 1
            drawn = draw_row(row, self._marks, drawn_width)
            strip = self.strip_of(drawn, y, width)
            self._strips[position] = strip
        return strip.apply_offsets(0, y)

    # --- selecting with the mouse ---

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw what is selected."""
        self._forget_strips()

    def selected_lines(self) -> Lines | None:
        """The lines of the file that are selected, if any are."""
        if not (selection := self.text_selection):
            return None
        rows = [row for row, _, _ in self.selected_rows(selection)]
        return Lines(rows[0].lines.first, rows[-1].lines.last) if rows else None
