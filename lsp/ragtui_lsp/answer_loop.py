"""A separate event loop for answers.

An answer reads files, checks quotations and imports a provider's SDK, which would block
all other requests on the server's own loop.
"""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class AnswerLoop:
    """Runs coroutines in a thread; cancelling the caller cancels them."""

    def __init__(self) -> None:
        """Start no thread yet."""
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run `coroutine` and return its result."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._running())
        return await asyncio.wrap_future(future)

    def stop(self) -> None:
        """Cancel all tasks and stop the thread's loop."""
        loop, self._loop = self._loop, None
        if loop:
            asyncio.run_coroutine_threadsafe(_end(), loop)

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(
                target=_serve, args=(self._loop,), name="answers", daemon=True
            ).start()
        return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    loop.close()


async def _end() -> None:
    loop = asyncio.get_running_loop()
    others = asyncio.all_tasks(loop) - {asyncio.current_task(loop)}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    loop.call_soon(loop.stop)
