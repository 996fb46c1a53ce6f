"""Reads batches of files, also in a second process if there are many.

During searches only in that one, since parsing here would hold the GIL.
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
"""Files per batch: small, so that they are searchable soon and a run can be stopped."""

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
    waiting = deque(
        requests[start : start + BATCH_FILES]
        for start in range(0, len(requests), BATCH_FILES)
    )
    if len(requests) < SECOND_PROCESS_THRESHOLD or (os.cpu_count() or 1) < 2:
        while waiting and not cancelled.is_set():
            yield _read(reader, waiting.popleft())
        return
    yield from _with_second_process(reader, priority, waiting, cancelled)


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


def _read(reader: FileReader | ReaderProcess, requests: Sequence[Request]) -> Batch:
    return [file for file, _ in requests], reader.read_all(requests)
