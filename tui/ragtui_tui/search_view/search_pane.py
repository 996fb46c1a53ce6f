"""Home: a query line, and memory cards that come while one types."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Blur
from textual.message import Message
from textual.widgets import Input, OptionList

from ragtui_core.errors import RagtuiError
from ragtui_core.search.completion import Completion, may_go_on
from ragtui_core.search.line_editing import clauses_of, toggled, words_of
from ragtui_core.search.saved import SavedSearch
from ragtui_core.vault import Vault
from ragtui_tui import formatting
from ragtui_tui.messages import AskQuestion
from ragtui_tui.pane import Pane
from ragtui_tui.question_scope import Scope
from ragtui_tui.search_view.facet_list import FacetList
from ragtui_tui.search_view.filter_chips import FilterChips
from ragtui_tui.search_view.query_line import CompletionList, QueryLine
from ragtui_tui.search_view.search_messages import (
    FacetsCounted,
    FilterToggled,
    SavedChosen,
    SavedDeleted,
)
from ragtui_tui.search_view.search_results import ResultsView
from ragtui_tui.search_view.search_runner import SearchRunner, Work
from ragtui_tui.search_view.search_state import SearchState
from ragtui_tui.search_view.search_switches import SearchSwitches

if TYPE_CHECKING:
    from textual.timer import Timer


DEBOUNCE_SECONDS = 0.02
"""Typing rests this long before a search starts; below what one notices."""


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
        self.completions = CompletionList()
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


IDLE_SECONDS = 0.1
"""Filters are counted when cards have been there for so long and nobody typed on."""


class Narrowing(Pane):
    """Has the list of filters; `search` and what is asked are its subclass's."""

    _searcher: SearchRunner
    _facets_open = False
    _counting: "Timer | None" = None

    @property
    def facets(self) -> FacetList:
        """The list."""
        return self.query_one(FacetList)

    @abstractmethod
    def search(self) -> None:
        """Search again."""

    @abstractmethod
    def show_ways(self) -> None:
        """Show how is searched."""

    @abstractmethod
    def begin(self, work: Work, group: str) -> None:
        """Do a part of the search that was asked for last, in a thread."""

    def count_soon(self) -> None:
        """Count what the search can be narrowed by; its cards have just come."""
        self.count_later()
        if self._facets_open:
            self._counting = self.set_timer(
                IDLE_SECONDS, lambda: self.begin(self._searcher.count, "count")
            )

    def count_later(self) -> None:
        """Do not begin to count now: there is something else to do."""
        if self._counting:
            self._counting.stop()

    def action_toggle_facets(self) -> None:
        """Open the filters and go there, or close them."""
        if self._facets_open and not self.facets.has_focus:
            self.facets.focus()
            return
        self._facets_open = not self._facets_open
        self.show_ways()
        if self._facets_open:
            self.facets.focus()
            self.search()
        else:
            self.take_focus()


class Saving(Pane):
    """Saves and deletes searches, in threads."""

    _vault: Vault

    @abstractmethod
    def search(self) -> None:
        """Search again."""

    def save(self, state: SearchState) -> None:
        """Ask for a name, and keep the search under it."""
        if not state.query.strip():
            self.notify("Search for something first.", title="Nothing to save")
            return
        from ragtui_tui.dialogs.dialog import LineEntryDialog

        def named(name: str | None) -> None:
            if name is not None:
                found = SavedSearch(
                    name.strip(),
                    state.query.strip(),
                    state.mode,
                    state.sort,
                    state.dedup,
                )
                saved = self._vault.saved_searches
                self._keep(lambda: saved.save(found), f"Saved: {name}")

        about = "A name to find this search by, when the query line is empty."
        now = formatting.one_line(state.query.strip())
        entry = LineEntryDialog("Save this search", about, now, "saves")
        self.app.push_screen(entry, named)

    def forget(self, name: str) -> None:
        """Delete a saved search."""
        saved = self._vault.saved_searches
        self._keep(lambda: saved.delete(name), f"Deleted: {name}")

    def _keep(self, change: Callable[[], None], done: str) -> None:
        def work() -> None:
            try:
                change()
            except RagtuiError as error:
                text = formatting.one_line(str(error))
                self._say(text, title="Saved searches", severity="error")
                return
            self._say(formatting.one_line(done), title="Saved searches")
            self.app.call_from_thread(self.search)

        self.in_thread(work, "saving")

    def _say(self, text: str, **how: str) -> None:
        self.app.call_from_thread(self.notify, text, markup=False, **how)


class SearchPane(Completing, Narrowing, Saving):
    """The place where one searches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open"),
        Binding("up", "move('cursor_up')", "Previous card", show=False),
        Binding("down", "move('cursor_down')", "Next card", show=False),
        Binding("pageup", "move('page_up')", "A page of cards up", show=False),
        Binding("pagedown", "move('page_down')", "A page of cards down", show=False),
        Binding("ctrl+f", "toggle_facets", "Filters", priority=True),
        Binding("ctrl+g", "ask", "Ask"),
        Binding("ctrl+t", "cycle_mode", "Mode"),
        Binding("ctrl+r", "cycle_sort", "Sort by date or relevance", show=False),
        Binding("ctrl+l", "toggle_dedup", "One passage per note, or all", show=False),
        Binding("ctrl+y", "toggle_why", "ScoreExplanation this card", show=False),
        Binding("a", "ask_results", "Ask about these results", show=False),
        Binding("ctrl+s", "save", "Save this search", show=False),
        Binding("ctrl+n", "search_as_typed", "Search for words as typed", show=False),
        Binding("escape", "clear", "Clear"),
    ]

    @dataclass
    class Answered(Message):
        """A message from the search numbered `number`."""

        number: int
        """Counts searches; an older one is stale."""
        answer: Message
        """What it brought."""

    def __init__(self, vault: Vault) -> None:
        """Search `vault`."""
        super().__init__(vault)
        self._searcher = SearchRunner(vault)
        self._default_state = SearchState(mode=vault.settings.search.mode)
        self._state = self._default_state
        self._number = 0
        self._opens_first = False
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield QueryLine()
        yield self.completions
        yield SearchSwitches(id="switches")
        yield FilterChips()
        yield ResultsView(self._vault)

    def on_mount(self) -> None:
        """Show how is searched."""
        self.show_ways()

    @property
    def line(self) -> QueryLine:
        """Where one types."""
        return self.query_one(QueryLine)

    @property
    def _results(self) -> ResultsView:
        return self.query_one(ResultsView)

    @property
    def state(self) -> SearchState:
        """What is typed, and how it is to be searched for."""
        return replace(self._state, query=self.line.value)

    def take_focus(self) -> None:
        """Let the person type."""
        self.line.focus()

    def remember(self) -> dict[str, Any]:
        """The search as it stands, and what is open beside it."""
        return {**self.state.remember(), "facets": self._facets_open}

    def restore(self, state: dict[str, Any]) -> None:
        """Have everything as it was; typing replaces the query."""
        self._have(self._state.restored(state))
        self.line.select_all()
        self._facets_open = state.get("facets") is True
        self.show_ways()

    def _have(self, state: SearchState) -> None:
        with self.line.prevent(Input.Changed):
            self.line.value = state.query
        self._state = state
        self.show_ways()

    def _switch(self, state: SearchState) -> None:
        self._state = state
        self.show_ways()
        self.search()

    def show_ways(self) -> None:
        """Tell above the cards how is searched, and show the filters or not."""
        ways, opened = self.query_one(SearchSwitches), self._facets_open
        ways.show_state(self._state, facets=opened, default=self._default_state)
        self.query_one(FilterChips).show_clauses(clauses_of(self.line.value))
        self.facets.display = opened

    # --- searching ---

    def search(self) -> None:
        """Search for what is typed, now; also after the index has changed."""
        self._rest()
        self._number += 1
        self.begin(self._searcher.run, "search")

    def begin(self, work: Work, group: str) -> None:
        """Do a part of the search that was asked for last, in a thread."""
        number, state = self._number, self.state

        def tell(answer: Message) -> None:
            self.post_message(self.Answered(number, answer))

        def wanted() -> bool:
            return number == self._number

        self.in_thread(lambda: work(state, tell, wanted), group)

    def _rest(self) -> None:
        """Begin nothing now."""
        if self._timer:
            self._timer.stop()
        self.count_later()

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._rest()
        self._state = replace(self._state, correct=True)
        self._opens_first = False
        self.show_ways()
        self._timer = self.set_timer(DEBOUNCE_SECONDS, self.search)
        self.offer()

    @on(Answered)
    def _answered(self, event: Answered) -> None:
        event.stop()
        if event.number != self._number:
            return
        if isinstance(event.answer, FacetsCounted):
            self.facets.show_facets(event.answer.facets)
            return
        self._results.show(event.answer)
        shown = self._results.shown
        if shown and shown[1]:
            self.count_soon()
        if self._opens_first and shown == (self.line.value, True):
            self._opens_first = False
            self.action_open()

    @on(FilterToggled)
    def _narrow(self, event: FilterToggled) -> None:
        event.stop()
        self._have(replace(self.state, query=toggled(self.line.value, event.clause)))
        self.line.cursor_position = len(self.line.value)
        if (
            not self.query_one(FilterChips).clauses
            and self.query_one(FilterChips).has_focus
        ):
            self.take_focus()
        self.search()

    @on(SavedChosen)
    def _run_saved(self, event: SavedChosen) -> None:
        event.stop()
        saved = event.saved
        state = replace(
            self.state,
            query=saved.query,
            mode=saved.mode,
            sort=saved.sort,
            dedup=saved.dedup,
            correct=True,
        )
        self._have(state)
        self.take_focus()
        self.search()

    @on(SavedDeleted)
    def _forget(self, event: SavedDeleted) -> None:
        event.stop()
        self.forget(event.name)

    # --- actions ---

    @on(Input.Submitted, "#query")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        shown = self._results.shown
        if shown and shown[0] != self.line.value:
            self._opens_first = True  # the cards are of what was typed before
        else:
            self.action_open()

    def action_open(self) -> None:
        """Read the document of the chosen card, or run the saved search."""
        if message := self._results.opening():
            self.post_message(message)

    def action_move(self, motion: str) -> None:
        """Move among the cards, wherever the focus is, or among what is offered."""
        offers = self.completions
        target = offers if offers.takes_arrows else self._results.cards
        getattr(target, f"action_{motion}")()

    def action_cycle_mode(self) -> None:
        """Search by words, by meaning, or by both."""
        self._switch(self._state.with_next_mode())

    def action_cycle_sort(self) -> None:
        """Have the best first, or the newest."""
        self._switch(self._state.with_next_sort())

    def action_toggle_dedup(self) -> None:
        """Show one passage of each note first, or every passage in order."""
        self._switch(replace(self._state, dedup=not self._state.dedup))

    def action_toggle_why(self) -> None:
        """Tell how the chosen card came about, or not."""
        explain = not self._state.explain
        self._results.show_why(wanted=explain)
        self._switch(replace(self._state, explain=explain))

    def action_search_as_typed(self) -> None:
        """Take a correction back."""
        if self._results.corrected:
            self._switch(replace(self._state, correct=False))

    def offers(self) -> Sequence[Scope]:
        """What was found, if something was looked for."""
        query = self.line.value
        paths = self._results.paths
        if not query.strip() or not paths:
            return ()
        filters = [str(clause) for clause in clauses_of(query)]
        shown = paths if words_of(query) else ()
        return (Scope.results(query, shown, filters),)

    def action_ask(self) -> None:
        """Put what is typed to the chat; filters say where the answer may come from."""
        query = self.line.value
        filters = [str(clause) for clause in clauses_of(query)]
        if question := words_of(query):
            scope = Scope.results(query, filters=filters) if filters else None
            self.post_message(AskQuestion(question, scope))

    def action_ask_results(self) -> None:
        """Ask a question that these results alone shall answer."""
        if offers := self.offers():
            self.post_message(AskQuestion(scope=offers[0]))
        else:
            self.notify("Search for something first.", title="Nothing to ask about")

    def action_save(self) -> None:
        """Give this search a name."""
        self.save(self.state)

    def action_clear(self) -> None:
        """Close what is offered, else go to the query line, else empty it."""
        if self.completions.is_open:
            self.close_offers()
        elif self.line.has_focus:
            self.line.value = ""
        else:
            self.take_focus()
