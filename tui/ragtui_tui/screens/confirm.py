"""A question that wants a yes before something big is done."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class ConfirmScreen(ModalScreen[bool]):
    """Asks; the answer is whether to do it. The focus begins on No."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "decide(False)", "No"),
        Binding("y", "decide(True)", "Yes"),
        Binding("left,right,h,l", "app.focus_next", "Other button", show=False),
    ]

    def __init__(self, title: str, question: str, verb: str) -> None:
        """Ask `question`; `verb` names what Yes does."""
        super().__init__()
        self._title, self._question, self._verb = title, question, verb

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
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
