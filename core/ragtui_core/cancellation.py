"""Ends work whose caller no longer waits for it.

A front end runs a call of the core by `in_thread`, or under a `Cancellation` of its
own. The core asks `check_cancelled` between the steps of what may take long, and names
in `interruptible` what ends a step that has begun, such as a statement of a database.
Work without a `Cancellation` is never ended.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")


class WorkCancelled(BaseException):
    """Work was ended, since its caller no longer waits for the result.

    As `asyncio.CancelledError`, it is no `Exception`: what handles a failure of a step
    and goes on must not go on with the work.
    """


class Cancellation:
    """Whether the result of some work is still wanted."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._interrupts: list[Callable[[], object]] = []
        self._is_cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """Whether the caller no longer waits for the result."""
        return self._is_cancelled

    def cancel(self) -> None:
        """End the work soon; from any thread, also before it begins."""
        with self._lock:
            self._is_cancelled = True
            for interrupt in self._interrupts:
                interrupt()

    def run(self, work: Callable[..., T], *args: object) -> T:
        """The result of `work(*args)`, which `cancel` ends.

        Raises:
            WorkCancelled: It was ended.
        """
        token = _current.set(self)
        try:
            check_cancelled()
            return work(*args)
        finally:
            _current.reset(token)

    @contextmanager
    def _interrupted_by(self, interrupt: Callable[[], object]) -> Iterator[None]:
        with self._lock:
            self._interrupts.append(interrupt)
        try:
            check_cancelled()
            yield
        except Exception as error:
            if self.is_cancelled:  # The step failed since it was interrupted.
                raise WorkCancelled from error
            raise
        finally:
            with self._lock:
                self._interrupts.remove(interrupt)


_current: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)


def check_cancelled() -> None:
    """End the present work if it is not wanted any more.

    Raises:
        WorkCancelled: It is not.
    """
    cancellation = _current.get()
    if cancellation and cancellation.is_cancelled:
        raise WorkCancelled


@contextmanager
def interruptible(interrupt: Callable[[], object]) -> Iterator[None]:
    """A block whose step `interrupt` ends, called by another thread.

    Raises:
        WorkCancelled: The present work is not wanted any more.
    """
    cancellation = _current.get()
    if cancellation is None:
        yield
        return
    with cancellation._interrupted_by(interrupt):
        yield


async def in_thread(
    work: Callable[..., T], *args: object, pool: "Executor | None" = None
) -> T:
    """The result of `work(*args)`, run in a thread; cancelling the caller ends it.

    In one of `pool`, or of those of the event loop.
    """
    import asyncio  # 30 ms, which a command without a loop need not spend

    cancellation = Cancellation()
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(pool, cancellation.run, work, *args)
    except asyncio.CancelledError:
        cancellation.cancel()
        raise
