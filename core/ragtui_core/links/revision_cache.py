"""Keeps what was made of the index until a document changes."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class RevisionCache(Generic[T]):
    """One thing, made again for each revision of the index."""

    def __init__(self, *, rest: float = 0.0) -> None:
        """Start with nothing.

        While documents change all the time, an old thing serves for `rest` times as
        long as making it took: making it then takes a small share of the time.
        """
        self._lock = threading.Lock()
        self._kept: tuple[int, T] | None = None
        self._rest = rest
        self._rested = 0.0

    def get(self, revision: int, make: Callable[[T | None], T]) -> T:
        """What is kept for `revision`, made now if it is not.

        `make` is given what was kept before, to take over what still holds.
        """
        with self._lock:
            kept = self._kept
            if kept and (kept[0] == revision or time.monotonic() < self._rested):
                return kept[1]
            started = time.thread_time()
            made = make(kept[1] if kept else None)
            took = time.thread_time() - started
            self._rested = time.monotonic() + self._rest * took
            self._kept = revision, made
            return made
