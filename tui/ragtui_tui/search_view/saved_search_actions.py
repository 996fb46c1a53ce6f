"""Saves searches under a name, and deletes them."""

from collections.abc import Callable

from ragtui_core import RagtuiError, Vault
from ragtui_core.search import SavedSearch
from ragtui_tui import formatting
from ragtui_tui.pane import Pane
from ragtui_tui.search_view.search_state import SearchState

TITLE = "Saved searches"
"""Of notifications."""


class SavedSearchActions:
    """Works in threads of a pane."""

    def __init__(self, pane: Pane, vault: Vault, changed: Callable[[], None]) -> None:
        """Keep the saved searches of `vault`; `changed` is called after each change."""
        self._pane = pane
        self._vault = vault
        self._changed = changed

    def save(self, state: SearchState) -> None:
        """Ask for a name, and save the search under it."""
        query = state.query.strip()
        if not query:
            self._pane.toast("Search for something first.", title="Nothing to save")
            return
        from ragtui_tui.dialogs.dialog import LineEntryDialog

        def named(name: str | None) -> None:
            if name is not None:
                saved = SavedSearch(
                    name.strip(), query, state.mode, state.sort, state.dedup
                )
                change = self._vault.saved_searches.save
                self._change(lambda: change(saved), f"Saved: {name}")

        about = "A name to find this search by, when the query line is empty."
        now = formatting.one_line(query)
        dialog = LineEntryDialog("Save this search", about, now, "saves")
        self._pane.app.push_screen(dialog, named)

    def delete(self, name: str) -> None:
        """Delete a saved search."""
        saved = self._vault.saved_searches
        self._change(lambda: saved.delete(name), f"Deleted: {name}")

    def _change(self, change: Callable[[], None], done: str) -> None:
        def work() -> None:
            try:
                change()
            except RagtuiError as error:
                self._pane.toast_from_thread(str(error), title=TITLE, severe=True)
                return
            self._pane.toast_from_thread(done, title=TITLE)
            self._pane.app.call_from_thread(self._changed)

        self._pane.in_thread(work, "saving")
