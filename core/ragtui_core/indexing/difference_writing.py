"""Reads the files of a difference, and writes what they contain in batches."""

import threading
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from ragtui_core.index_state import IndexState, IndexStateName
from ragtui_core.indexing.difference import Difference
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexListener,
)
from ragtui_core.indexing.file_batches import Batch, batch_reader, growing
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.indexing.mail_reader import KnownMailbox
from ragtui_core.indexing.scanner import FolderIdentity, check_same_folder
from ragtui_core.indexing.words_first import files_of_words
from ragtui_core.store.meta_keys import WORDS_FIRST
from ragtui_core.store.records import DocumentRecord, FileState, IndexChange
from ragtui_core.store.writing.writer import Writer

Step = tuple[IndexChange, IndexState]
"""A change, and how much is done when it is written."""


@dataclass(frozen=True, slots=True)
class DifferenceWriting:
    """One update's reading and writing: a transaction for each batch of files."""

    reader: FileReader
    writer: Writer
    listener: IndexListener
    cancelled: threading.Event

    def write(
        self,
        difference: Difference,
        mailboxes: Mapping[str, KnownMailbox],
        folder: FolderIdentity,
    ) -> None:
        """Bring the index up to date.

        The words of many new notes first, then notes: all can be searched before the
        first file is extracted.

        Args:
            difference: The files to read, and to remove.
            mailboxes: Those to read, by path.
            folder: The vault's folder when it was scanned.

        Raises:
            VaultError: The folder is another one now.
            StorageError: The index cannot be written.
        """
        loaders = self.reader.loaders
        words: list[FileState] = []
        if self.writer.words_come_first:
            vanished = difference.vanished.values()
            words = files_of_words(difference.new, vanished, loaders)
        state = IndexStateName.READING_PASSAGES if words else IndexStateName.READING
        parts = loaders.notes_first(difference.requests(), lambda r: r.file.path)
        files = difference.candidates
        with batch_reader(self.reader, files, mailboxes, self.cancelled) as reader:
            if words:
                self.writer.set_meta(WORDS_FIRST, "1")
                requests = [FileRequest(file, words_only=True) for file in words]
                self._apply(_of_words(growing(reader.read(requests)), len(words)))
            for requests in [part for part in parts if part] or [[]]:
                # What is gone is removed, too, if nothing is to be read.
                batches = (
                    growing(reader.read(requests)) if requests else [Batch([], [])]
                )
                self._apply(self._changes(batches, difference, state, folder))

    def _changes(
        self,
        batches: Iterable[Batch],
        difference: Difference,
        state: IndexStateName,
        folder: FolderIdentity,
    ) -> Iterator[Step]:
        """Each batch of files as a change."""
        for files, readings in batches:
            change = difference.change(files, readings)
            if change.skipped or change.removed:
                check_same_folder(self.reader.root, folder)
            for item in change.skipped:
                self.listener(FileSkipped(item.path, item.reason))
            yield change, difference.progress(state)

    def _apply(self, steps: Iterable[Step]) -> None:
        """Write each change in a transaction, and report the progress that it makes.

        A second thread writes one while the next is made: SQLite releases the GIL.
        """
        for progress in self._written(steps):
            if progress.total:
                self.listener(progress)

    def _written(self, steps: Iterable[Step]) -> Iterator[IndexState]:
        with ThreadPoolExecutor(1, thread_name_prefix="index-write") as pool:
            writing: tuple[Future[None], IndexState] | None = None
            for change, progress in steps:
                if writing:
                    writing[0].result()
                    yield writing[1]
                writing = pool.submit(self.writer.apply, change), progress
            if writing:
                writing[0].result()
                yield writing[1]


def _of_words(batches: Iterable[Batch], total: int) -> Iterator[Step]:
    """Each batch of `total` files whose words were read."""
    done = 0
    for files, readings in batches:
        records = [record for record in readings if isinstance(record, DocumentRecord)]
        done += len(files)
        progress = IndexState(IndexStateName.READING_WORDS, done, total)
        yield IndexChange(records=records), progress
