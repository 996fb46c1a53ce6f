"""Brings an index up to date in steps: scan, read, chunk, write, embed."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from ragtui_core.documents.loader import Loaders
from ragtui_core.embedding.embedder import Embedder, model_id
from ragtui_core.errors import DeletionsRefused
from ragtui_core.indexing.difference import (
    Difference,
    compare,
    is_doubtful,
    lost_files,
    lost_files_message,
)
from ragtui_core.indexing.embedding_run import embed_pending
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexFinished,
    IndexListener,
    ReadingProgress,
)
from ragtui_core.indexing.file_reader import (
    BATCH_FILES,
    Batch,
    FileReader,
    Request,
    read_batches,
    signature,
)
from ragtui_core.indexing.scanner import (
    FolderIdentity,
    Scan,
    check_same_folder,
    folder_identity,
    scan_file,
    scan_vault,
)
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.settings.schema import Settings
from ragtui_core.store.facts import INDEXED_AT, MISSING, SIGNATURE, VAULT
from ragtui_core.store.protocols import Store, Writer
from ragtui_core.store.records import IndexChange


class Indexer:
    """Makes the index of one vault equal to the vault.

    `update` and `update_files` scan, read and chunk files and write them for keyword
    search; `embed` adds the vectors for semantic search.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        store: Store,
        writer: Writer,
        priority: SearchPriority,
        load_embedder: Callable[[], Embedder] | None,
    ) -> None:
        """Index the vault `root`.

        Args:
            root: The folder, a real path.
            settings: The settings for files, chunks and model.
            store: The index.
            writer: The writer of `store`.
            priority: Yields to searches.
            load_embedder: Loads the embedding model; None embeds nothing.
        """
        self.root = root
        """The vault, as a real path."""
        self.settings = settings
        """The settings in use, which may be replaced between two calls."""
        self._store = store
        self._writer = writer
        self._priority = priority
        self._load_embedder = load_embedder
        self._links: dict[str, str] = {}
        if writer.meta(VAULT) != str(root):
            writer.set_meta(VAULT, str(root))

    def run(self, listener: IndexListener, cancelled: threading.Event) -> bool:
        """Update, then embed; False if it was cancelled before the end.

        Args:
            listener: Receives the events.
            cancelled: Ends the run after the current batch; the next run resumes.

        Raises:
            The same as `update` and `embed`.
        """
        complete = self.update(listener, cancelled)
        remaining = self.embed(listener, cancelled.is_set)
        return complete and not (cancelled.is_set() and remaining)

    # --- scan, read, chunk, write ---

    def update(self, listener: IndexListener, cancelled: threading.Event) -> bool:
        """Bring the whole index up to date; False if it was cancelled.

        Raises:
            VaultError: The vault cannot be read.
            DeletionsRefused: Most of the vault's files are gone; nothing was written.
            StorageError: The index cannot be written.
        """
        folder = folder_identity(self.root)
        scan = scan_vault(self.root, self.settings.index)
        self._links = scan.links
        known = self._writer.files()
        own = signature(self.settings.chunking)
        force = self._writer.meta(SIGNATURE) != own
        loaders = self._loaders
        for path in self._writer.extracted_otherwise(loaders.encodings()):
            known[path] = known[path]._replace(hash=b"", size=-1)
        # Notes first: they can be searched before the first file is extracted.
        difference = compare(scan.files, known, force=force, is_last=loaders.extracts)
        self._refuse_doubtful(difference, len(known))
        # While documents of two signatures are mixed, the index has none: if the
        # settings were changed back after an interruption, it would look up to date.
        facts = {SIGNATURE: "" if known else own} if force else {}
        self._writer.replace_skipped(scan.skipped, facts)
        for item in scan.skipped:
            listener(FileSkipped(item.path, item.reason))
        self._write(difference, folder, listener, cancelled)
        if cancelled.is_set():
            return False
        listener(difference.summary())
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._writer.set_facts({SIGNATURE: own, INDEXED_AT: now, MISSING: ""})
        self._prune_cache()
        return True

    def update_files(self, paths: Collection[str], listener: IndexListener) -> None:
        """Bring the entries of some files up to date, whatever their size and time.

        For changed files reported by a watcher that are not ignored.

        Raises:
            VaultError: The vault itself is missing.
            DeletionsRefused: Most of the vault's files are among those that are gone.
        """
        folder = folder_identity(self.root)
        known = self._writer.files(paths)
        scan = Scan()
        gone = [
            path
            for path in paths
            if not scan_file(self.root, path, self.settings.index, scan)
        ]
        check_same_folder(self.root, folder)
        vanished = {path: known[path] for path in gone if path in known}
        difference = Difference(
            scan.files, known, vanished, skipped=scan.skipped, seen=paths
        )
        if vanished:
            self._refuse_doubtful(difference, self._writer.count_documents())
        self._write(difference, folder, listener, threading.Event())
        listener(difference.summary())

    def _write(
        self,
        difference: Difference,
        folder: FolderIdentity,
        listener: IndexListener,
        cancelled: threading.Event,
    ) -> None:
        """Read and write the files in batches, each in one transaction.

        A second thread writes a batch while the next is read: SQLite releases the GIL.
        """
        changes = self._changes(difference, folder, listener, cancelled)
        if len(difference.candidates) <= BATCH_FILES:
            for change in changes:
                self._writer.apply(change)
            return
        with ThreadPoolExecutor(1, thread_name_prefix="index-write") as pool:
            before: Future[None] | None = None
            for change in changes:
                if before:
                    before.result()
                before = pool.submit(self._writer.apply, change)
            if before:
                before.result()

    def _changes(
        self,
        difference: Difference,
        folder: FolderIdentity,
        listener: IndexListener,
        cancelled: threading.Event,
    ) -> Iterator[IndexChange]:
        """Each batch of files as a change, until cancelled."""
        done, total = 0, len(difference.candidates)
        for files, readings in self._read(difference.requests(), cancelled):
            change = difference.change(files, readings)
            if change.skipped or change.removed:
                check_same_folder(self.root, folder)
            for item in change.skipped:
                listener(FileSkipped(item.path, item.reason))
            yield change
            done += len(files)
            if total:
                listener(ReadingProgress(done, total))

    def _read(
        self, requests: Sequence[Request], cancelled: threading.Event
    ) -> Iterable[Batch]:
        """Files with the result of reading each, in batches; one if there are none."""
        if not requests:
            return [([], [])]
        reader = FileReader(
            self.root,
            self.settings.chunking,
            self.settings.index.max_bytes,
            self._loaders,
        )
        return read_batches(reader, self._priority, requests, cancelled)

    @property
    def _loaders(self) -> Loaders:
        return Loaders.of(self.settings.index, self._store.extracted)

    def _refuse_doubtful(self, difference: Difference, documents: int) -> None:
        """Raise if most documents are lost, unless the user has accepted it."""
        vanished, new = difference.vanished, difference.new
        accepted = self._store.take_acceptance()
        # An exact count accesses every vanished file.
        if accepted or not is_doubtful(len(vanished), documents, len(new)):
            return
        lost = lost_files(self.root, vanished, new)
        if is_doubtful(lost, documents, len(new)):
            self._writer.set_meta(MISSING, str(lost))
            raise DeletionsRefused(lost_files_message(self.root, lost, documents))

    def _prune_cache(self) -> None:
        """Remove texts of files that were changed or deleted."""
        folder = self._store.extracted
        if folder.exists():
            from ragtui_core.documents.extraction.cache import ExtractionCache

            hashes = [file.hash for file in self._writer.files().values()]
            ExtractionCache(folder).prune(hashes)

    # --- embed ---

    def embed(self, listener: IndexListener, stop: Callable[[], bool]) -> int:
        """Embed chunks without a vector until `stop`; returns how many remain.

        Raises:
            ModelError: The model cannot be loaded.
            StorageError: The index cannot be written.
        """
        if self._load_embedder is None:
            return 0
        model, load = model_id(self.settings.embedding), self._load_embedder
        return embed_pending(self._writer, model, load, listener, stop, self._priority)

    # --- for a watcher ---

    @property
    def are_deletions_accepted(self) -> bool:
        """Whether the user has accepted deletions that were refused."""
        return self._store.are_deletions_accepted

    def is_linked(self, path: str) -> bool:
        """Whether `path` was a symbolic link at the last update, or a target of one."""
        return path in self._links or path in self._links.values()

    def may_affect_other_files(self, path: str) -> bool:
        """Whether the removal of `path` may affect other files.

        It may be a folder with indexed files, or part of a symbolic link's target.
        """
        return self._writer.holds_below(path) or (
            bool(self._links) and not self._writer.files([path])
        )


def finished_run(store: Store, *, complete: bool, started: float) -> IndexFinished:
    """The event that ends a run, once its writer is closed.

    An open reader would keep SQLite from emptying the write-ahead log at that moment.

    Args:
        store: The index.
        complete: Whether the run came to its end.
        started: When it began, by `time.monotonic`.
    """
    with store.reader() as reader:
        documents, chunks, embedded = reader.counts()
        skipped = len(reader.skipped())
    return IndexFinished(
        documents=documents,
        chunks=chunks,
        pending=chunks - embedded,
        skipped=skipped,
        interrupted=not complete,
        seconds=time.monotonic() - started,
    )
