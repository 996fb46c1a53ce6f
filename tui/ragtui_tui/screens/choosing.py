"""A list to choose from, narrowed by what is typed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

T = TypeVar("T")

SHOWN = 200
"""Choices listed at once; typing narrows the rest."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """Something to choose. Without a value it is only told why it cannot be chosen."""

    words: str
    value: T | None
    remark: str = ""


class ChoosingScreen(ModalScreen[T | None], Generic[T]):
    """Closes with what was chosen, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Close"),
        Binding("up", "move('cursor_up')", "Previous", show=False, priority=True),
        Binding("down", "move('cursor_down')", "Next", show=False, priority=True),
        Binding("pageup", "move('page_up')", "A page up", show=False),
        Binding("pagedown", "move('page_down')", "A page down", show=False),
    ]

    def __init__(self, title: str, choices: Sequence[Choice[T]], hint: str) -> None:
        """Offer `choices`, best first; all texts must be safe to show."""
        super().__init__()
        self._title = title
        self._choices = choices
        self._hint = hint
        self._listed: list[Choice[T]] = []

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter chooses · Esc closes"
            yield Input(placeholder=self._hint, compact=True)
            choices = OptionList(markup=False)
            choices.can_focus = False
            yield choices

    def on_mount(self) -> None:
        """List everything."""
        self._list("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._list(event.value)

    def _list(self, typed: str) -> None:
        words = typed.casefold().split()
        fits = (
            choice
            for choice in self._choices
            if all(word in choice.words.casefold() for word in words)
        )
        self._listed = [choice for choice, _ in zip(fits, range(SHOWN), strict=False)]
        choices = self.query_one(OptionList)
        choices.clear_options()
        choices.add_options(map(_option, self._listed))
        choices.action_first()

    def action_move(self, motion: str) -> None:
        """Move the cursor while typing."""
        getattr(self.query_one(OptionList), f"action_{motion}")()

    @on(Input.Submitted)
    def _choose(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        value = self._listed[event.option_index].value
        if value is not None:
            self.dismiss(value)


def _option(choice: Choice[T]) -> Option:
    style = "$foreground" if choice.value is not None else "$foreground 50%"
    text = Content.styled(choice.words, style)
    if choice.remark:
        text += Content.styled(f"  {choice.remark}", "$foreground 60%")
    return Option(text, disabled=choice.value is None)
