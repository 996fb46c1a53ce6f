"""Small questions to the person: a line of text, or yes and no."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class LinePrompt(ModalScreen[str | None]):
    """Closes with the line, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close")]

    def __init__(self, title: str, value: str) -> None:
        """Offer `value` to be changed; both must be safe to show."""
        super().__init__()
        self._title = title
        self._value = value

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter does it · Esc closes"
            yield Input(self._value, compact=True, select_on_focus=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())


class Confirmation(ModalScreen[bool]):
    """Closes with whether the person wants it; nothing happens by Enter alone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, title: str, question: str) -> None:
        """Ask; both texts must be safe to show."""
        super().__init__()
        self._title = title
        self._question = question

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            box.border_subtitle = "Y yes · N no"
            yield Static(self._question, markup=False)
