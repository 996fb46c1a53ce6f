"""What a search brought: words about it, cards, and the chosen document beside them."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList

from ragtui_core import (
    Card,
    Confidence,
    Hit,
    SearchedTime,
    SearchResult,
    Vault,
)
from ragtui_core.search import SavedSearch, words_of_line
from ragtui_core.text import counted
from ragtui_tui import formatting
from ragtui_tui.document_page import Page, passage_of, preview
from ragtui_tui.messages import OpenPassage
from ragtui_tui.pane import BackgroundWork, Debounce
from ragtui_tui.search_view.facet_list import FacetList
from ragtui_tui.search_view.result_card import CardList, Entry
from ragtui_tui.search_view.search_messages import (
    MoreWanted,
    RecentFound,
    ResultsFound,
    SavedChosen,
    SearchFailed,
)
from ragtui_tui.widgets.clickable_text import ClickableText, TextPart
from ragtui_tui.widgets.document_heading import DocumentHeading

if TYPE_CHECKING:
    from ragtui_tui.reader_view.document_view import DocumentView

NO_NOTES = "There are no notes here yet: F12 creates one, F9 opens another folder."

SETTLE_SECONDS = 0.2
"""Seconds that the cursor stays on a card before its document is read."""


class Preview(Vertical, BackgroundWork):
    """Follows the cursor; reads files in a thread."""

    def __init__(self, vault: Vault) -> None:
        super().__init__()
        self.border_title = "Preview"
        self._vault = vault
        self._later = Debounce(self)
        self._view: DocumentView | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield DocumentHeading()

    def follow(self, entry: Entry | None) -> None:
        """Show an entry's document soon, unless another one comes first."""
        self._later.cancel()
        if entry is None or isinstance(entry, SavedSearch):
            self._clear()
        elif self.display:
            self._later.start(SETTLE_SECONDS, partial(self._start, entry))

    def _start(self, entry: Hit | Card) -> None:
        self.load(partial(self._read, entry), self._show, "read", failed=self._fail)

    def _read(self, entry: Hit | Card) -> Page:
        passage = passage_of(entry) if isinstance(entry, Hit) else None
        return preview(self._vault.documents.read(entry.path), passage)

    async def _show(self, page: Page) -> None:
        self.query_one(DocumentHeading).show_page(page)
        if self._view is None:
            self._view = await self._make_view()
        self._view.show_page(page)

    async def _make_view(self) -> "DocumentView":
        """The first paint has nothing to show in it, and does without."""
        from ragtui_tui.reader_view.document_view import DocumentView

        view = DocumentView()
        view.can_focus = False
        await self.mount(view)
        return view

    def _fail(self, reason: str) -> None:
        self._clear()
        self.query_one(DocumentHeading).clear(formatting.one_line(reason))

    def _clear(self) -> None:
        self.query_one(DocumentHeading).clear()
        if self._view:
            self._view.clear()


class ResultsView(Vertical):
    """Shows the answers of searches; opens the chosen card."""

    def __init__(self, vault: Vault, completions: Widget) -> None:
        """Show results of a vault; `completions` open over them, below the words."""
        super().__init__()
        self._vault = vault
        self._completions = completions
        self.shown: tuple[str, bool] | None = None
        """The query whose results are shown, and whether they are final."""
        self.corrected = False
        """Whether what is shown was found by other words than those typed."""
        self.time: SearchedTime | None = None
        self._found: ResultsFound | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield ResultNotes()
        yield self._completions
        with Horizontal():
            yield FacetList()
            with Vertical(id="found"):
                yield CardList(id="cards")
            yield Preview(self._vault)

    @property
    def cards(self) -> CardList:
        """The list."""
        return self.query_one(CardList)

    @property
    def hits(self) -> Sequence[Hit]:
        """The results that are shown, best first."""
        return [entry for entry in self.cards.entries if isinstance(entry, Hit)]

    @property
    def count(self) -> str:
        """How many results are shown, such as `12 results`; empty if none."""
        number = len(self.hits)
        if not number:
            return ""
        if not (self._found and self._found.is_limited):
            return counted(number, "result")
        result = self._found.result
        # Beside weaker results, all good matches are shown.
        says_all = result.weaker or result.found == f"{number}+"
        of_found = "" if says_all else f" of {result.found}"
        return f"first {number}{of_found} results"

    @property
    def hides_weaker(self) -> bool:
        """Whether weaker results were found that are not shown."""
        return self._found is not None and self._found.hides_weaker

    @property
    def paths(self) -> tuple[str, ...]:
        """The documents shown, best first."""
        found = (e.path for e in self.cards.entries if not isinstance(e, SavedSearch))
        return tuple(dict.fromkeys(found))

    def show(self, answer: Message) -> None:
        """Show what a search brought, or why it brought nothing."""
        before = self.shown and self.shown[0]
        notices = self.query_one(ResultNotes)
        self.corrected, self.time, self._found = False, None, None
        match answer:
            case ResultsFound(result=result):
                self.shown = result.query, answer.final
                self.corrected = bool(result.corrected)
                self.time, self._found = result.time, answer
                same = result.query == before
                self.cards.show_entries(
                    answer.hits, keep=same, more=answer.more, by_date=answer.by_date
                )
                notices.show_notes(result)
            case RecentFound(cards=cards, saved=saved):
                self.shown = "", True
                self.cards.show_entries((*saved, *cards), keep=before == "")
                words = "Recently changed" if cards else NO_NOTES
                notices.show_text(f"Saved searches · {words}" if saved else words)
            case SearchFailed():
                self.shown = None
                self.cards.show_entries((), keep=False)
                notices.show_text(answer.explanation, warn=answer.severe)
        self.query_one("#found").border_title = self.title
        self._follow()

    @property
    def title(self) -> str:
        """What the cards are; empty if there are none."""
        if self.hits:
            return "Results"
        return "Notes" if self.cards.entries else ""

    def _follow(self) -> None:
        chosen = self.cards.chosen
        self.query_one(Preview).follow(chosen)

    @on(OptionList.OptionHighlighted, "#cards")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._follow()

    @on(OptionList.OptionSelected, "#cards")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if message := self.opening():
            self.post_message(message)

    def opening(self) -> OpenPassage | SavedChosen | MoreWanted | None:
        """The message that opens the card under the cursor, or does what it says.

        The caller posts it: a message does not bubble above the widget that made it.
        """
        entry = self.cards.chosen
        if entry is None:
            return MoreWanted() if self.cards.is_at_end else None
        if isinstance(entry, SavedSearch):
            return SavedChosen(entry)
        passage = passage_of(entry) if isinstance(entry, Hit) else None
        return OpenPassage(entry.path, passage)


MAX_NOTE_LINES = 2
"""Lines of sentences that may take the place of cards; a third has what can be
undone, and the end of an error."""


class ResultNotes(ClickableText):
    """Sentences, as many whole ones as fit; a correction is taken back by a click."""

    KEEPS_LINE = True  # Else all cards would move with every other key.

    def __init__(self) -> None:
        super().__init__(id="notes")
        self._sentences: tuple[TextPart, ...] = ()

    def show_text(self, text: str, *, warn: bool = False) -> None:
        """Say something."""
        self.set_class(warn, "-warning")
        self._say([(text, "", "")] if text else [])

    def show_notes(self, result: SearchResult) -> None:
        """Say what was relaxed, corrected, missing or weak."""
        self.set_class(result.confidence is Confidence.LOW, "-warning")
        pieces: list[TextPart] = [(note, "", "") for note in result.notes]
        if result.corrected:
            words = f"^N Search instead for “{words_of_line(result.query)}”"
            link = (words, "bold $text-accent underline", "run('search_as_typed')")
            pieces.insert(1, link)
        self._say(pieces)

    def on_resize(self) -> None:
        """Leave out no sentence that fits now."""
        self._say(self._sentences)

    def _say(self, sentences: Sequence[TextPart]) -> None:
        self._sentences = tuple(sentences)
        width = self.size.width or self.app.size.width
        pieces: list[TextPart] = []
        for sentence in sentences:
            longer = [*pieces, (" ", "", ""), sentence] if pieces else [sentence]
            text = Content("".join(text for text, _, _ in longer))
            is_needed = not pieces or bool(sentence[2])
            if is_needed or text.get_height({}, width) <= MAX_NOTE_LINES:
                pieces = longer
        self.show(pieces)
