"""Another embedding model, which is loaded before it is written to the settings."""

from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

from textual.screen import Screen

from ragtui_core import RagtuiError, Vault
from ragtui_core.settings import config_path, write_settings
from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import LineEntryDialog

QUESTION = (
    "Which model should embed the passages? `bundled` comes with ragtui; "
    "a sentence-transformers model is given by name or by the path of its folder.\n\n"
    "Every passage gets a new vector, in the background. The old vectors are used "
    "until the new ones are complete."
)


class ModelChange:
    """Asks on a screen for a model, loads it and writes its name to `config.toml`."""

    def __init__(self, screen: Screen[Any], vault: Vault) -> None:
        self._screen = screen
        self._vault = vault

    def ask(self) -> None:
        """Let the user name a model."""
        now = self._vault.settings.embedding.model
        entry = LineEntryDialog("Embed with another model", QUESTION, now, "begins")
        self._screen.app.push_screen(entry, self._named)

    def _named(self, name: str | None) -> None:
        name = (name or "").strip()
        if name and name != self._vault.settings.embedding.model:
            self._tell("loading the model, before anything changes")
            work = partial(self._try, name)
            self._screen.run_worker(work, thread=True, exclusive=True, group="model")

    def _try(self, name: str) -> None:
        """Load it, so that a wrong name changes nothing; blocks."""
        now = self._vault.settings
        tried = replace(now, embedding=replace(now.embedding, model=name))
        try:
            with closing(self._vault.under(tried)) as vault:
                vault.embedder()
            write_settings(config_path(), {"embedding.model": name})
        except RagtuiError as error:
            self._tell(f"{error} Nothing was changed.", is_error=True)

    def _tell(self, text: str, *, is_error: bool = False) -> None:
        self._screen.notify(
            formatting.one_line(text),
            title="Embedding",
            severity="error" if is_error else "information",
            markup=False,
        )
