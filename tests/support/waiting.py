"""Waiting for other processes and threads: one deadline, and the only polling.

A test waits for an event where there is one. Another program's screen, file or port
gives none, so it is looked at again until it is as expected.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

TIMEOUT = 120.0
"""Seconds after which a test stops waiting: many times what a busy machine needs."""

INTERVAL = 0.02
"""Seconds between two looks."""

T = TypeVar("T")


def wait_until(condition: Callable[[], T], failure: str | Callable[[], str]) -> T:
    """Evaluate `condition` until it is true, and return its value.

    Raises:
        AssertionError: It did not become true within `TIMEOUT`; with `failure`.
    """
    end = time.monotonic() + TIMEOUT
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(failure if isinstance(failure, str) else failure())
        time.sleep(INTERVAL)
    return found


async def wait_until_async(
    condition: Callable[[], Awaitable[T]], failure: Callable[[], str]
) -> T:
    """Do the same with a condition to be awaited; the event loop runs meanwhile."""
    end = time.monotonic() + TIMEOUT
    while not (found := await condition()):
        assert time.monotonic() < end, failure()
        await asyncio.sleep(INTERVAL)
    return found
