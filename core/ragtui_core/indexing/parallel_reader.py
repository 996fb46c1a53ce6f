"""Reads batches of files, in a second process as well when there are many.

While somebody searches, in that alone: here parsing would hold the interpreter's lock.
"""

import os
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from ragtui_core.indexing.file_reader import FileReader, Reading, Request
from ragtui_core.indexing.reader_process import ReaderProcess
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.records import FileState

BATCH_FILES = 64
"""Files read and written together: soon to be found, quick to interrupt."""

SECOND_PROCESS_THRESHOLD = 500
"""With fewer files a second process costs more than it brings (0.2 s to start)."""

Batch = tuple[list[FileState], list[Reading]]


def read_batches(
    reader: FileReader,
    courtesy: SearchPriority,
    requests: Sequence[Request],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    """Files with what was read of each, in batches, about in the order of `requests`.

    Ends early when `cancelled` is set.
    """
    waiting = deque(
        requests[start : start + BATCH_FILES]
        for start in range(0, len(requests), BATCH_FILES)
    )
    if len(requests) < SECOND_PROCESS_THRESHOLD or (os.cpu_count() or 1) < 2:
        while waiting and not cancelled.is_set():
            yield _read(reader, waiting.popleft())
        return
    yield from _with_second_process(reader, courtesy, waiting, cancelled)


def _with_second_process(
    reader: FileReader,
    courtesy: SearchPriority,
    waiting: deque[Sequence[Request]],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    with ReaderProcess(reader) as other, ThreadPoolExecutor(1) as pool:
        theirs = None
        while waiting and not cancelled.is_set():
            theirs = theirs or pool.submit(_read, other, waiting.popleft())
            if theirs.done() or courtesy.is_wanted:
                yield theirs.result()
                theirs = None
            elif waiting:
                yield _read(reader, waiting.popleft())
        if theirs:
            yield theirs.result()


def _read(reader: FileReader | ReaderProcess, requests: Sequence[Request]) -> Batch:
    return [file for file, _ in requests], reader.read_all(requests)
