"""What a search brought: words about it, cards, and the chosen document beside them."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList, Static

from ragtui_core.model import Confidence, Hit
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.messages.open_passage import OpenPassage
from ragtui_tui.messages.results import RecentFound, ResultsFound, SearchFailed
from ragtui_tui.passage import passage_of
from ragtui_tui.widgets.card_list import CardList
from ragtui_tui.widgets.preview import Preview


class Results(Vertical):
    """Shows the answers of searches; opens the chosen card."""

    def __init__(self, vault: Vault) -> None:
        """Read previews from `vault`."""
        super().__init__()
        self._vault = vault
        self.shown: tuple[str, bool] | None = None
        """The query whose results are shown, and whether they are final."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static(id="notes", markup=False)
        with Horizontal():
            yield CardList(id="cards")
            yield Preview(self._vault)

    @property
    def cards(self) -> CardList:
        """The list."""
        return self.query_one(CardList)

    def show(self, answer: Message) -> None:
        """Show what a search brought, or why it brought nothing."""
        before = self.shown and self.shown[0]
        match answer:
            case ResultsFound(result=result):
                self.shown = result.query, answer.final
                self.cards.show_entries(result.hits, keep=result.query == before)
                low = result.confidence is Confidence.LOW
                self._say(" ".join(result.notes), warn=low)
            case RecentFound(cards=cards):
                self.shown = "", True
                self.cards.show_entries(cards, keep=before == "")
                self._say("Recently changed" if cards else "There are no notes yet.")
            case SearchFailed():
                self.shown = None
                self.cards.show_entries((), keep=False)
                self._say(answer.explanation, warn=answer.severe)
        self.query_one(Preview).follow(self.cards.chosen)

    def _say(self, text: str, *, warn: bool = False) -> None:
        notes = self.query_one("#notes", Static)
        notes.update(wording.line(text))
        notes.set_class(warn, "-warning")
        notes.display = bool(text)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.query_one(Preview).follow(self.cards.chosen)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if message := self.opening():
            self.post_message(message)

    def opening(self) -> OpenPassage | None:
        """The message that opens the card under the cursor.

        Who wants it posts it: a message does not rise above the one that made it.
        """
        entry = self.cards.chosen
        if entry is None:
            return None
        passage = passage_of(entry) if isinstance(entry, Hit) else None
        return OpenPassage(entry.path, passage)
