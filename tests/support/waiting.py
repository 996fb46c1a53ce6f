"""Waiting for other processes and threads: the only polling, counted in looks.

A test waits without a limit for an event, a thread or a process: pytest ends one that
hangs. Another program's screen, file or port gives no event, so it is looked at again
until it is as expected. Looks are counted, not seconds: a busy machine, which gives a
test no time, gives it no looks.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

INTERVAL = 0.02
"""Seconds between two looks, at least."""

LOOKS = 6_000
"""Looks after which a test stops waiting: many times what one needs."""

TIMEOUT = LOOKS * INTERVAL
"""Seconds that a tier lets another program have."""

T = TypeVar("T")


def wait_until(condition: Callable[[], T], failure: str | Callable[[], str]) -> T:
    """Evaluate `condition` until it is true, and return its value.

    Raises:
        AssertionError: It was not true in `LOOKS` looks; with `failure`.
    """
    for _ in range(LOOKS):
        if found := condition():
            return found
        time.sleep(INTERVAL)
    raise AssertionError(failure if isinstance(failure, str) else failure())


async def wait_until_async(
    condition: Callable[[], Awaitable[T]], failure: Callable[[], str]
) -> T:
    """Do the same with a condition to be awaited; the event loop runs meanwhile."""
    for _ in range(LOOKS):
        if found := await condition():
            return found
        await asyncio.sleep(INTERVAL)
    raise AssertionError(failure())


_timeout = asyncio.timeout


@asynccontextmanager
async def counted_timeout(seconds: float) -> AsyncIterator[None]:
    """Do what `asyncio.timeout` does, with turns of the event loop for its seconds."""
    loop = asyncio.get_running_loop()
    async with _timeout(None) as limit:

        async def count() -> None:
            for _ in range(round(seconds / INTERVAL)):
                await asyncio.sleep(INTERVAL)
            limit.reschedule(loop.time())

        counting = asyncio.create_task(count())
        try:
            yield
        finally:
            counting.cancel()
