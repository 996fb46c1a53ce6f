"""A short list of which one is chosen."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ragtui_tui import wording


class ChoiceScreen(ModalScreen[str]):
    """Gives the chosen text; Esc gives None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave as it is"),
        Binding("j", "move('cursor_down')", "Next", show=False),
        Binding("k", "move('cursor_up')", "Previous", show=False),
    ]

    def __init__(self, title: str, choices: Sequence[str], chosen: str) -> None:
        """Offer `choices`, beginning on the one that is `chosen` now."""
        super().__init__()
        self._title, self._choices, self._now = title, choices, chosen

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = wording.line(self._title)
            box.border_subtitle = "Enter writes · Esc leaves"
            yield OptionList(
                *(Option(wording.line(choice)) for choice in self._choices),
                markup=False,
            )

    def on_mount(self) -> None:
        """Begin on what counts now."""
        if self._now in self._choices:
            self.query_one(OptionList).highlighted = self._choices.index(self._now)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._choices[event.option_index])

    def action_move(self, action: str) -> None:
        """Move as the list does by its own keys."""
        getattr(self.query_one(OptionList), f"action_{action}")()
