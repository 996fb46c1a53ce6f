"""Another embedding model: which one, whether it works, and then it is set."""

from dataclasses import replace
from functools import partial

from ragtui_core import ModelError, Vault
from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import LineEntryDialog
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.settings_writer import write_and_report

QUESTION = (
    "Which model shall embed the passages? `bundled` is the one that came with ragtui; "
    "a sentence-transformers model is given by name or by the path of its folder.\n\n"
    "Every passage gets a new vector, in the background. The old vectors serve until "
    "all the new ones are there."
)


class ModelChange:
    """Asks, loads, writes."""

    def __init__(self, pane: BackgroundWork, vault: Vault) -> None:
        """Work for `pane`, on `vault`."""
        self._pane = pane
        self._vault = vault

    def ask(self) -> None:
        """Let the user name a model."""
        now = self._vault.settings.embedding.model
        entry = LineEntryDialog("Embed with another model", QUESTION, now, "begins")
        self._pane.app.push_screen(entry, self._named)

    def _named(self, name: str | None) -> None:
        name = (name or "").strip()
        if name and name != self._vault.settings.embedding.model:
            self._say("loading the model, before anything changes")
            self._pane.in_thread(partial(self._try, name), "model")

    def _try(self, name: str) -> None:
        """Load it, since a name that leads nowhere shall change nothing; blocks."""
        from ragtui_core.embedding import open_embedder

        try:
            open_embedder(replace(self._vault.settings.embedding, model=name))
        except ModelError as error:
            reason = formatting.one_line(f"{error} Nothing was changed.")
            self._pane.app.call_from_thread(self._fail, reason)
        else:
            values = {"embedding.model": name}
            write_and_report(self._vault, values, self._pane.post_message)

    def _say(self, text: str) -> None:
        self._pane.notify(text, title="Embedding", markup=False)

    def _fail(self, reason: str) -> None:
        self._pane.notify(reason, title="Embedding", severity="error", markup=False)
