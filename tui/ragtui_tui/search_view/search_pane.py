"""The search view: a query line, and cards that appear as you type."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Blur
from textual.message import Message
from textual.widgets import Input

from ragtui_core import Sort, Vault
from ragtui_core.search import SavedSearch, clauses_of, toggle_clause, words_of_line
from ragtui_core.text import counted
from ragtui_tui import formatting
from ragtui_tui.command_names import named
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.messages import AskQuestion
from ragtui_tui.pane import Debounce, Pane
from ragtui_tui.question_scope import QuestionScope, ScopeKind
from ragtui_tui.search_view.facet_list import FacetList
from ragtui_tui.search_view.query_form import (
    SORT_NAMES,
    CompletionList,
    FilterChips,
    QueryLine,
)
from ragtui_tui.search_view.search_messages import (
    FacetsCounted,
    FilterToggled,
    LetterTyped,
    MoreWanted,
    SavedChosen,
    SavedDeleted,
    TimeRemoved,
)
from ragtui_tui.search_view.search_results import ResultsView
from ragtui_tui.search_view.search_runner import (
    LIMIT,
    SearchRunner,
    SearchState,
    Work,
)

DEBOUNCE_SECONDS = 0.02
"""How long the user pauses before a search starts; too short to notice."""

IDLE_SECONDS = 0.1
"""Filters are counted once the results have been unchanged for so long."""

MAX_QUERIES = 50
"""Queries that Up brings back."""

SAVED = "Saved searches"
"""The title of notifications."""


class SearchPane(Pane):
    """Composes the query line, its completions, the filters and the results."""

    BINDINGS: ClassVar[list[BindingType]] = named(
        "search",
        [
            Binding("enter", "open", "Open"),
            Binding("up", "move('cursor_up')", "Previous card, or query", show=False),
            Binding("down", "move('cursor_down')", "Next card", show=False),
            Binding("pageup", "move('page_up')", "A page of cards up", show=False),
            Binding(
                "pagedown", "move('page_down')", "A page of cards down", show=False
            ),
            Binding("ctrl+f", "toggle_facets", "Filters", priority=True),
            Binding("ctrl+g", "ask", "Ask"),
            Binding("ctrl+r", "cycle_sort", "Sort by date or relevance", show=False),
            Binding("a", "ask_results", "Ask about these results", show=False),
            Binding("c", "copy_results", "Copy these results", show=False),
            Binding("ctrl+s", "save", "Save this search", show=False),
            Binding(
                "ctrl+n", "search_as_typed", "Search for words as typed", show=False
            ),
            Binding("escape", "clear", "Clear"),
        ],
    )

    @dataclass
    class Answered(Message):
        """A message from the search numbered `number`."""

        number: int
        """Counts searches; an older one is stale."""
        answer: Message

    def __init__(self, vault: Vault, _: IndexingProgress) -> None:
        super().__init__(id="search")
        self._vault = vault
        self._runner = SearchRunner(vault)
        self._state = SearchState()
        self._facets_open = False
        self._number = 0
        self._opens_first = False
        self._queries: list[str] = []
        """What was searched for before and opened, latest last."""
        self._search_later = Debounce(self)
        self._count_later = Debounce(self)
        self.line = QueryLine()
        self._completions = CompletionList(vault, self.line)
        self._results = ResultsView(vault, self._completions)

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield self.line
        yield FilterChips()
        yield self._results

    def on_mount(self) -> None:
        """Show how is searched."""
        self.show_options()

    @property
    def facets(self) -> FacetList:
        """The values that results can be filtered by."""
        return self.query_one(FacetList)

    @property
    def state(self) -> SearchState:
        """What is typed, and how it is to be searched for."""
        return replace(self._state, query=self.line.value)

    def take_focus(self) -> None:
        """Focus the query, which typing replaces."""
        self.line.focus()
        self.line.select_all()

    def remember(self) -> dict[str, Any]:
        """The current search, those before it, and whether the filters are open."""
        kept = {"facets": self._facets_open, "queries": self._queries}
        return {**self.state.remember(), **kept}

    def restore(self, state: dict[str, Any]) -> None:
        """Have everything as it was; typing replaces the query."""
        self._have(self._state.restored(state))
        self.line.select_all()
        self._facets_open = state.get("facets") is True
        if isinstance(queries := state.get("queries"), list):
            self._queries = [text for text in queries if isinstance(text, str)]
        self.show_options()

    def _have(self, state: SearchState) -> None:
        with self.line.prevent(Input.Changed):
            self.line.value = state.query
        self._state = state.for_another_line()
        self.show_options()

    def _switch(self, state: SearchState) -> None:
        self._state = state
        self.show_options()
        self.search()

    def show_options(self) -> None:
        """Show the search options, and show or hide the filters."""
        line, order = self.line.value, SORT_NAMES[self._state.sort]
        time = self._results.time if line.strip() else None
        self.query_one(FilterChips).show_parts(clauses_of(line), time, order)
        self.facets.display = self._facets_open

    # --- searching ---

    def search(self) -> None:
        """Search for what is typed, now; also after the index has changed."""
        self._wait()
        self._number += 1
        self.begin(self._runner.run, "search")

    def begin(self, work: Work, group: str) -> None:
        """Do a part of the search that was asked for last, in a thread."""
        number, state = self._number, self.state

        def report(answer: Message) -> None:
            self.post_message(self.Answered(number, answer))

        def wanted() -> bool:
            return number == self._number

        self.in_thread(lambda: work(state, report, wanted), group)

    def _wait(self) -> None:
        """Begin neither a search nor a count now."""
        self._search_later.cancel()
        self._count_later.cancel()

    def _count_soon(self) -> None:
        """Count the values of the filters: the results have just come."""
        if self._facets_open:
            work = partial(self.begin, self._runner.count, "count")
            self._count_later.start(IDLE_SECONDS, work)

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._wait()
        self._state = replace(self._state, query=event.value).for_another_line()
        self._opens_first = False
        self.show_options()
        self._search_later.start(DEBOUNCE_SECONDS, self.search)
        self._completions.update()

    @on(Answered)
    def _answered(self, event: Answered) -> None:
        event.stop()
        if event.number != self._number:
            return
        if isinstance(event.answer, FacetsCounted):
            self.facets.show_facets(event.answer.facets)
            return
        self._results.show(event.answer)
        self.line.border_subtitle = self._results.count
        self.show_options()
        shown = self._results.shown
        if shown and shown[1]:
            self._count_soon()
        if self._opens_first and shown == (self.line.value, True):
            self._opens_first = False
            self.action_open()

    @on(FilterToggled)
    def _narrow(self, event: FilterToggled) -> None:
        event.stop()
        self._have(
            replace(self.state, query=toggle_clause(self.line.value, event.clause))
        )
        self.line.cursor_position = len(self.line.value)
        chips = self.query_one(FilterChips)
        if chips.has_focus and not chips.shown:
            self.line.focus()
        self.search()

    @on(LetterTyped)
    def _type_on(self, event: LetterTyped) -> None:
        event.stop()
        self.line.focus()
        self.line.insert_text_at_cursor(event.letter)

    @on(TimeRemoved)
    def _search_without_time(self, event: TimeRemoved) -> None:
        event.stop()
        self.line.focus()
        self._switch(replace(self._state, dates=False))

    @on(MoreWanted)
    def _show_more(self, event: MoreWanted) -> None:
        event.stop()
        if self._results.hides_weaker:
            self._switch(replace(self._state, weaker=True))
        else:
            self._switch(replace(self._state, limit=self._state.limit + LIMIT))

    @on(SavedChosen)
    def _run_saved(self, event: SavedChosen) -> None:
        event.stop()
        saved = event.saved
        self._have(replace(self.state, query=saved.query, sort=saved.sort))
        self.line.focus()
        self.search()

    @on(SavedDeleted)
    def _delete_saved(self, event: SavedDeleted) -> None:
        event.stop()
        delete = partial(self._vault.saved_searches.delete, event.name)
        self._change_saved(delete, f"Deleted: {event.name}")

    # --- completions ---

    def on_descendant_blur(self, event: Blur) -> None:
        """Close the completions once the focus is elsewhere."""
        if event.control is self.line:
            self._completions.close()

    # --- actions ---

    @on(Input.Submitted, "#query")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._completions.takes_enter:
            self._completions.accept()
            return
        shown = self._results.shown
        if shown and shown[0] != self.line.value:
            self._opens_first = True  # the cards are of what was typed before
        else:
            self.action_open()

    def action_open(self) -> None:
        """Read the document of the chosen card, or run the saved search."""
        if message := self._results.opening():
            self.post_message(message)
            self._keep_query()

    def _keep_query(self) -> None:
        """Have the query come back with Up."""
        query = self.line.value.strip()
        others = [other for other in self._queries if other != query]
        self._queries = [*others, *([query] if query else [])][-MAX_QUERIES:]

    def action_move(self, motion: str) -> None:
        """Move among the cards, wherever the focus is, or among what is offered.

        Up from the first card goes from an empty line to the last query, and from that
        to the one before.
        """
        completions, cards = self._completions, self._results.cards
        if completions.takes_arrows:
            getattr(completions, f"action_{motion}")()
        elif motion == "cursor_up" and not cards.highlighted and self._recall():
            self.line.cursor_position = len(self.line.value)
        else:
            getattr(cards, f"action_{motion}")()

    def _recall(self) -> bool:
        """Put the query before the one in the line there; whether there is one."""
        line = self.line.value.strip()
        past = [*self._queries, ""]
        before = past[: past.index(line)] if line in past else []
        if before:
            self.line.replace(before[-1], 0, len(self.line.value))
        return bool(before)

    def action_toggle_facets(self) -> None:
        """Open the filters and focus them, or close them."""
        if self._facets_open and not self.facets.has_focus:
            self.facets.focus()
            return
        self._facets_open = not self._facets_open
        self.show_options()
        if self._facets_open:
            self.facets.focus()
            self.search()
        else:
            self.line.focus()

    def action_cycle_sort(self) -> None:
        """Have the best first, or the newest."""
        orders = [*Sort]
        after = orders[(orders.index(self._state.sort) + 1) % len(orders)]
        self._switch(replace(self._state, sort=after))

    def action_search_as_typed(self) -> None:
        """Take a correction back, or else the time that was read in the line."""
        if self._results.corrected:
            self._switch(replace(self._state, correct=False))
        elif self.query_one(FilterChips).time:
            self._switch(replace(self._state, dates=False))

    def offers(self) -> Sequence[QuestionScope]:
        """What was found, if something was looked for."""
        query = self.line.value
        paths = self._results.paths
        if not query.strip() or not paths:
            return ()
        return (self._scope(paths if words_of_line(query) else ()),)

    def _scope(self, paths: tuple[str, ...]) -> QuestionScope:
        """What a question is about: these documents, or all with the filters."""
        query = self.line.value
        filters = tuple(map(str, clauses_of(query)))
        return QuestionScope(
            ScopeKind.RESULTS, query=query, paths=paths, filters=filters
        )

    def action_ask(self) -> None:
        """Put what is typed to the chat; filters limit the sources of the answer."""
        question, scope = words_of_line(self.line.value), self._scope(())
        self.post_message(AskQuestion(question, scope if scope.filters else None))

    def action_ask_results(self) -> None:
        """Ask a question about these results alone."""
        if offers := self.offers():
            self.post_message(AskQuestion(scope=offers[0]))
        else:
            self.toast("Search for something first.", title="Nothing to ask about")

    def action_copy_results(self) -> None:
        """Copy these results: links and passages, as a list of Markdown."""
        from ragtui_core.links import markdown_link

        hits = self._results.hits
        if not hits:
            self.toast("Search for something first.", title="Nothing to copy")
            return
        lines = (
            f"- {markdown_link(hit.path, hit.title)}: {hit.excerpt}" for hit in hits
        )
        self.app.copy_to_clipboard("\n".join(map(formatting.one_line, lines)))
        self.toast(f"Copied {counted(len(hits), 'result')}")

    def action_save(self) -> None:
        """Give this search a name."""
        query, sort = self.line.value.strip(), self._state.sort
        if not query:
            self.toast("Search for something first.", title="Nothing to save")
            return
        from ragtui_tui.dialogs.dialog import LineEntryDialog

        def named(name: str | None) -> None:
            if name is not None:
                saved = SavedSearch(name.strip(), query, sort)
                save = partial(self._vault.saved_searches.save, saved)
                self._change_saved(save, f"Saved: {name}")

        about = "A name to find this search by, when the query line is empty."
        now = formatting.one_line(query)
        dialog = LineEntryDialog("Save this search", about, now, "saves")
        self.app.push_screen(dialog, named)

    def _change_saved(self, change: Callable[[], None], done: str) -> None:
        def changed(_: None) -> None:
            self.toast(done, title=SAVED)
            self.search()

        self.load(change, changed, "saving", title=SAVED)

    def action_clear(self) -> None:
        """Close the completions; else leave the cards, or clear the line."""
        if self._completions.is_open:
            self._completions.close()
        elif not self.line.has_focus:
            self.line.focus()
        else:
            self._keep_query()
            self.line.value = ""
