"""The line that is searched for; Tab goes on with what is offered below it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ragtui_core import RagtuiError, Vault
from ragtui_core.search import Completion, is_completable
from ragtui_tui import formatting
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput


class QueryLine(LineInput):
    """Posts `TabPressed` while `has_offers`; else Tab moves the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete the word", show=False),
    ]

    class TabPressed(Message):
        """The user accepts the completion."""

    has_offers = False
    """Whether there is something to accept."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__("Search your notes", "Open", id="query")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Tab to the screen where nothing is offered."""
        if action == "complete":
            return self.has_offers
        return super().check_action(action, parameters)

    def action_complete(self) -> None:
        """Accept what is offered."""
        self.post_message(self.TabPressed())

    def put(self, offer: Completion) -> None:
        """Replace the word that is being typed."""
        rest = self.value[offer.end :]
        text = offer.text if not rest.startswith(" ") else offer.text.rstrip()
        self.value = self.value[: offer.start] + text + rest
        self.cursor_position = offer.start + len(text)


WIDTH = 34
"""Cells of a line."""


class CompletionList(OptionList, BackgroundWork, can_focus=False):
    """Never has the focus: the query line's keys move in it, and a click selects."""

    @dataclass
    class Found(Message, bubble=False):
        """The core's completions for a line as it was."""

        line: str
        """If the line has changed since, they are stale."""
        offers: tuple[Completion, ...]
        """Perhaps none."""

    def __init__(self, vault: Vault, line: QueryLine) -> None:
        """Complete what is typed in `line`, by what `vault` holds."""
        super().__init__(id="completions", markup=False)
        self._vault = vault
        self._line = line
        self._offers: tuple[Completion, ...] = ()
        self.display = False

    def update(self) -> None:
        """Look for completions, now that the line has changed."""
        line, at = self._line.value, self._line.cursor_position
        if is_completable(line[:at]):
            self.in_thread(lambda: self._look_up(line, at), "complete")
        else:
            self.close()

    def _look_up(self, line: str, at: int) -> None:
        try:
            offers = self._vault.complete(line, at)
        except RagtuiError:  # The search for the same line reports it.
            offers = ()
        self.post_message(self.Found(line, offers))

    @on(Found)
    def _show_found(self, event: Found) -> None:
        if event.line == self._line.value:
            self._show(event.offers if self._line.has_focus else ())

    def close(self) -> None:
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
        """Whether up and down move here; a name of a field may well be a mere word."""
        return self.is_open and not self._offers[0].is_field

    @property
    def chosen(self) -> Completion | None:
        """The one that Tab accepts."""
        if not self._offers or self.highlighted is None:
            return None
        return self._offers[self.highlighted]

    def _show(self, offers: Sequence[Completion]) -> None:
        self._line.has_offers = bool(offers)
        if tuple(offers) == self._offers:
            return
        self._offers = tuple(offers)
        self.clear_options()
        self.add_options([Option(_drawn(offer)) for offer in offers])
        self.highlighted = 0 if offers else None
        self.display = bool(offers)


def _drawn(offer: Completion) -> Content:
    count = "" if offer.count is None else f"{offer.count:,}"
    available = WIDTH - len(count) - 1
    name = Content(formatting.one_line(offer.label)).truncate(available, ellipsis=True)
    gap = " " * (available - name.cell_length + 1)
    return name + gap + Content.styled(count, "$foreground 60%")
