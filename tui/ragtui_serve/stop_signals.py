"""Ends a server in order when a signal asks for it."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any


async def until_signal(work: Coroutine[Any, Any, None]) -> None:
    """Do `work` until it ends, or until Ctrl+C or SIGTERM cancels it.

    Raises:
        Exception: What `work` raised.
    """
    task = asyncio.create_task(work)
    call_at_signal(task.cancel)
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()


def call_at_signal(end: Callable[[], object]) -> None:
    """Have the running loop call `end` at Ctrl+C and SIGTERM.

    Not on Windows, where Ctrl+C cancels the main task of the loop.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, end)
        except NotImplementedError:
            return
