"""What a vault makes of its settings: indexer, search engine, link graph, audit log.

Each part is imported and made when it is first used. Other settings need other
services, so an indexing run or a search that is in progress keeps those it began with.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.errors import ModelError, RagtuiError
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.settings.schema import Settings
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.protocols import SharedStore, Store
from ragtui_core.types import ChunkId
from ragtui_core.vault.index_location import data_directory
from ragtui_core.vault.model_registry import ModelRegistry

if TYPE_CHECKING:
    from ragtui_core.answer.request import AnswerContext
    from ragtui_core.citations.current_files import CurrentFiles
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.history.audit_log import AuditLog
    from ragtui_core.history.conversation_store import ConversationStore
    from ragtui_core.indexing.coverage import VaultCoverage
    from ragtui_core.indexing.events import IndexEvent, IndexFinished, IndexListener
    from ragtui_core.indexing.indexer import Indexer
    from ragtui_core.links.link_graph import LinkGraph
    from ragtui_core.search.engine import SearchEngine
    from ragtui_core.store.reading.reader import Reader
    from ragtui_core.store.writing.vector_writer import VectorWriter


COPIED_AT_ONCE = 512
"""Vectors that are in memory while an index is copied: a megabyte."""


class VaultServices:
    """The services for one vault, index and settings."""

    def __init__(
        self,
        root: Path,
        store: Store,
        settings: Settings,
        today: Callable[[], date],
        models: ModelRegistry | None = None,
        priority: SearchPriority | None = None,
    ) -> None:
        self.models = models or ModelRegistry(settings)
        """The models of the settings."""
        self._root = root
        self._store = store
        self._settings = settings
        self._today = today
        self._priority = priority or SearchPriority()

    def under(self, settings: Settings) -> "VaultServices":
        """The services for other settings; unchanged models are shared."""
        return VaultServices(
            self._root,
            self._store,
            settings,
            self._today,
            self.models.under(settings),
            # A watch that is in progress yields to queries under the new settings too.
            self._priority,
        )

    @contextmanager
    def indexer(
        self, load_embedder: "Callable[[str], Embedder] | None", *, wait: float
    ) -> "Iterator[Indexer]":
        """The one indexer of the index, on this machine.

        Args:
            load_embedder: Loads the model with an id, by the vault's settings at that
                time; None embeds nothing.
            wait: Seconds to wait for another indexer; negative waits indefinitely.
        """
        from ragtui_core.indexing.indexer import Indexer

        store, priority = self._store, self._priority
        with store.writer(wait=wait) as writer:
            yield Indexer(
                self._root, self._settings, store, writer, priority, load_embedder
            )

    def run_indexer(
        self,
        load_embedder: "Callable[[str], Embedder] | None",
        listener: "IndexListener | None",
        cancelled: threading.Event,
        *,
        wait: float = 0.0,
    ) -> "IndexFinished":
        """Bring the index up to date once."""

        def report(event: "IndexEvent") -> None:
            self.refresh_names(event)
            if listener:
                listener(event)

        with self.indexer(load_embedder, wait=wait) as indexer:
            finished = indexer.run(report, cancelled)
        report(finished)
        return finished

    def copy_index(
        self,
        source: Store,
        listener: "IndexListener | None",
        cancelled: threading.Event,
    ) -> "IndexFinished":
        """Bring the index up to date, with the vectors and the rights of `source`."""
        with source.reader() as reader:
            model = reader.meta(MODEL)
        models = self.models.following([model], 0.0)
        if model and model != models.model_id:
            raise ModelError(
                f"the vectors of {source.location} are of the model {model}, and the "
                f"settings name {models.model_id}: set `embedding.model` to the former"
            )
        if isinstance(source, SharedStore) and isinstance(self._store, SharedStore):
            rights = source.access_rights.listed()
            with self._store.writer():
                pass  # Now there is a vault, if there was none.
            if rights is not None:
                self._store.access_rights.restrict(rights)
        with self._store.writer() as writer, source.reader() as reader:
            _copy_vectors(reader, writer.vectors, model)
        services = self.under(models.settings)
        return services.run_indexer(services.models.embedder_of, listener, cancelled)

    @property
    def engine(self) -> "SearchEngine":
        """The search engine; indexing yields to the caller."""
        self._priority.touch()
        return self._engine

    @cached_property
    def _engine(self) -> "SearchEngine":
        # Imported here: 40 ms less until the first paint.
        from ragtui_core.search.engine import SearchEngine

        settings = self._settings.search
        return SearchEngine(self._store, settings, self.models, self._today)

    @property
    def links(self) -> "LinkGraph":
        """The link graph; indexing yields to the caller."""
        self._priority.touch()
        return self._links

    def refresh_names(self, event: "IndexEvent") -> None:
        """Reload the cached names after an indexing event."""
        from ragtui_core.indexing.events import FileSkipped, IndexNotice, is_in_progress

        if "_links" in self.__dict__ and not isinstance(
            event, FileSkipped | IndexNotice
        ):
            # What cannot be read is reported to the one who asks for it.
            with suppress(RagtuiError):
                self._links.refresh(is_last=not is_in_progress(event))

    @cached_property
    def _links(self) -> "LinkGraph":
        from ragtui_core.links.link_graph import LinkGraph

        return LinkGraph(self._store, self._settings, self._root)

    def index_embedder(self) -> "Embedder | None":
        """The embedder of the index's vectors; None if it has no vectors."""
        self._priority.touch()
        with self._store.reader() as reader:
            models = self.models.serving(reader.meta(MODEL))
            has_vectors = reader.vectors.has_model(models.model_id)
        return models.embedder() if has_vectors else None

    @property
    def coverage(self) -> "VaultCoverage":
        """Coverage of the vault by the index."""
        from ragtui_core.indexing.coverage import VaultCoverage

        settings, model = self._settings, self.models.model_id
        return VaultCoverage(self._root, settings, self._store, model)

    @cached_property
    def audit_log(self) -> "AuditLog":
        """The audit log, shared by all vaults."""
        from ragtui_core.history.audit_log import FOLDER, AuditLog

        folder = data_directory(self._settings.data_dir) / FOLDER
        return AuditLog(folder, self._settings.log, self._today)

    def answer_context(
        self, files: "CurrentFiles", chats: "ConversationStore"
    ) -> "AnswerContext":
        """What an answer needs of the vault; indexing yields to its searches."""
        from ragtui_core.answer.request import AnswerContext

        return AnswerContext(
            vault=self._root,
            search=lambda query, options: self.engine.search(query, options),
            files=files,
            load_embedder=self.index_embedder,
            load_cross_encoder=self.models.cross_encoder,
            settings=self._settings.answer,
            chats=chats,
            audit_log=self.audit_log,
            today=self._today,
        )


def _copy_vectors(source: "Reader", target: "VectorWriter", model: str) -> None:
    """Keep the vectors of an index for the chunks that are written to another one."""
    dimension, chunk = source.vectors.dimension, ChunkId(0)
    if not (dimension and target.available):
        return
    target.use_model(model, dimension)
    if target.models()[0] != model:
        return  # It serves vectors of another model until its own are made.
    with target.transaction():
        while keys := source.embedded_keys(chunk, COPIED_AT_ONCE):
            chunk = keys[-1][0]
            vectors = source.vectors.of(chunk for chunk, _ in keys)
            target.keep((key, vectors[of]) for of, key in keys if of in vectors)
        target.take_former(target.pending(model))
