"""Runs one query in a worker's thread: quick results first, the best ones after."""

import threading
from collections.abc import Callable
from contextlib import suppress

from textual.message import Message

from ragtui_core import IndexMissing, Mode, ModelError, RagtuiError, Vault
from ragtui_tui.search_view.search_messages import (
    FacetsCounted,
    RecentFound,
    ResultsFound,
    SearchFailed,
)
from ragtui_tui.search_view.search_state import SearchState

RECENT = 30
"""Documents shown for an empty query."""

NOT_INDEXED_YET = "The vault is being indexed: it can be searched in a moment."

Report = Callable[[Message], None]
Wanted = Callable[[], bool]
Work = Callable[[SearchState, Report, Wanted], None]


class SearchRunner:
    """Searches the vault, one call a query; one search and one count at a time."""

    def __init__(self, vault: Vault) -> None:
        """Search `vault`."""
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
            except ModelError as error:
                report(SearchFailed(f"Search by meaning failed: {error}", severe=True))
            except RagtuiError as error:
                report(SearchFailed(str(error), severe=True))

    def count(self, state: SearchState, report: Report, wanted: Wanted) -> None:
        """Count the values of the filters; blocks, but no search waits for it.

        Args:
            state: A search that has been done, so its errors were reported.
            report: Takes the numbers.
            wanted: As of `run`.
        """
        with self._counting, suppress(RagtuiError):
            if wanted():
                report(FacetsCounted(self._vault.facets(state.query, state.options())))

    def _find(self, state: SearchState, report: Report, wanted: Wanted) -> None:
        if not state.query.strip():
            recent = self._vault.documents.recent(RECENT)
            report(RecentFound(recent, self._vault.saved_searches.all()))
            return
        if state.mode is Mode.HYBRID and not self._warm:
            quick = self._vault.search(state.query, state.options(Mode.KEYWORD))
            report(ResultsFound(quick, final=False))
            if not wanted():
                return
        result = self._vault.search(state.query, state.options())
        self._warm = self._warm or state.mode is not Mode.KEYWORD
        report(ResultsFound(result, final=True))
