"""Searches as the screen asks for them: run in threads, or saved under a name."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from textual.message import Message

from ragtui_core import (
    IndexMissing,
    Mode,
    RagtuiError,
    SearchOptions,
    SearchResult,
    Sort,
    Vault,
)
from ragtui_tui.search_view.search_messages import (
    FacetsCounted,
    RecentFound,
    ResultsFound,
    SearchFailed,
)

LIMIT = 30
"""Hits shown: a few screens of cards."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """What is typed, and how it is to be searched for."""

    query: str = ""
    sort: Sort = Sort.RELEVANCE
    limit: int = LIMIT
    weaker: bool = False
    """Whether those after the last good match are shown."""
    dates: bool = True
    """Whether a time is read in the query; off if it is meant as words."""
    correct: bool = True
    """Whether typos are corrected; off if the words are meant as typed."""

    def options(self, mode: Mode | None = None) -> SearchOptions:
        """For the core; with another `mode` than the settings', perhaps."""
        return SearchOptions(
            limit=self.limit,
            mode=mode,
            sort=self.sort,
            correct=self.correct,
            dates=self.dates,
            as_you_type=True,
        )

    def found(self, result: SearchResult, *, final: bool) -> ResultsFound:
        """What such a search brought."""
        by_date = result.by_date or self.sort is not Sort.RELEVANCE
        return ResultsFound(result, final, self.limit, self.weaker, by_date)

    def for_another_line(self) -> "SearchState":
        """For another line: no more results than usual, and typos corrected.

        Once it is empty, all is as at first.
        """
        if not self.query.strip():
            return SearchState(self.query)
        return replace(self, limit=LIMIT, weaker=False, correct=True)

    def remember(self) -> dict[str, Any]:
        """The state as JSON; what `restored` takes."""
        return {"query": self.query, "sort": self.sort.value}

    def restored(self, state: dict[str, Any]) -> "SearchState":
        """The state as remembered; what is missing or invalid stays as it is."""
        query, sort = state.get("query"), state.get("sort")
        return replace(
            self,
            query=query if isinstance(query, str) else self.query,
            sort=Sort(sort) if sort in set(Sort) else self.sort,
        )


RECENT = 30
"""Documents shown for an empty query."""

NOT_INDEXED_YET = "The vault is being indexed: it can be searched in a moment."

Report = Callable[[Message], None]
Wanted = Callable[[], bool]
Work = Callable[[SearchState, Report, Wanted], None]


class SearchRunner:
    """Searches the vault, one call a query; one search and one count at a time."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._warm = False
        self._turn = threading.Lock()
        self._counting = threading.Lock()

    def run(self, state: SearchState, report: Report, wanted: Wanted) -> None:
        """Search, and report results or why there are none; blocks.

        The first query by meaning loads the model (0.3 s): until then the words
        answer at once.

        Args:
            state: What to look for.
            report: Takes what was found.
            wanted: Whether nothing newer was asked meanwhile. On a slow machine,
                searches that wait for their turn are let go.
        """
        with self._turn:
            if not wanted():
                return
            try:
                self._find(state, report, wanted)
            except IndexMissing:
                report(SearchFailed(NOT_INDEXED_YET, severe=False))
            except RagtuiError as error:
                report(SearchFailed(str(error), severe=True))

    def count(self, state: SearchState, report: Report, wanted: Wanted) -> None:
        """Count the values of the filters; blocks, but no search waits for it.

        The search was done before, so its errors were reported.
        """
        with self._counting, suppress(RagtuiError):
            if wanted():
                report(FacetsCounted(self._vault.facets(state.query, state.options())))

    def _find(self, state: SearchState, report: Report, wanted: Wanted) -> None:
        if not state.query.strip():
            recent = self._vault.documents.recent(RECENT)
            report(RecentFound(recent, self._vault.saved_searches.all()))
            return
        mode = self._vault.settings.search.mode
        if mode is Mode.HYBRID and not self._warm:
            quick = self._vault.search(state.query, state.options(Mode.KEYWORD))
            report(state.found(quick, final=False))
            if not wanted():
                return
        result = self._vault.search(state.query, state.options())
        self._warm = self._warm or mode is not Mode.KEYWORD
        report(state.found(result, final=True))
