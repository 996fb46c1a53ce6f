"""The text of a document, the side pane, and the lines to find words and show where."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from ragtui_core import Vault
from ragtui_tui import formatting
from ragtui_tui.document_page import Page, phrase_pattern
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.reader_view.reader_messages import GoToLine
from ragtui_tui.reader_view.side_pane import SIDE_CELLS, SideKind, SidePane
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput


class FindLine(LineInput):
    """Below the document; shown while something is searched for in it."""

    def __init__(self, view: DocumentView) -> None:
        super().__init__("Find in this document", "Done", id="find")
        self._view = view
        self.display = False

    def open(self) -> None:
        """Let the user type what to find."""
        self.display = True
        self.focus()
        self.select_all()

    def reapply(self) -> None:
        """Highlight the same words in the document that is shown now."""
        if self.display:
            self._view.mark(phrase_pattern(self.value))

    def forget(self) -> None:
        """Find nothing in a document that is opened."""
        with self.prevent(Input.Changed):
            self.clear()
        self.display = False

    def close(self) -> None:
        """Highlight the matches of the search again."""
        self.forget()
        self._view.mark(None)
        self._view.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Highlight what is typed."""
        event.stop()
        self._view.mark(phrase_pattern(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Keep the matches, and return to the document."""
        event.stop()
        self.display = bool(event.value.strip())
        self._view.focus()
        self._view.show_current()


class PositionLine(Static):
    """One row: the section on the left, counts on the right."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._left = self._right = ""

    def show_position(self, page: Page, view: DocumentView) -> None:
        """Show which part of `page` is in view in `view`, unless that is shown."""
        left, right = _section(page, view), _counts(page, view)
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self._draw()

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
        return "x ticks it off, or undoes it" if link.is_task else f"→ {link.href}"
    heading = page.heading_above(view.line_of_section)
    title = page.fields.title
    return formatting.heading_path(heading.heading_path, title) if heading else ""


def _counts(page: Page, view: DocumentView) -> str:
    parts = []
    if position := view.match_position:
        current, total = position
        nowhere = "match in the title" if view.is_match_in_title else "no match"
        parts.append(f"{current} of {total:,}" if total else nowhere)
    if where := page.location_at(view.line_at_bottom):
        parts.append(str(where))
    line = min(view.line_at_bottom, page.line_count)
    parts.append(f"line {line:,} of {page.line_count:,}")
    return " · ".join(parts)


class ReaderBody(Horizontal):
    """Text and side pane: a narrow screen shows one of them."""

    def __init__(self, vault: Vault) -> None:
        super().__init__(id="reader-body")
        self.view = DocumentView(id="rendered")
        self.side = SidePane(vault, self.view)
        self._page: Page | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield self.view
        yield self.side

    @property
    def _is_wide(self) -> bool:
        return self.screen.has_class("-wide")

    def set_page(self, page: Page | None) -> None:
        """Show the body of a document, or nothing."""
        self._page = page
        self.display = page is not None
        self.show_parts()

    def show_parts(self, *, requested: bool = False) -> None:
        """Show and hide the text and the side pane.

        If there is no space for both, the side pane replaces the text when `requested`.
        """
        side, is_wide = self.side, self._is_wide
        is_shown = self._page is not None and (side.is_wanted if is_wide else requested)
        had_focus = side.list.has_focus
        side.display = is_shown
        side.styles.width = SIDE_CELLS if is_wide else "1fr"
        self.view.display = self._page is not None and (is_wide or not is_shown)
        if had_focus and not is_shown:
            self.view.focus()

    def on_resize(self) -> None:
        """Show both or one, depending on the new width."""
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self.show_parts(requested=self.side.list.has_focus)
        self.side.update_entries(self._page)

    def close_side(self) -> bool:
        """Return to the text from the side pane; False if the focus is not there."""
        if not self.side.list.has_focus:
            return False
        self._return_to_text()
        return True

    def _return_to_text(self) -> None:
        self.show_parts()
        self.view.focus()

    @on(GoToLine)
    def _go_to_line(self, event: GoToLine) -> None:
        event.stop()
        self._return_to_text()
        self.call_after_refresh(self.view.go_to_line, event.line)

    def show_side(self, kind: SideKind) -> None:
        """Show a kind of the side pane and focus it; once more hides it."""
        side = self.side
        side.is_wanted = side.kind is not kind or not side.list.has_focus
        if not side.is_wanted:
            self._return_to_text()
            return
        if side.kind is not kind:
            side.show_kind(kind)
        self.show_parts(requested=True)
        side.update_entries(self._page)
        side.list.focus()
