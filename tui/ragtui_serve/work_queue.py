"""Runs blocking calls of the core in threads, a bounded number of them.

A search uses one core, mostly outside the interpreter's lock. More at once than the
machine has cores would only make each slower, and a long queue only makes all late: a
full queue is an error that says when to try again. A call that takes long lets the next
one begin, so that short ones do not wait for it.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from ragtui_core import Cancellation, RagtuiError

MAX_WAITING = 64
"""Calls that wait for a thread; at 20 ms per search and core the last waits 0.6 s."""

RETRY_SECONDS = 1
"""When a client may try again."""

LONG_SECONDS = 0.2
"""After which a call is a long one, beside which another may begin."""

LONG_PER_CORE = 4
"""Long calls for each core; further ones hold others up."""

T = TypeVar("T")


class QueueFull(RagtuiError):
    """Too many requests are waiting."""


class WorkQueue:
    """A pool of threads with a bounded queue, for one event loop."""

    def __init__(
        self, workers: int | None = None, max_waiting: int = MAX_WAITING
    ) -> None:
        """Run `workers` short calls at once; None: one per core."""
        workers = workers or os.cpu_count() or 2
        threads = workers * (1 + LONG_PER_CORE)
        self._max_pending = workers + max_waiting
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._short = asyncio.Semaphore(workers)
        self._running: dict[Future[Any], Cancellation] = {}
        self._pending = 0
        self._lock = threading.Lock()

    async def run(self, work: Callable[..., T], *args: object) -> T:
        """The result of `work(*args)`, which runs in a thread.

        If the caller is cancelled, work that waits is not begun, and work that runs
        ends at its next step.

        Raises:
            QueueFull: Too many calls are waiting.
        """
        if self._pending >= self._max_pending:
            raise QueueFull(
                f"too many requests are waiting: try again in {RETRY_SECONDS} second"
            )
        self._pending += 1
        try:
            async with self._turn():
                return await self._result(work, *args)
        finally:
            self._pending -= 1

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait for a turn, which ends with the block, or when the call is long."""
        await self._short.acquire()
        loop = asyncio.get_running_loop()
        end = loop.call_later(LONG_SECONDS, self._short.release)
        try:
            yield
        finally:
            if end.when() > loop.time():
                end.cancel()
                self._short.release()

    async def _result(self, work: Callable[..., T], *args: object) -> T:
        cancellation = Cancellation()
        future = self._pool.submit(cancellation.run, work, *args)
        with self._lock:
            self._running[future] = cancellation
        future.add_done_callback(self._ended)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    def close(self) -> None:
        """Begin nothing more, and end what runs; does not wait for it."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            running = list(self._running.values())
        for cancellation in running:
            cancellation.cancel()

    def _ended(self, future: "Future[Any]") -> None:
        with self._lock:
            del self._running[future]
