"""The part of the search pane that completes names of fields and values."""

from abc import abstractmethod
from dataclasses import dataclass

from textual import on
from textual.events import Blur
from textual.message import Message
from textual.widgets import OptionList

from ragtui_core.errors import RagtuiError
from ragtui_core.search.completion import Completion, may_go_on
from ragtui_core.vault import Vault
from ragtui_tui.widgets.completions import Completions
from ragtui_tui.widgets.pane import Pane
from ragtui_tui.widgets.query_line import QueryLine


class Completing(Pane):
    """Offers how the word before the cursor may go on."""

    @dataclass
    class Offered(Message):
        """The core's offers for a line as it was."""

        line: str
        """If the line has changed since, they are stale."""
        offers: tuple[Completion, ...]
        """Perhaps none."""

    def __init__(self, vault: Vault) -> None:
        """Complete from `vault`."""
        super().__init__(id="search")
        self._vault = vault
        self.completions = Completions()
        """The list below the line."""

    @property
    @abstractmethod
    def line(self) -> QueryLine:
        """Where one types."""

    def offer(self) -> None:
        """Look for offers, now that the line has changed."""
        line, at = self.line.value, self.line.cursor_position
        if may_go_on(line[:at]):
            self.in_thread(lambda: self._look(line, at), "complete")
        else:
            self.close_offers()

    def _look(self, line: str, at: int) -> None:
        try:
            offers = self._vault.complete(line, at)
        except RagtuiError:  # The search for the same line tells it.
            offers = ()
        self.post_message(self.Offered(line, offers))

    @on(Offered)
    def _offered(self, event: Offered) -> None:
        event.stop()
        if event.line == self.line.value:
            self._show(event.offers if self.line.has_focus else ())

    def close_offers(self) -> None:
        """Offer nothing."""
        self._show(())

    def _show(self, offers: tuple[Completion, ...]) -> None:
        if offers or self.completions.is_open:
            self.completions.offer(offers)
            self.line.has_offers = bool(offers)

    @on(OptionList.OptionSelected, "#completions")
    @on(QueryLine.TabPressed)
    def _accept(self, event: Message) -> None:
        event.stop()
        if offer := self.completions.chosen:
            self.close_offers()
            self.line.put(offer)

    def on_descendant_blur(self, event: Blur) -> None:
        """Offer nothing to who went elsewhere."""
        if event.control is self.line:
            self.close_offers()
