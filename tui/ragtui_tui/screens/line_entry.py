"""A line to fill in, with words about it, and what is wrong with it."""

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Static

from ragtui_tui import wording
from ragtui_tui.screens.dialog import Dialog
from ragtui_tui.widgets.line import Line


def blank(line: str) -> str:
    """Finds fault with an empty line alone."""
    return "" if line.strip() else "Type something, or press Esc."


class LineEntry(Dialog[str]):
    """Closes with the line, or with None."""

    def __init__(
        self,
        title: str,
        about: str,
        value: str,
        enter: str,
        fault: Callable[[str], str] = blank,
    ) -> None:
        """Prepare.

        Args:
            title: Above.
            about: What to fill in, and what it does.
            value: To begin with.
            enter: What Enter does with it, such as `saves`.
            fault: What is wrong with a line, in words; empty if nothing is.
        """
        super().__init__(title, f"Enter {enter}")
        self._about, self._value = about, value
        self._fault = fault

    def body(self) -> ComposeResult:
        """Lay out."""
        yield Static(wording.block(self._about), markup=False)
        yield Line("", "Done", id="entry")
        yield Static(id="fault", markup=False)

    def on_mount(self) -> None:
        """Start with the value there is; typing takes its place."""
        line = self.query_one(Line)
        line.value = self._value
        line.focus()
        line.select_all()

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self._tell(self._fault(event.value) if event.value != self._value else "")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if fault := self._fault(event.value):
            self._tell(fault)
        else:
            self.dismiss(event.value)

    def _tell(self, fault: str) -> None:
        words = self.query_one("#fault", Static)
        words.update(wording.line(fault))
        words.display = bool(fault)
