"""The reader's find line: highlights typed words in the document."""

from textual.widgets import Input

from ragtui_tui.document_page import phrase_pattern
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput


class FindLine(LineInput):
    """Below the document; shown while something is searched for in it."""

    def __init__(self, view: DocumentView) -> None:
        """Search in what `view` shows."""
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

    def close(self) -> None:
        """Highlight the matches of the search again."""
        with self.prevent(Input.Changed):
            self.clear()
        self.display = False
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
