"""Dialogs: the common base, and those that ask one question."""

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from ragtui_tui import formatting
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput

T = TypeVar("T")

LAST = "Esc closes"


class Dialog(ModalScreen[T], Generic[T]):
    """Closes with what was decided, or with None; subclasses fill the box."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Close"),
    ]

    def __init__(self, title: str, *keys: str) -> None:
        """Say what keys do here, such as `Enter opens`."""
        super().__init__()
        self._title = title
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            yield from self.body()

    def on_resize(self) -> None:
        """List the keys that fit; the help lists all."""
        box = self.query_one(".dialog")
        keys = [*self._keys, LAST]
        while len(" · ".join(keys)) > box.size.width and len(keys) > 1:
            del keys[-2]
        box.border_subtitle = " · ".join(keys)

    @abstractmethod
    def body(self) -> ComposeResult:
        """The content of the box."""


class ConfirmDialog(Dialog[bool]):
    """Asks; the answer is whether to do it. The focus begins on No."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "decide(False)", "No"),
        Binding("y", "decide(True)", "Yes"),
        Binding("left,right,h,l", "app.focus_next", "Other button", show=False),
    ]

    def __init__(self, title: str, question: str, verb: str) -> None:
        """Ask; all texts must be safe to show. The verb is what Yes does."""
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


def blank(line: str) -> str:
    """Rejects an empty line only."""
    return "" if line.strip() else "Type something, or press Esc."


class LineEntryDialog(Dialog[str]):
    """Closes with the line, or with None."""

    def __init__(
        self,
        title: str,
        about: str,
        value: str,
        enter: str,
        fault: Callable[[str], str] = blank,
    ) -> None:
        """Begin with `value`; Enter does something with it, such as `saves`.

        `fault` says what is wrong with a line, in words; empty if nothing is.
        """
        super().__init__(title, f"Enter {enter}")
        self._about, self._value = about, value
        self._fault = fault

    def body(self) -> ComposeResult:
        """Lay out."""
        about = "\n".join(formatting.safe_lines(self._about))
        yield Static(about, markup=False)
        yield LineInput("", "Done", id="entry")
        yield Static(id="fault", markup=False)

    def on_mount(self) -> None:
        """Start with the current value; typing replaces it."""
        line = self.query_one(LineInput)
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
        words.update(formatting.one_line(fault))
        words.display = bool(fault)
