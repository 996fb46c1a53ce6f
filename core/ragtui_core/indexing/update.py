"""Applies one difference between vault and index.

Reading and parsing go on in the caller's thread while a second one writes; SQLite
works outside the interpreter's lock, so both cores are busy.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ragtui_core.errors import UnreadableFile
from ragtui_core.indexing.diff import Difference
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexListener,
    ReadingProgress,
    ScanFinished,
)
from ragtui_core.indexing.reading import content_hash, document_record, read_bytes
from ragtui_core.model import Skipped
from ragtui_core.settings import Settings
from ragtui_core.store import DocumentRecord, FileState
from ragtui_core.store.records import StoredFile
from ragtui_core.store.writing import Writer

BATCH_FILES = 128
"""Files a transaction: short enough to interrupt, long enough to be cheap."""


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


@dataclass(slots=True)
class Update:
    """One difference on its way into the index."""

    root: Path
    settings: Settings
    writer: Writer
    difference: Difference
    listener: IndexListener
    cancelled: threading.Event
    load_counter: Callable[[], Callable[[str], int]]
    anew: bool = False
    """Whether files are written again even if their content is as it was."""
    _counts: _Counts = field(default_factory=_Counts)
    _moved_from: dict[bytes, list[str]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def apply(self, known: Mapping[str, StoredFile]) -> bool:
        """Write the difference to what is `known`; False if cancelled on the way."""
        candidates, vanished = self.difference.candidates, self.difference.vanished
        for path, stored in vanished.items():
            self._moved_from[stored.hash].append(path)
        if candidates:
            self._write_behind(self._batches(known))
        if self.cancelled.is_set():
            return False
        self.writer.delete(vanished)
        counts = self._counts
        written = counts.added + counts.changed + counts.renamed
        files = len(candidates) + self.difference.unchanged
        self.listener(
            ScanFinished(
                files=files,
                added=counts.added,
                changed=counts.changed,
                renamed=counts.renamed,
                deleted=len(vanished),
                unchanged=files - written,
            )
        )
        return True

    def _write_behind(self, batches: Iterator[_Batch]) -> None:
        """Write each batch in a second thread while the next is being read."""
        with ThreadPoolExecutor(1, thread_name_prefix="index-write") as pool:
            before: Future[None] | None = None
            for batch in batches:
                if before:
                    before.result()
                before = pool.submit(batch.write, self.writer)
            if before:
                before.result()

    def _batches(self, known: Mapping[str, StoredFile]) -> Iterator[_Batch]:
        candidates = self.difference.candidates
        count_tokens = self.load_counter()
        for start in range(0, len(candidates), BATCH_FILES):
            batch = _Batch()
            for file in candidates[start : start + BATCH_FILES]:
                if self.cancelled.is_set():
                    break
                try:
                    self._read(file, batch, known.get(file.path), count_tokens)
                except UnreadableFile as error:
                    batch.unreadable.append(Skipped(file.path, str(error)))
                    self.listener(FileSkipped(file.path, str(error)))
            yield batch
            if self.cancelled.is_set():
                return
            done = min(start + BATCH_FILES, len(candidates))
            self.listener(ReadingProgress(done, len(candidates)))

    def _read(
        self,
        file: FileState,
        batch: _Batch,
        stored: StoredFile | None,
        count_tokens: Callable[[str], int],
    ) -> None:
        """Read one file into `batch`."""
        data = read_bytes(self.root, file.path)
        digest = content_hash(data)
        if stored and stored.hash == digest and not self.anew:
            batch.touched.append(file)
            return
        record = document_record(file, data, self.settings.chunking, count_tokens)
        batch.records.append(record)
        if stored:
            self._counts.changed += 1
        elif old := self._take_old_path(digest):
            self._counts.renamed += 1
            batch.moves.append((old, file.path))
        else:
            self._counts.added += 1

    def _take_old_path(self, digest: bytes) -> str | None:
        """Where a new file with this content lay before, if it was moved."""
        for path in self._moved_from.get(digest, ()):
            if self.difference.vanished.pop(path, None):
                return path
        return None
