"""The query form: the line that is searched for, its options and its filters.

Tab goes on with what is offered; below the line are the search options, and a chip for
each filter.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ragtui_core import SearchedTime, Sort, TimeEffect, Vault
from ragtui_core.search import Clause, Completion, is_completable
from ragtui_tui import formatting
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.search_view.search_messages import FilterToggled, TimeRemoved
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput
from ragtui_tui.widgets.clickable_text import ClickableText, TextPart


class QueryLine(LineInput):
    """Tab accepts what is offered, or else moves the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete the word", show=False),
    ]

    accept: Callable[[], None] | None = None
    """Completes the word; None if nothing is offered."""

    def __init__(self) -> None:
        super().__init__("Search your notes", "Open", id="query")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Tab to the screen where nothing is offered."""
        if action == "complete":
            return self.accept is not None
        return super().check_action(action, parameters)

    def action_complete(self) -> None:
        """Accept what is offered."""
        if self.accept:
            self.accept()

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the line; the whole of it is emptied first.

        So what belongs to the former query goes with it.
        """
        if {start, end} == {0, len(self.value)}:
            self.value = ""
        super().replace(text, start, end)

    def put(self, offer: Completion) -> None:
        """Replace the word that is being typed."""
        rest = self.value[offer.end :]
        text = offer.text if not rest.startswith(" ") else offer.text.rstrip()
        self.value = self.value[: offer.start] + text + rest
        self.cursor_position = offer.start + len(text)


COMPLETION_CELLS = 34
"""Width of a line."""


class CompletionList(OptionList, BackgroundWork, can_focus=False):
    """Never has the focus: the query line's keys move in it, and a click selects.

    The name of a field, which may well be a mere word, is offered on the edge of the
    line, so that it hides no card.
    """

    def __init__(self, vault: Vault, line: QueryLine) -> None:
        """Complete what is typed in `line`, from the contents of `vault`."""
        super().__init__(id="completions", markup=False)
        self._vault = vault
        self._line = line
        self._offers: tuple[Completion, ...] = ()
        self.display = False

    def update(self) -> None:
        """Look for completions, now that the line has changed."""
        line, at = self._line.value, self._line.cursor_position
        if is_completable(line[:at]):
            read = partial(self._vault.complete, line, at)
            # The search for the same line reports an error.
            self.load(read, partial(self._show_of, line), "complete", failed=self.close)
        else:
            self.close()

    def _show_of(self, line: str, offers: Sequence[Completion]) -> None:
        """Show the completions for a line, unless it has changed since."""
        if line == self._line.value:
            self._show(offers if self._line.has_focus else ())

    def close(self, _: str = "") -> None:
        """Offer nothing."""
        self._show(())

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.accept()

    def accept(self) -> None:
        """Put the highlighted completion into the line."""
        if offer := self.chosen:
            self.close()
            self._line.put(offer)

    @property
    def is_open(self) -> bool:
        """Whether there is something to choose."""
        return bool(self._offers)

    @property
    def takes_arrows(self) -> bool:
        """Whether up and down move here: among values, and not for a field's name."""
        return self.is_open and not self._offers[0].is_field

    @property
    def takes_enter(self) -> bool:
        """Whether Enter accepts a value: it differs from what is typed already."""
        offer = self.chosen if self.takes_arrows else None
        if offer is None:
            return False
        typed = self._line.value[offer.start : offer.end]
        return typed.casefold() != offer.text.strip().casefold()

    @property
    def chosen(self) -> Completion | None:
        """The one that Tab accepts."""
        if not self._offers or self.highlighted is None:
            return None
        return self._offers[self.highlighted]

    def _show(self, offers: Sequence[Completion]) -> None:
        self._line.accept = self.accept if offers else None
        if tuple(offers) == self._offers:
            return
        self._offers = tuple(offers)
        self.clear_options()
        self.add_options([Option(_drawn(offer)) for offer in offers])
        self.highlighted = 0 if offers else None
        self.display = self.takes_arrows
        is_field = self.is_open and not self.takes_arrows
        self._line.border_title = f"Tab {offers[0].label}" if is_field else ""


def _drawn(offer: Completion) -> Content:
    count = "" if offer.count is None else f"{offer.count:,}"
    available = COMPLETION_CELLS - len(count) - 1
    name = Content(formatting.one_line(offer.label)).truncate(available, ellipsis=True)
    gap = " " * (available - name.cell_length + 1)
    return name + gap + Content.styled(count, "$foreground 60%")


SORT_NAMES = {
    Sort.RELEVANCE: "",
    Sort.NEWEST: "newest first",
    Sort.OLDEST: "oldest first",
}


class FilterChips(ClickableText, can_focus=True):
    """The filters, in the order of the line, its time, and an order that is not usual.

    Gone if there are none.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", "Previous filter", show=False),
        Binding("right,l", "move(1)", "Next filter", show=False),
        Binding("delete,backspace,enter,space", "remove", "Remove the filter"),
    ]

    chosen = reactive(0)
    """The chip that a key removes."""

    def __init__(self) -> None:
        super().__init__(id="chips")
        self.shown: tuple[Clause | SearchedTime, ...] = ()
        self._order = ""
        self.display = False

    @property
    def time(self) -> SearchedTime | None:
        """The time shown."""
        return next((p for p in self.shown if isinstance(p, SearchedTime)), None)

    def show_parts(
        self, clauses: Iterable[Clause], time: SearchedTime | None, order: str
    ) -> None:
        """Show these filters, the time that was searched for, and the order's name."""
        is_used = time and time.effect is not TimeEffect.DROPPED
        shown = (*clauses, *([time] if time and is_used else ()))
        if (shown, order) != (self.shown, self._order):
            self.shown, self._order = shown, order
            self.can_focus = bool(shown)
            self.chosen = min(self.chosen, max(0, len(shown) - 1))
            self._draw()

    def watch_chosen(self) -> None:
        """Draw the mark where it is now."""
        self._draw()

    def on_focus(self) -> None:
        """Show which chip a key removes."""
        self._draw()

    def on_blur(self) -> None:
        """There is none now."""
        self._draw()

    def _draw(self) -> None:
        pieces: list[TextPart] = []
        for number, part in enumerate(self.shown):
            here = self.has_focus and number == self.chosen
            style = "reverse bold" if here else "$text-accent on $accent 15%"
            name = part.shown if isinstance(part, SearchedTime) else part
            pieces.append((f" {name} ✗ ", style, f"remove({number})"))
            pieces.append((" ", "", ""))
        if self._order:
            pieces.append((f"^R {self._order}", "$foreground 70%", "run('cycle_sort')"))
        self.show(pieces)

    def action_move(self, step: int) -> None:
        """Choose the chip before or after."""
        self.chosen = max(0, min(len(self.shown) - 1, self.chosen + step))

    def action_remove(self, number: int | None = None) -> None:
        """Remove a filter or the time: the one chosen, or that clicked."""
        number = self.chosen if number is None else number
        if number < len(self.shown):
            part = self.shown[number]
            if isinstance(part, SearchedTime):
                self.post_message(TimeRemoved())
            else:
                self.post_message(FilterToggled(part))
