"""Reads batches of files, also in a second process if there are many.

Parsing holds the interpreter's lock, so a thread would not help; during searches, only
the second process reads.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from types import TracebackType
from typing import IO

from ragtui_core.indexing.file_reader import FileReader, Reading, Request
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.records import FileState

BATCH_FILES = 64
"""Files per batch: small, so that they are searchable soon and a run can be stopped."""

BATCH_EXTRACTED = 4
"""The same for files whose text is extracted, which may take a second each."""

SECOND_PROCESS_THRESHOLD = 500
"""With fewer files a second process costs more than it saves (0.2 s to start)."""

Batch = tuple[list[FileState], list[Reading]]


def read_batches(
    reader: FileReader,
    priority: SearchPriority,
    requests: Sequence[Request],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    """Files with the result of each, in batches, roughly in the order of `requests`.

    Ends early when `cancelled` is set.
    """
    waiting = deque(_batches(reader, requests))
    if len(requests) < SECOND_PROCESS_THRESHOLD or (os.cpu_count() or 1) < 2:
        while waiting and not cancelled.is_set():
            yield _read(reader, waiting.popleft())
        return
    yield from _with_second_process(reader, priority, waiting, cancelled)


def _batches(
    reader: FileReader, requests: Sequence[Request]
) -> Iterator[Sequence[Request]]:
    """Parts of `requests`, in order; files that take long in smaller ones."""
    groups = groupby(requests, lambda each: reader.loaders.extracts(each[0].path))
    for takes_long, group in groups:
        alike = list(group)
        size = BATCH_EXTRACTED if takes_long else BATCH_FILES
        for start in range(0, len(alike), size):
            yield alike[start : start + size]


def _with_second_process(
    reader: FileReader,
    priority: SearchPriority,
    waiting: deque[Sequence[Request]],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    with ReaderProcess(reader) as other, ThreadPoolExecutor(1) as pool:
        pending = None
        while waiting and not cancelled.is_set():
            pending = pending or pool.submit(_read, other, waiting.popleft())
            if pending.done() or priority.is_active:
                yield pending.result()
                pending = None
            elif waiting:
                yield _read(reader, waiting.popleft())
        if pending:
            yield pending.result()


def _read(reader: "FileReader | ReaderProcess", requests: Sequence[Request]) -> Batch:
    return [file for file, _ in requests], reader.read_all(requests)


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
