"""Caches a value computed from the index until a document changes."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class RevisionCache(Generic[T]):
    """One value, computed again for each revision of the index."""

    def __init__(self, *, reuse_ratio: float = 0.0) -> None:
        """Start empty.

        While documents change continually, an old value is used for `reuse_ratio` times
        the time of computing it, which limits the time spent on it.
        """
        self._lock = threading.Lock()
        self._cached: tuple[int, T] | None = None
        self._reuse_ratio = reuse_ratio
        self._reuse_until = 0.0

    def get(self, revision: int, make: Callable[[T | None], T]) -> T:
        """The value for `revision`, computed with `make` if it is not cached.

        `make` receives the previous value, to reuse what is still valid.
        """
        with self._lock:
            cached = self._cached
            if cached and (
                cached[0] == revision or time.monotonic() < self._reuse_until
            ):
                return cached[1]
            started = time.thread_time()
            value = make(cached[1] if cached else None)
            elapsed = time.thread_time() - started
            self._reuse_until = time.monotonic() + self._reuse_ratio * elapsed
            self._cached = revision, value
            return value
