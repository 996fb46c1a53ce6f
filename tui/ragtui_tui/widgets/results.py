"""What a search brought: words about it, cards, and the chosen document beside them."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList

from ragtui_core.model import Hit
from ragtui_core.search.saved import SavedSearch
from ragtui_core.vault import Vault
from ragtui_tui.messages.narrowing import SavedChosen
from ragtui_tui.messages.open_passage import OpenPassage
from ragtui_tui.messages.results import RecentFound, ResultsFound, SearchFailed
from ragtui_tui.passage import passage_of
from ragtui_tui.widgets.card_list import CardList
from ragtui_tui.widgets.facet_list import FacetList
from ragtui_tui.widgets.notices import Notices
from ragtui_tui.widgets.preview import Preview
from ragtui_tui.widgets.why import Why


class Results(Vertical):
    """Shows the answers of searches; opens the chosen card."""

    def __init__(self, vault: Vault) -> None:
        """Read previews from `vault`."""
        super().__init__()
        self._vault = vault
        self.shown: tuple[str, bool] | None = None
        """The query whose results are shown, and whether they are final."""
        self.corrected = False
        """Whether what is shown was found by other words than those typed."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Notices()
        with Horizontal():
            yield FacetList()
            with Vertical():
                yield CardList(id="cards")
                yield Why()
            yield Preview(self._vault)

    @property
    def cards(self) -> CardList:
        """The list."""
        return self.query_one(CardList)

    @property
    def paths(self) -> tuple[str, ...]:
        """The documents shown, best first."""
        found = (e.path for e in self.cards.entries if not isinstance(e, SavedSearch))
        return tuple(dict.fromkeys(found))

    def show(self, answer: Message) -> None:
        """Show what a search brought, or why it brought nothing."""
        before = self.shown and self.shown[0]
        notices = self.query_one(Notices)
        self.corrected = False
        match answer:
            case ResultsFound(result=result):
                self.shown = result.query, answer.final
                self.corrected = bool(result.corrected)
                self.cards.show_entries(result.hits, keep=result.query == before)
                notices.tell(result)
            case RecentFound(cards=cards, saved=saved):
                self.shown = "", True
                self.cards.show_entries((*saved, *cards), keep=before == "")
                words = "Recently changed" if cards else "There are no notes yet."
                notices.say(f"Saved searches · {words}" if saved else words)
            case SearchFailed():
                self.shown = None
                self.cards.show_entries((), keep=False)
                notices.say(answer.explanation, warn=answer.severe)
        self._follow()

    def _follow(self) -> None:
        chosen = self.cards.chosen
        self.query_one(Preview).follow(chosen)
        if (why := self.query_one(Why)).display:
            why.explain(chosen)

    def show_why(self, *, wanted: bool) -> None:
        """Open or close the table on how the chosen card came about."""
        why = self.query_one(Why)
        why.display = wanted
        self._follow()

    @on(OptionList.OptionHighlighted, "#cards")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._follow()

    @on(OptionList.OptionSelected, "#cards")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if message := self.opening():
            self.post_message(message)

    def opening(self) -> OpenPassage | SavedChosen | None:
        """The message that opens the card under the cursor, or runs its search.

        Who wants it posts it: a message does not rise above the one that made it.
        """
        entry = self.cards.chosen
        if entry is None:
            return None
        if isinstance(entry, SavedSearch):
            return SavedChosen(entry)
        passage = passage_of(entry) if isinstance(entry, Hit) else None
        return OpenPassage(entry.path, passage)
