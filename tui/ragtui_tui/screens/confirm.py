"""A question that wants a yes before something big is done."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

from ragtui_tui.screens.dialog import Dialog


class ConfirmScreen(Dialog[bool]):
    """Asks; the answer is whether to do it. The focus begins on No."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "decide(False)", "No"),
        Binding("y", "decide(True)", "Yes"),
        Binding("left,right,h,l", "app.focus_next", "Other button", show=False),
    ]

    def __init__(self, title: str, question: str, verb: str) -> None:
        """Ask; all texts must be safe to show.

        Args:
            title: Above.
            question: What would be done.
            verb: What Yes does.
        """
        super().__init__(title)
        self._question, self._verb = question, verb

    def body(self) -> ComposeResult:
        """Lay out."""
        yield Static(self._question, markup=False)
        with Horizontal(classes="buttons"):
            yield Button("No (n)", id="no")
            yield Button(f"{self._verb} (y)", id="yes", variant="warning")

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_decide(self, sure: bool) -> None:
        """Answer."""
        self.dismiss(sure)
