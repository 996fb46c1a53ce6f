"""Runs both phases of indexing, once or continuously."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ragtui_core.embedding.embedder import Embedder, model_id
from ragtui_core.indexing.embedding_run import embed_pending
from ragtui_core.indexing.events import IndexFinished, IndexListener
from ragtui_core.indexing.indexer import Indexer
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.indexing.watcher import Watch
from ragtui_core.settings.schema import Settings
from ragtui_core.store import facts
from ragtui_core.store.protocols import Store, Writer


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Indexes a vault, once or continuously.

    Attributes:
        root: The folder, a real path.
        settings: The settings for files, chunks and model.
        load_settings: Reads them again while the vault is watched.
        store: The index.
        load_embedder: Loads the embedding model.
        listener: Receives the events.
        priority: Yields to searches.
        embed: Whether to embed chunks.
        wait: Seconds to wait for another indexer; negative waits indefinitely.
    """

    root: Path
    settings: Settings
    load_settings: Callable[[], Settings]
    store: Store
    load_embedder: Callable[[], Embedder]
    listener: IndexListener
    priority: SearchPriority
    embed: bool
    wait: float

    def run(self, cancelled: threading.Event) -> IndexFinished:
        """Update the index once: first for keyword search, then for semantic search.

        Args:
            cancelled: Ends the run after the current batch; the next run resumes.
        """
        started = time.monotonic()
        with self._indexing() as (indexer, writer):
            complete = indexer.update(self.listener, cancelled)
            remaining = self._embed_pending(indexer, writer, cancelled.is_set)
        with self.store.reader() as reader:
            documents, chunks, embedded = reader.counts()
            skipped = len(reader.skipped())
        finished = IndexFinished(
            documents=documents,
            chunks=chunks,
            pending=chunks - embedded,
            skipped=skipped,
            interrupted=not complete or (cancelled.is_set() and remaining > 0),
            seconds=time.monotonic() - started,
        )
        self.listener(finished)
        return finished

    def follow(self, stop: threading.Event) -> None:
        """Update the index, then follow the vault's changes until `stop` is set."""
        with self._indexing() as (indexer, writer):
            Watch(
                self.root,
                indexer,
                lambda stopped: self._embed_pending(indexer, writer, stopped),
                self.load_settings,
                lambda: self.store.are_deletions_accepted,
                self.listener,
                stop,
            ).run()

    @contextmanager
    def _indexing(self) -> Iterator[tuple[Indexer, Writer]]:
        with self.store.writer(wait=self.wait) as writer:
            if writer.meta(facts.VAULT) != str(self.root):
                writer.set_meta(facts.VAULT, str(self.root))
            accepted = self.store.take_acceptance
            indexer = Indexer(self.root, self.settings, writer, self.priority, accepted)
            yield indexer, writer

    def _embed_pending(
        self, indexer: Indexer, writer: Writer, stop: Callable[[], bool]
    ) -> int:
        """Embed chunks without a vector; returns how many remain."""
        if not self.embed:
            return 0
        model = model_id(indexer.settings.embedding)
        return embed_pending(
            writer, model, self.load_embedder, self.listener, stop, self.priority
        )
