"""Reads the files of an update in batches, many of them in other processes.

Parsing holds the interpreter's lock: here, it would delay searches and the writing.
"""

import os
import pickle
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ThreadPoolExecutor,
    as_completed,
    wait,
)
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from queue import SimpleQueue
from typing import NamedTuple

from ragtui_core.child_process import ChildProcess, ParentProcess
from ragtui_core.indexing.file_reader import (
    FileReader,
    FileReading,
    FileRequest,
    Request,
)
from ragtui_core.indexing.mail_reader import KnownMailbox, MailRange, compare_mailbox
from ragtui_core.store.records import FileState

NICENESS = 10
"""Added to the parent's: a search, or an editor, gets a core before a reader does."""


class ReaderProcess:
    """Reads batches of files in another process; one batch at a time."""

    def __init__(self, reader: FileReader) -> None:
        """Start the process, which uses a copy of `reader`."""
        self._process = ChildProcess(f"{__name__}:serve")
        self._process.send(pickle.dumps(reader, pickle.HIGHEST_PROTOCOL))

    def read_all(self, requests: Sequence[Request]) -> list[FileReading]:
        """The result of `FileReader.read_all`; blocks.

        Raises:
            EOFError: The process ended.
        """
        self._process.send(pickle.dumps(requests, pickle.HIGHEST_PROTOCOL))
        answer = self._process.receive()
        if answer is None:
            raise EOFError("a process that reads files ended")
        readings: list[FileReading] = pickle.loads(answer)
        return readings

    def close(self) -> None:
        """End the process."""
        self._process.close()


def serve() -> None:
    """The child's loop: answer requests until the parent has no more."""
    parent = ParentProcess()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    reader: FileReader = pickle.loads(parent.receive() or b"")
    while (requests := parent.receive()) is not None:
        readings = reader.read_all(pickle.loads(requests))
        parent.send(pickle.dumps(readings, pickle.HIGHEST_PROTOCOL))


BATCH_FILES = 64
"""Files per batch: small, so that they are searchable soon and a run can be stopped."""

MAX_BATCH_FILES, MAX_BATCH_BYTES = 2_048, 8_000_000
"""Maximum files and bytes of a transaction: each writes the pages of indexes again."""

BATCH_EXTRACTED = 4
"""Files per batch if their text is extracted, which may take a second each."""

FILES_PER_PROCESS = 500
"""With fewer files processes cost more than they save (0.2 s to start)."""

MAX_PROCESSES = 8
"""Processes that read, each of some 100 MB. One thread writes what all have read, which
takes about an eighth of the time of reading."""

TASKS_PER_PROCESS = 2
"""Batches given to each process, so that it has one while another is written."""

LARGE_MAILBOX = 5_000_000
"""Bytes of mailboxes that are as much to read as the files of one process."""


class Batch(NamedTuple):
    """Files, and the result of reading each."""

    files: list[FileState]
    readings: list[FileReading]


@dataclass(frozen=True, slots=True)
class BatchReader:
    """Reads files in batches until `cancelled`, in other processes if there are any."""

    reader: FileReader
    mailboxes: Mapping[str, KnownMailbox]
    cancelled: threading.Event
    idle: SimpleQueue[ReaderProcess]
    """The processes that read nothing now."""
    pool: ThreadPoolExecutor
    count: int
    """How many processes there are."""

    def read(self, requests: Sequence[FileRequest]) -> Iterator[Batch]:
        """Files with the result of each, roughly in the order of `requests`.

        A mailbox has several results.
        """
        waiting = _batches(self.reader, requests, self.mailboxes)
        running = set[Future[Batch]]()
        while not self.cancelled.is_set() and (task := next(waiting, None)) is not None:
            if isinstance(task, Batch):
                # The mails of a mailbox are written before its state.
                yield from (future.result() for future in as_completed(running))
                running.clear()
                yield task
                continue
            if not self.count:
                yield _read(self.reader, task)
                continue
            if len(running) == TASKS_PER_PROCESS * self.count:
                read = wait(running, return_when=FIRST_COMPLETED).done
                running -= read
                for future in read:
                    yield future.result()
            running.add(self.pool.submit(_read_elsewhere, self.idle, task))
        for future in as_completed(running):
            if self.cancelled.is_set():
                return
            yield future.result()


@contextmanager
def batch_reader(
    reader: FileReader,
    files: Collection[FileState],
    mailboxes: Mapping[str, KnownMailbox],
    cancelled: threading.Event,
) -> Iterator[BatchReader]:
    """A reader with as many processes as `files` are worth, until the block ends."""
    size = sum(file.size for file in files if file.path in mailboxes)
    wanted = max(len(files) // FILES_PER_PROCESS, size // LARGE_MAILBOX)
    count = min(1 + wanted, os.cpu_count() or 1, MAX_PROCESSES)
    with ExitStack() as stack:
        idle = SimpleQueue[ReaderProcess]()
        for _ in range(count if count > 1 else 0):
            idle.put(stack.enter_context(closing(ReaderProcess(reader))))
        pool = ThreadPoolExecutor(count)
        stack.callback(pool.shutdown, cancel_futures=True)
        yield BatchReader(reader, mailboxes, cancelled, idle, pool, idle.qsize())


def growing(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Several batches as one: first one, then twice as many files each time.

    Only full batches, whose files are read at once: others are passed on.
    """
    wanted = BATCH_FILES
    large = Batch([], [])
    for batch in batches:
        large = Batch(large.files + batch.files, large.readings + batch.readings)
        size = sum(file.size for file in large.files)
        is_full = len(large.files) >= wanted or size >= MAX_BATCH_BYTES
        if is_full or len(batch.files) < BATCH_FILES:
            yield large
            large = Batch([], [])
            wanted = min(2 * wanted, MAX_BATCH_FILES)
    if large.files:
        yield large


Task = list[Request] | Batch
"""Files to read together, or a result of a mailbox that needs no reading."""


def _batches(
    reader: FileReader,
    requests: Sequence[FileRequest],
    mailboxes: Mapping[str, KnownMailbox],
) -> Iterator[Task]:
    """Parts of `requests`, in order; files that take long in smaller ones."""

    def size_of(request: FileRequest) -> int:
        path = request.file.path
        if path in mailboxes:
            return 1
        is_slow = reader.loaders.extracts(path) and not reader.loaders.are_mails(path)
        return BATCH_EXTRACTED if is_slow else BATCH_FILES

    for size, group in groupby(requests, size_of):
        alike: list[Request] = list(group)
        if size == 1:
            for request in alike:
                file = request.file
                yield from _mailbox(reader, file, mailboxes[file.path])
            continue
        for start in range(0, len(alike), size):
            yield alike[start : start + size]


def _mailbox(
    reader: FileReader, file: FileState, known: KnownMailbox
) -> Iterator[Task]:
    for part in compare_mailbox(reader.root, file, known):
        yield [part] if isinstance(part, MailRange) else Batch([file], [part])


def _read_elsewhere(
    idle: SimpleQueue[ReaderProcess], requests: Sequence[Request]
) -> Batch:
    process = idle.get()
    try:
        return _read(process, requests)
    finally:
        idle.put(process)


def _read(reader: "FileReader | ReaderProcess", requests: Sequence[Request]) -> Batch:
    return Batch([request.file for request in requests], reader.read_all(requests))
