"""Embeds what a vault in PostgreSQL has without a vector, beside other processes.

A worker needs no file of the vault: the index has the texts.
"""

import threading
from collections.abc import Callable
from pathlib import Path

from ragtui_core.errors import ModelError, SettingsError
from ragtui_core.indexing.embedding_run import embed_pending
from ragtui_core.indexing.events import IndexListener
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.settings.folders import real_folder
from ragtui_core.settings.loading import load_settings
from ragtui_core.store.meta_keys import FOREIGN, MODEL, NEXT_MODEL
from ragtui_core.store.opening import open_shared
from ragtui_core.store.protocols import SharedStore
from ragtui_core.vault.index_location import data_directory, index_path
from ragtui_core.vault.model_registry import ModelRegistry

RETRY_SECONDS = 2.0
"""Interval for looking for new chunks."""


class EmbeddingWorker:
    """One of any number of processes that embed for one index."""

    def __init__(self, store: SharedStore, models: ModelRegistry) -> None:
        self._store = store
        self._models = models

    @property
    def location(self) -> str:
        """Where the index is, for the user to read."""
        return self._store.location

    def run(
        self,
        listener: IndexListener,
        stop: threading.Event,
        *,
        watch: bool = False,
    ) -> int:
        """Embed until nothing is pending; returns how many chunks remain.

        With `watch` it waits for more instead of ending. `stop` ends it after the
        current batch.

        Raises:
            IndexMissing: The vault was never indexed.
            ModelError: The index is embedded with another model, or this one fails.
            StorageError: The server cannot be used.
        """
        left = self._embed(listener, stop.is_set)
        while watch and not stop.wait(RETRY_SECONDS):
            left = self._embed(listener, stop.is_set)
        return left

    def _embed(self, listener: IndexListener, stop: Callable[[], bool]) -> int:
        models = self._models_of_index()
        with self._store.vector_writer() as vectors:
            return embed_pending(
                vectors,
                models.model_id,
                models.embedder,
                listener,
                stop,
                SearchPriority(),
            )

    def _models_of_index(self) -> ModelRegistry:
        """The models; another one would begin to replace all vectors."""
        with self._store.reader() as reader:
            known = [name for key in (MODEL, NEXT_MODEL) if (name := reader.meta(key))]
            foreign = float(reader.meta(FOREIGN) or 0)
        models = self._models.following(known, foreign)
        if known and models.model_id not in known:
            raise ModelError(
                f"{self.location} has vectors of {known[-1]}, and the settings name "
                f"{models.model_id}: set `embedding.model` as the vault does"
            )
        return models

    def close(self) -> None:
        """Close the connections."""
        self._store.close()


def open_worker(vault: str) -> EmbeddingWorker:
    """A worker for a vault by its folder, whose settings apply.

    On a machine that does not have the folder, it is the vault's name in the database,
    as `ragtui status` shows it after `#`.

    Raises:
        SettingsError: A setting is wrong, or none names a server.
        StorageError: The setting `store` cannot be used.
    """
    folder = Path(vault).expanduser()
    root = real_folder(folder) if folder.is_dir() else None
    named = {} if root else {"vault_name": vault}
    settings = load_settings(root, flags=named)
    if not settings.store:
        raise SettingsError(
            "workers embed for an index in PostgreSQL, and the setting `store` is "
            "empty: set it or RAGTUI_STORE (docs/team.md); `ragtui index` embeds for "
            "a file"
        )
    data = data_directory(settings.data_dir)
    store = open_shared(settings, index_path(data, root or folder))
    return EmbeddingWorker(store, ModelRegistry(settings))
