"""Reads the files of a difference, and writes what they contain in batches."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from ragtui_core.indexing.difference import Difference
from ragtui_core.indexing.events import FileSkipped, IndexListener
from ragtui_core.indexing.file_batches import BATCH_FILES, Batch, growing, read_batches
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.indexing.mail_reader import KnownMailbox
from ragtui_core.indexing.scanner import FolderIdentity, check_same_folder
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.indexing.words_first import (
    WordsFirst,
    WordsReading,
    WordsRequest,
    words_requests,
)
from ragtui_core.store.facts import WORDS_FIRST
from ragtui_core.store.records import IndexChange
from ragtui_core.store.writer import Writer


class DifferenceWriting:
    """One update's reading and writing: a transaction for each batch of files."""

    def __init__(
        self,
        reader: FileReader,
        writer: Writer,
        priority: SearchPriority,
        listener: IndexListener,
        cancelled: threading.Event,
    ) -> None:
        """Report to `listener` until `cancelled`."""
        self._reader = reader
        self._writer = writer
        self._priority = priority
        self._listener = listener
        self._cancelled = cancelled

    def write(
        self,
        difference: Difference,
        mailboxes: Mapping[str, KnownMailbox],
        folder: FolderIdentity,
    ) -> None:
        """Bring the index up to date.

        The words of many new notes first, then notes: all can be searched before the
        first file is extracted. During searches words do not come first: this process
        reads them, and holds the interpreter's lock meanwhile.

        Args:
            difference: The files to read, and to remove.
            mailboxes: Those to read, by path.
            folder: The vault's folder when it was scanned.

        Raises:
            VaultError: The folder is another one now.
            StorageError: The index cannot be written.
        """
        requests, loaders = difference.requests(), self._reader.loaders
        words_first = self._writer.replaces_cheaply and not self._priority.is_active
        new, vanished = difference.new, difference.vanished.values()
        words = WordsFirst(
            words_requests(new, vanished, loaders) if words_first else []
        )
        if words.requests:
            self._writer.set_meta(WORDS_FIRST, "1")
        parts = loaders.notes_first(requests, lambda each: each[0].path)
        first = words.requests
        for stage in [part for part in parts if part] or [requests]:
            batches = self._read(stage, mailboxes, first)
            first = ()
            changes = self._changes(batches, difference, words, folder)
            in_thread = bool(mailboxes) or len(stage) > BATCH_FILES
            self._apply(changes, in_thread=in_thread)

    def _read(
        self,
        requests: Sequence[FileRequest],
        mailboxes: Mapping[str, KnownMailbox],
        words: Sequence[WordsRequest],
    ) -> Iterable[Batch]:
        """Files with the result of reading each, in batches; one if there are none."""
        if not requests:
            return [([], [])]
        batches = read_batches(
            self._reader, self._priority, requests, self._cancelled, mailboxes, words
        )
        return batches if self._writer.replaces_cheaply else growing(batches)

    def _changes(
        self,
        batches: Iterable[Batch],
        difference: Difference,
        words: WordsFirst,
        folder: FolderIdentity,
    ) -> Iterator[IndexChange]:
        """Each batch of files as a change."""
        for files, readings in batches:
            if found := [
                reading for reading in readings if isinstance(reading, WordsReading)
            ]:
                yield from words.changes(found)
                self._listener(words.progress)
                continue
            change = difference.change(files, readings)
            if change.skipped or change.removed:
                check_same_folder(self._reader.root, folder)
            for item in change.skipped:
                self._listener(FileSkipped(item.path, item.reason))
            yield change
            if difference.candidates:
                self._listener(difference.progress(words.next_stage))

    def _apply(self, changes: Iterable[IndexChange], *, in_thread: bool) -> None:
        """Write each change in a transaction.

        When a change is asked for, all but the last one are written. With `in_thread`,
        a second thread writes one while the next is made: SQLite releases the GIL.
        """
        if not in_thread:
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
