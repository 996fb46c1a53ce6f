"""Runs blocking calls of the core in threads, a bounded number of them.

A search uses one core, mostly outside the interpreter's lock. More at once than the
machine has cores would only make each slower, and a long queue only makes all late: a
full queue is an error that says when to try again.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ragtui_core import RagtuiError

MAX_WAITING = 64
"""Calls that wait for a thread; at 20 ms per search and core the last waits 0.6 s."""

RETRY_SECONDS = 1
"""When a client may try again."""

T = TypeVar("T")


class QueueFull(RagtuiError):
    """Too many requests are waiting."""


class WorkQueue:
    """A pool of threads with a bounded queue, for one event loop or several."""

    def __init__(
        self, workers: int | None = None, max_waiting: int = MAX_WAITING
    ) -> None:
        """Use `workers` threads; None: one per core."""
        self._workers = workers or os.cpu_count() or 2
        self._max_pending = self._workers + max_waiting
        self._pool = ThreadPoolExecutor(self._workers, thread_name_prefix="request")
        self._pending = 0
        self._lock = threading.Lock()

    async def run(self, work: Callable[..., T], *args: object) -> T:
        """The result of `work(*args)`, which runs in a thread.

        If the caller is cancelled, work that waits is not begun; work that runs goes
        on, and counts until it has ended.

        Raises:
            QueueFull: Too many calls are waiting.
        """
        with self._lock:
            if self._pending >= self._max_pending:
                raise QueueFull(
                    "too many requests are waiting: try again in "
                    f"{RETRY_SECONDS} second"
                )
            self._pending += 1
        future = self._pool.submit(work, *args)
        future.add_done_callback(lambda _: self._ended())
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Begin nothing more; does not wait for work that runs."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _ended(self) -> None:
        with self._lock:
            self._pending -= 1
