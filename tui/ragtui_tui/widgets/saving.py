"""The part of the search pane that keeps searches under a name."""

from abc import abstractmethod
from collections.abc import Callable

from ragtui_core.errors import RagtuiError
from ragtui_core.search.saved import SavedSearch
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.asked import Asked
from ragtui_tui.widgets.pane import Pane


class Saving(Pane):
    """Saves and deletes searches, in threads."""

    _vault: Vault

    @abstractmethod
    def search(self) -> None:
        """Search again."""

    def save(self, asked: Asked) -> None:
        """Ask for a name, and keep the search under it."""
        if not asked.query.strip():
            self.notify("Search for something first.", title="Nothing to save")
            return
        from ragtui_tui.screens.line_entry import LineEntry

        def named(name: str | None) -> None:
            if name is not None:
                found = SavedSearch(
                    name.strip(),
                    asked.query.strip(),
                    asked.mode,
                    asked.sort,
                    asked.dedup,
                )
                saved = self._vault.saved_searches
                self._keep(lambda: saved.save(found), f"Saved: {name}")

        about = "A name to find this search by, when the query line is empty."
        now = wording.line(asked.query.strip())
        entry = LineEntry("Save this search", about, now, "saves")
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
                text = wording.line(str(error))
                self._say(text, title="Saved searches", severity="error")
                return
            self._say(wording.line(done), title="Saved searches")
            self.app.call_from_thread(self.search)

        self.in_thread(work, "saving")

    def _say(self, text: str, **how: str) -> None:
        self.app.call_from_thread(self.notify, text, markup=False, **how)
