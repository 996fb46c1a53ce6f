"""Applies one difference between vault and index.

Two processes read and parse, a thread writes the batch before. SQLite works outside
the interpreter's lock, so both cores are busy.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from ragtui_core.indexing.diff import Difference
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexListener,
    ReadingProgress,
    ScanFinished,
)
from ragtui_core.indexing.parallel import Batch
from ragtui_core.indexing.reading import Reading, Request
from ragtui_core.model import Skipped
from ragtui_core.store.records import DocumentRecord, FileState, StoredFile
from ragtui_core.store.writing import Writer

ReadBatches = Callable[[Sequence[Request], threading.Event], Iterator[Batch]]
"""Reads files in batches until the event is set."""


@dataclass(slots=True)
class _Batch:
    """What is written together."""

    records: list[DocumentRecord] = field(default_factory=list)
    moves: list[tuple[str, str]] = field(default_factory=list)
    touched: list[FileState] = field(default_factory=list)
    unreadable: list[Skipped] = field(default_factory=list)

    def write(self, writer: Writer) -> None:
        """Write it all; runs in the writing thread."""
        if self.moves:
            writer.rename(self.moves)
        if self.records:
            writer.put(self.records)
        if self.touched:
            writer.touch(self.touched)
        if self.unreadable:
            writer.delete(item.path for item in self.unreadable)
            writer.add_skipped(self.unreadable)


@dataclass(slots=True)
class _Counts:
    added: int = 0
    changed: int = 0
    renamed: int = 0
    touched: int = 0


class Update:
    """One difference on its way into the index."""

    def __init__(
        self,
        difference: Difference,
        known: Mapping[str, StoredFile],
        read: ReadBatches,
        writer: Writer,
        *,
        anew: bool = False,
    ) -> None:
        """Prepare to write `difference`.

        Args:
            difference: Between the vault and the index.
            known: The files that the index holds.
            read: Reads the vault's files.
            writer: The index.
            anew: Write files again even if their content is as it was.
        """
        self._difference = difference
        self._known = known
        self._read = read
        self._writer = writer
        self._anew = anew
        self._counts = _Counts()
        self._moved_from: dict[bytes, list[str]] = defaultdict(list)
        for path, stored in difference.vanished.items():
            self._moved_from[stored.hash].append(path)

    def apply(self, listener: IndexListener, cancelled: threading.Event) -> bool:
        """Write it; False if it was cancelled on the way, which loses nothing."""
        self._write_behind(self._batches(listener, cancelled))
        if cancelled.is_set():
            return False
        vanished = self._difference.vanished
        self._writer.delete(vanished)
        listener(self._summary(len(vanished)))
        return True

    def _summary(self, deleted: int) -> ScanFinished:
        counts = self._counts
        return ScanFinished(
            files=len(self._difference.candidates) + self._difference.unchanged,
            added=counts.added,
            changed=counts.changed,
            renamed=counts.renamed,
            deleted=deleted,
            unchanged=self._difference.unchanged + counts.touched,
        )

    def _write_behind(self, batches: Iterator[_Batch]) -> None:
        """Write each batch in a second thread while the next is being read."""
        with ThreadPoolExecutor(1, thread_name_prefix="index-write") as pool:
            before: Future[None] | None = None
            for batch in batches:
                if before:
                    before.result()
                before = pool.submit(batch.write, self._writer)
            if before:
                before.result()

    def _batches(
        self, listener: IndexListener, cancelled: threading.Event
    ) -> Iterator[_Batch]:
        candidates = self._difference.candidates
        requests = [(file, self._hash_of(file)) for file in candidates]
        done = 0
        for files, readings in self._read(requests, cancelled):
            batch = _Batch()
            for file, reading in zip(files, readings, strict=True):
                self._sort(file, reading, batch)
            for item in batch.unreadable:
                listener(FileSkipped(item.path, item.reason))
            yield batch
            done += len(files)
            listener(ReadingProgress(done, len(candidates)))

    def _hash_of(self, file: FileState) -> bytes | None:
        stored = self._known.get(file.path)
        return stored.hash if stored and not self._anew else None

    def _sort(self, file: FileState, reading: Reading, batch: _Batch) -> None:
        """Put what was read where it belongs in `batch`."""
        if reading is None:
            self._counts.touched += 1
            batch.touched.append(file)
        elif isinstance(reading, Skipped):
            batch.unreadable.append(reading)
        else:
            batch.records.append(reading)
            if file.path in self._known:
                self._counts.changed += 1
            elif old := self._take_old_path(reading.hash):
                self._counts.renamed += 1
                batch.moves.append((old, file.path))
            else:
                self._counts.added += 1

    def _take_old_path(self, digest: bytes) -> str | None:
        """Where a new file with this content lay before, if it was moved."""
        for path in self._moved_from.get(digest, ()):
            if self._difference.vanished.pop(path, None):
                return path
        return None
