"""A list to choose from; a long one is narrowed by letters that are typed."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import Dialog
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput

T = TypeVar("T")

SHOWN = 200
"""Choices listed at once; typing narrows the rest."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """Something to choose. Without a value it shows why it cannot be chosen."""

    words: str
    value: T | None
    remark: str = ""


def _letters(word: str) -> re.Pattern[str]:
    """Finds the letters of a word in their order, from each place where they begin."""
    return re.compile(f"(?=({'.*?'.join(map(re.escape, word))}))")


def _distance(choice: Choice[Any], patterns: Sequence[re.Pattern[str]]) -> float:
    """How many characters the letters of each word are spread over; infinite if none.

    The fewer, the better a choice fits what is typed.
    """
    text = f"{choice.words} {choice.remark}".casefold()
    spread = (map(len, pattern.findall(text)) for pattern in patterns)
    return sum(min(lengths, default=math.inf) for lengths in spread)


class ChoiceDialog(Dialog[T | None], Generic[T]):
    """Closes with what was chosen, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('cursor_up')", "Previous", show=False, priority=True),
        Binding("down", "move('cursor_down')", "Next", show=False, priority=True),
        Binding("k", "move('cursor_up')", "Previous", show=False),
        Binding("j", "move('cursor_down')", "Next", show=False),
        Binding("pageup", "move('page_up')", "A page up", show=False),
        Binding("pagedown", "move('page_down')", "A page down", show=False),
    ]

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice[T]],
        now: T | None,
        hint: str = "",
        typed: Callable[[str], T] | None = None,
    ) -> None:
        """Offer `choices`, best first; all texts must be safe to show.

        What counts `now` is marked, and the cursor begins there. The `hint` says what
        to type to narrow the list; without one nothing can be typed. With `typed`, the
        text itself is the last choice, whose value it is given.
        """
        super().__init__(title, "Enter chooses")
        self._choices = choices
        self._now = now
        self._hint = hint
        self._typed_value = typed
        self._listed: list[Choice[T]] = []

    def body(self) -> ComposeResult:
        """Lay out."""
        choices = OptionList(markup=False)
        if self._hint:
            yield LineInput(self._hint, "Choose", id="narrow")
            choices.can_focus = False
        yield choices

    def on_mount(self) -> None:
        """List everything, and begin on what counts now."""
        self._list("")
        values = [choice.value for choice in self._listed]
        if self._now in values:
            self.query_one(OptionList).highlighted = values.index(self._now)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._list(event.value)

    def _list(self, typed: str) -> None:
        patterns = [_letters(word) for word in typed.casefold().split()]
        fits = [(_distance(choice, patterns), choice) for choice in self._choices]
        near = sorted((fit for fit in fits if fit[0] < math.inf), key=itemgetter(0))
        self._listed = [choice for _, choice in near[:SHOWN]]
        if self._typed_value and (text := typed.strip()):
            choice = Choice(formatting.one_line(text), self._typed_value(text))
            self._listed.append(choice)
        choices = self.query_one(OptionList)
        choices.clear_options()
        choices.add_options(map(self._option, self._listed))
        if typed and not self._listed:
            nothing = Content.styled("No matches.", formatting.MUTED)
            choices.add_option(Option(nothing, disabled=True))
        choices.action_first()

    def _option(self, choice: Choice[T]) -> Option:
        is_now = choice.value is not None and choice.value == self._now
        style = "$foreground" if choice.value is not None else "$foreground 50%"
        mark = ("● " if is_now else "  ", "$text-success")
        text = Content.assemble(mark, (choice.words, style))
        if choice.remark:
            text += Content.styled(f"  {choice.remark}", "$foreground 60%")
        return Option(text, disabled=choice.value is None)

    def action_move(self, motion: str) -> None:
        """Move the cursor, also while typing."""
        getattr(self.query_one(OptionList), f"action_{motion}")()

    @on(Input.Submitted)
    def _choose(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        value = self._listed[event.option_index].value
        if value is not None:
            self.dismiss(value)
