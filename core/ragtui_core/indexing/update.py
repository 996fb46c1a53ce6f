"""Writes one difference between vault and index.

Two processes read and parse while a thread writes the previous batch. SQLite releases
the GIL, so both cores are busy.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from ragtui_core.indexing.difference import Difference
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexListener,
    ReadingProgress,
    ScanFinished,
)
from ragtui_core.indexing.file_reader import Outcome, Reading, Request
from ragtui_core.indexing.parallel_reader import Batch
from ragtui_core.store.protocols import Writer
from ragtui_core.store.records import (
    DocumentRecord,
    FileState,
    IndexChange,
    StoredFile,
)
from ragtui_core.types import Skipped

ReadBatches = Callable[[Sequence[Request], threading.Event], Iterator[Batch]]
"""Reads files in batches until the event is set."""


@dataclass(slots=True)
class _BatchResult:
    """The results of a batch of files."""

    records: list[DocumentRecord] = field(default_factory=list)
    moved_from: dict[str, str] = field(default_factory=dict)
    touched: list[FileState] = field(default_factory=list)
    unreadable: list[Skipped] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Counts:
    added: int = 0
    changed: int = 0
    renamed: int = 0
    touched: int = 0
    deleted: int = 0


class Update:
    """Writes one difference to the index.

    Each batch of files is one transaction, and so is a difference of one batch with all
    its deletions: whenever the process ends, a moved file is under its old path or
    under its new one, with consistent fields.
    """

    def __init__(
        self,
        difference: Difference,
        known: Mapping[str, StoredFile],
        read: ReadBatches,
        writer: Writer,
        *,
        force: bool = False,
        skipped: Sequence[Skipped] = (),
        seen: Collection[str] = (),
    ) -> None:
        """Prepare to write `difference`.

        Args:
            difference: Between the vault and the index.
            known: The indexed files among those of `difference`.
            read: Reads the vault's files.
            writer: The index.
            force: Write files again even if their content is unchanged.
            skipped: Files that cannot be indexed, written with the last
                batch.
            seen: Paths that may have been skipped before, but are not now.
        """
        self._difference = difference
        self._known = known
        self._read = read
        self._writer = writer
        self._force = force
        self._skipped = skipped
        self._seen = seen
        self._checked_ns = time.time_ns()
        self._counts = _Counts()
        self._moved_from: dict[bytes, list[str]] = defaultdict(list)
        for path, stored in difference.vanished.items():
            self._moved_from[stored.hash].append(path)

    def apply(
        self,
        listener: IndexListener,
        cancelled: threading.Event,
        check: Callable[[], None],
    ) -> bool:
        """Write it; False if it was cancelled, which loses nothing.

        Args:
            listener: Receives the events.
            cancelled: Ends it after the current batch.
            check: Called before files are treated as gone; raises if they may not be.
        """
        self._write_behind(self._changes(listener, cancelled, check))
        if cancelled.is_set():
            return False
        listener(self._summary())
        return True

    def _summary(self) -> ScanFinished:
        counts = self._counts
        return ScanFinished(
            files=len(self._difference.candidates) + self._difference.unchanged,
            added=counts.added,
            changed=counts.changed,
            renamed=counts.renamed,
            deleted=counts.deleted,
            unchanged=self._difference.unchanged + counts.touched,
        )

    def _write_behind(self, changes: Iterator[IndexChange]) -> None:
        """Write each change in a second thread while the next is being read."""
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
        listener: IndexListener,
        cancelled: threading.Event,
        check: Callable[[], None],
    ) -> Iterator[IndexChange]:
        """Each batch as a change; removals come with the last one."""
        candidates = self._difference.candidates
        requests = [(file, self._hash_of(file)) for file in candidates]
        done = 0
        for files, readings in self._read(requests, cancelled):
            found = _BatchResult()
            for file, reading in zip(files, readings, strict=True):
                self._classify(file, reading, found)
            if found.unreadable or found.removed:
                check()
            for item in found.unreadable:
                listener(FileSkipped(item.path, item.reason))
            done += len(files)
            yield self._change(found, last=done == len(candidates))
            listener(ReadingProgress(done, len(candidates)))
        if not candidates:
            yield self._change(_BatchResult(), last=True)

    def _change(self, found: _BatchResult, *, last: bool) -> IndexChange:
        if last:
            found.removed += self._difference.vanished
            found.unreadable += self._skipped
        self._counts.deleted += sum(path in self._known for path in found.removed)
        return IndexChange(
            records=found.records,
            moved_from=found.moved_from,
            touched=found.touched,
            removed=found.removed,
            skipped=found.unreadable,
            seen=self._seen if last else (),
            checked_ns=self._checked_ns,
        )

    def _hash_of(self, file: FileState) -> bytes | None:
        stored = self._known.get(file.path)
        return stored.hash if stored and not self._force else None

    def _classify(self, file: FileState, reading: Reading, found: _BatchResult) -> None:
        """Add a result to `found`."""
        if reading is Outcome.SAME:
            self._counts.touched += 1
            found.touched.append(file)
        elif reading is Outcome.GONE:
            found.removed.append(file.path)
        elif isinstance(reading, Skipped):
            found.unreadable.append(reading)
        elif isinstance(reading, DocumentRecord):
            self._add_record(reading, found)

    def _add_record(self, record: DocumentRecord, found: _BatchResult) -> None:
        """Classify a document as changed, new or moved."""
        path = record.file.path
        found.records.append(record)
        if path in self._known:
            self._counts.changed += 1
        elif old := self._take_old_path(record.hash):
            self._counts.renamed += 1
            found.moved_from[path] = old
        else:
            self._counts.added += 1

    def _take_old_path(self, digest: bytes) -> str | None:
        """The former path of a new file with this content, if it was moved."""
        for path in self._moved_from.get(digest, ()):
            if self._difference.vanished.pop(path, None):
                return path
        return None
