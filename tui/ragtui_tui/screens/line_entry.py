"""A line to fill in, with words about it, and what is wrong with it."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ragtui_tui import wording
from ragtui_tui.widgets.line import Line


def anything(_: str) -> str:
    """Finds no fault with a line."""
    return ""


class LineEntry(ModalScreen[str]):
    """Asks for a line; Esc gives None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave as it is")
    ]

    def __init__(
        self,
        title: str,
        about: str,
        value: str,
        fault: Callable[[str], str] = anything,
    ) -> None:
        """Prepare.

        Args:
            title: Above.
            about: What to fill in, and what it does.
            value: To begin with.
            fault: What is wrong with a line, in words; empty if nothing is.
        """
        super().__init__()
        self._title, self._about, self._value = title, about, value
        self._fault = fault

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = wording.line(self._title)
            box.border_subtitle = "Enter writes · Esc leaves"
            yield Static(wording.block(self._about), markup=False)
            yield Line("", "Write", id="entry")
            yield Static(id="fault", markup=False)

    def on_mount(self) -> None:
        """Start with the value there is."""
        line = self.query_one(Line)
        line.value = self._value
        line.focus()

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
