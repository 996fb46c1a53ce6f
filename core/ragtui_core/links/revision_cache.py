"""Caches a value computed from the index until a document changes."""

import math
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

REFRESHED_SECONDS = 1.0
"""How long after a `refresh` the existing value is returned, even if outdated."""


class RevisionCache(Generic[T]):
    """One value, computed again for each revision of the index; for any thread.

    A thread that changes the index can `refresh` the value, so that those who ask for
    it need not wait meanwhile.
    """

    def __init__(self, *, reuse_ratio: float = 0.0) -> None:
        """Start empty.

        While documents change continually, an old value is used for `reuse_ratio` times
        the time of computing it, which limits the time spent on it.
        """
        self._lock = threading.Lock()
        self._cached: tuple[int, T] | None = None
        self._reuse_ratio = reuse_ratio
        self._reuse_until = 0.0
        self._refreshed = -math.inf
        self._is_outdated = False
        """Whether `get` returned an old value."""

    @property
    def latest(self) -> T | None:
        """The value that was computed last."""
        return self._cached[1] if self._cached else None

    def get(self, revision: int, make: Callable[[T | None], T]) -> T:
        """The value for `revision`, computed with `make` if it is not cached.

        `make` receives the previous value, to reuse what is still valid.
        """
        cached = self._usable(revision)
        if cached is None:
            with self._lock:
                cached = self._usable(revision) or self._computed(revision, make)
        if cached[0] != revision:
            self._is_outdated = True
        return cached[1]

    def refresh(
        self, revision: int, make: Callable[[T | None], T], *, is_last: bool
    ) -> None:
        """Compute the value again if `get` returned an older one than `revision`.

        Meanwhile, and for a second after it, `get` returns the old one; but not after
        the last change, when the value is computed at once if it was ever requested.
        """
        self._refreshed = time.monotonic()
        is_due = self._is_outdated and self._refreshed >= self._reuse_until
        with self._lock:
            cached = self._cached
            if cached and cached[0] != revision and (is_last or is_due):
                self._computed(revision, make)
        self._refreshed = -math.inf if is_last else time.monotonic()

    def _usable(self, revision: int) -> tuple[int, T] | None:
        cached = self._cached
        if cached is None or cached[0] == revision:
            return cached
        until = max(self._reuse_until, self._refreshed + REFRESHED_SECONDS)
        return cached if time.monotonic() < until else None

    def _computed(self, revision: int, make: Callable[[T | None], T]) -> tuple[int, T]:
        started = time.thread_time()
        self._is_outdated = False
        cached = revision, make(self._cached[1] if self._cached else None)
        elapsed = time.thread_time() - started
        self._reuse_until = time.monotonic() + self._reuse_ratio * elapsed
        self._cached = cached
        return cached
