"""The reader's find line: words that are marked and walked instead of the search's."""

from textual import on
from textual.widgets import Input

from ragtui_tui.passage import phrase_pattern
from ragtui_tui.widgets.line import Line
from ragtui_tui.widgets.reader_base import ReaderBase


class ReaderFinding(ReaderBase):
    """Shows the line below the text, and marks what is typed there."""

    @property
    def find_line(self) -> Line:
        """Where one types what to look for; shown while it is looked for."""
        return self.query_one("#find", Line)

    def find_again(self) -> None:
        """Another document is shown, or in another way: mark in it what is typed."""
        if self.find_line.display:
            self.view.mark(phrase_pattern(self.find_line.value))

    def action_find(self) -> None:
        """Look for words in the document."""
        if self._page:
            self.find_line.display = True
            self.find_line.focus()
            self.find_line.select_all()

    @on(Input.Changed, "#find")
    def _find_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.view.mark(phrase_pattern(event.value))

    @on(Input.Submitted, "#find")
    def _find_done(self, event: Input.Submitted) -> None:
        event.stop()
        self.find_line.display = bool(event.value.strip())
        self.view.focus()
        self.view.show_current()

    def _end_find(self) -> None:
        with self.find_line.prevent(Input.Changed):
            self.find_line.clear()
        self.find_line.display = False
        self.view.mark(None)
        self.view.focus()
