"""Runs one query in a worker's thread: quick results first, the best ones after."""

from collections.abc import Callable

from textual.message import Message

from ragtui_core.errors import IndexMissing, ModelError, RagtuiError
from ragtui_core.model import Mode, SearchResult
from ragtui_core.search.options import SearchOptions
from ragtui_core.vault import Vault
from ragtui_tui.messages.results import RecentFound, ResultsFound, SearchFailed

RECENT = 30
"""Documents shown for an empty query."""

LIMIT = 30
"""Hits shown: a few screens of cards."""

NOT_YET = "The vault is being read: what is there can be searched in a moment."


class Searcher:
    """Searches the vault, one call a query."""

    def __init__(self, vault: Vault) -> None:
        """Search `vault`."""
        self._vault = vault
        self._warm = False

    def run(self, query: str, mode: Mode, tell: Callable[[Message], bool]) -> None:
        """Search, and tell of results or why there are none; blocks.

        The first query by meaning loads the model (0.3 s): until then the words
        answer at once. `tell` says whether the answer is still wanted.
        """
        try:
            if not query.strip():
                tell(RecentFound(self._vault.recent(RECENT)))
                return
            if mode is Mode.HYBRID and not self._warm:
                quick = self._search(query, Mode.KEYWORD)
                if not tell(ResultsFound(quick, final=False)):
                    return
            result = self._search(query, mode)
            self._warm = self._warm or mode is not Mode.KEYWORD
            tell(ResultsFound(result, final=True))
        except IndexMissing:
            tell(SearchFailed(NOT_YET, severe=False))
        except ModelError as error:
            tell(SearchFailed(f"Search by meaning failed: {error}", severe=True))
        except RagtuiError as error:
            tell(SearchFailed(str(error), severe=True))

    def _search(self, query: str, mode: Mode) -> SearchResult:
        options = SearchOptions(limit=LIMIT, mode=mode, live=True)
        return self._vault.search(query, options)
