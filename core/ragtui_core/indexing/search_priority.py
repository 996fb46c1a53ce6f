"""Gives searches priority over embedding, which pauses meanwhile.

Embedding keeps every core busy; a concurrent search takes several times as long.
"""

import time
from collections.abc import Callable

PAUSE_SECONDS = 0.5
"""How long after a search the next is expected, while the user types."""

MAX_PAUSE_SECONDS = 2.0
"""The longest pause, so that embedding proceeds even during steady searches."""


class SearchPriority:
    """Tracks the time of the last search. Safe to use from several threads."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._searched = float("-inf")

    def touch(self) -> None:
        """Record a search."""
        self._searched = self._clock()

    @property
    def is_active(self) -> bool:
        """Whether there was a search just now, so that another is likely."""
        return self._clock() - self._searched < PAUSE_SECONDS

    def yield_to_searches(self, stop: Callable[[], bool]) -> None:
        """Wait until searches have paused, at most for MAX_PAUSE_SECONDS."""
        latest = self._clock() + MAX_PAUSE_SECONDS
        while not stop():
            wait = min(latest, self._searched + PAUSE_SECONDS) - self._clock()
            if wait <= 0:
                return
            self._sleep(min(wait, 0.1))
