"""Whoever waits for a search goes first: embedding rests meanwhile.

Embedding keeps every core busy; a search beside it takes several times as long.
"""

import time
from collections.abc import Callable

PAUSE_SECONDS = 0.5
"""So long after a search the next one may come, while one types."""

MAX_PAUSE_SECONDS = 2.0
"""Embedding rests no longer at a time, so that it goes on beside steady searches."""


class SearchPriority:
    """Knows when somebody searched last. Safe to use from several threads."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nobody has searched yet."""
        self._clock = clock
        self._sleep = sleep
        self._searched = float("-inf")

    def touch(self) -> None:
        """Somebody searches."""
        self._searched = self._clock()

    @property
    def is_wanted(self) -> bool:
        """Whether somebody searched just now, and may search again."""
        return self._clock() - self._searched < PAUSE_SECONDS

    def yield_to_searches(self, stop: Callable[[], bool]) -> None:
        """Wait until nobody has searched for a while, or for MOST_SECONDS.

        Args:
            stop: Ends the wait.
        """
        latest = self._clock() + MAX_PAUSE_SECONDS
        while not stop():
            wait = min(latest, self._searched + PAUSE_SECONDS) - self._clock()
            if wait <= 0:
                return
            self._sleep(min(wait, 0.1))
