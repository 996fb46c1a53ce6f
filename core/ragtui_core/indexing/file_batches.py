"""Reads the files of an update in batches, also in a second process.

Parsing holds the interpreter's lock, so a thread would not help; during searches, only
the second process reads.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import IO

from ragtui_core.indexing.file_reader import FileReader, FileRequest, Reading, Request
from ragtui_core.indexing.mail_reader import KnownMailbox, MailRange, compare_mailbox
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.records import FileState

BATCH_FILES = 64
"""Files per batch: small, so that they are searchable soon and a run can be stopped."""

BATCH_EXTRACTED = 4
"""The same for files whose text is extracted, which may take a second each."""

SECOND_PROCESS_THRESHOLD = 500
"""With fewer files a second process costs more than it saves (0.2 s to start)."""

BATCH_MAIL_FILES = 64
"""The same for mails that are files of their own."""

LARGE_MAILBOX = 5_000_000
"""Bytes of mailboxes to read for which a second process is started, too."""

Batch = tuple[list[FileState], list[Reading]]


def read_batches(
    reader: FileReader,
    priority: SearchPriority,
    requests: Sequence[FileRequest],
    cancelled: threading.Event,
    mailboxes: Mapping[str, KnownMailbox],
) -> Iterator[Batch]:
    """Files with the result of each, in batches, roughly in the order of `requests`.

    Ends early when `cancelled` is set. A mailbox has several results.

    Args:
        reader: Reads the files.
        priority: Yields to searches.
        requests: The files.
        cancelled: Ends the reading.
        mailboxes: The mailboxes among the files, with what is indexed of each.
    """
    waiting = _batches(reader, requests, mailboxes)
    growth = sum(
        file.size - mailboxes[file.path].size
        for file, _ in requests
        if file.path in mailboxes
    )
    is_small = len(requests) < SECOND_PROCESS_THRESHOLD and growth < LARGE_MAILBOX
    if is_small or (os.cpu_count() or 1) < 2:
        for task in waiting:
            if cancelled.is_set():
                return
            yield task if isinstance(task, tuple) else _read(reader, task)
        return
    yield from _with_second_process(reader, priority, waiting, cancelled)


Task = list[Request] | Batch
"""Files to read together; or what is known of a mailbox without reading its mails."""


def _batches(
    reader: FileReader,
    requests: Sequence[FileRequest],
    mailboxes: Mapping[str, KnownMailbox],
) -> Iterator[Task]:
    """Parts of `requests`, in order; files that take long in smaller ones."""

    def size_of(request: FileRequest) -> int:
        path = request[0].path
        if path in mailboxes:
            return 1
        if reader.loaders.are_mails(path):
            return BATCH_MAIL_FILES
        return BATCH_EXTRACTED if reader.loaders.extracts(path) else BATCH_FILES

    for size, group in groupby(requests, size_of):
        alike: list[Request] = list(group)
        if size == 1:
            for file, _ in alike:
                yield from _mailbox(reader, file, mailboxes[file.path])
            continue
        for start in range(0, len(alike), size):
            yield alike[start : start + size]


def _mailbox(
    reader: FileReader, file: FileState, known: KnownMailbox
) -> Iterator[Task]:
    for each in compare_mailbox(reader.root, file, known):
        if isinstance(each, MailRange):
            yield [each]
        else:
            yield [file], [each]


def _with_second_process(
    reader: FileReader,
    priority: SearchPriority,
    waiting: Iterator[Task],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    with ReaderProcess(reader) as other, ThreadPoolExecutor(1) as pool:
        pending = None
        while not cancelled.is_set() and (task := next(waiting, None)) is not None:
            if isinstance(task, tuple):
                yield task
                continue
            if pending is None:
                pending = pool.submit(_read, other, task)
                continue
            if pending.done() or priority.is_active:
                yield pending.result()
                pending = pool.submit(_read, other, task)
            else:
                yield _read(reader, task)
        if pending:
            yield pending.result()


def _read(reader: "FileReader | ReaderProcess", requests: Sequence[Request]) -> Batch:
    # The first of both kinds of requests is the file.
    return [request[0] for request in requests], reader.read_all(requests)


_START = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"


class ReaderProcess:
    """Reads batches of files in another process; one batch at a time.

    A plain subprocess rather than one of `multiprocessing`, so that programs that use
    the core need no `if __name__ == "__main__"`. It ends when its input does, also if
    its parent crashes.
    """

    def __init__(self, reader: FileReader) -> None:
        """Start the process, which uses a copy of `reader`."""
        code = _START.format(path=sys.path, module=__name__)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        _send(self._process.stdin, reader)

    def read_all(self, requests: Sequence[Request]) -> list[Reading]:
        """The result of `FileReader.read_all`; blocks."""
        _send(self._process.stdin, requests)
        assert self._process.stdout
        answer: list[Reading] = pickle.load(self._process.stdout)
        return answer

    def __enter__(self) -> "ReaderProcess":
        """The process is already running."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def _send(stream: IO[bytes] | None, message: object) -> None:
    assert stream
    pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()


def serve() -> None:
    """The child's loop: answer requests until the input ends."""
    # Ctrl+C reaches the whole process group; the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reader: FileReader = pickle.load(sys.stdin.buffer)
    while True:
        try:
            requests: list[Request] = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _send(sys.stdout.buffer, reader.read_all(requests))
