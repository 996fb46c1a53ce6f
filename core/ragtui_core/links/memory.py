"""Keeps what was made of the index until a document changes."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """One thing, made again for each revision of the index."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._lock = threading.Lock()
        self._kept: tuple[int, T] | None = None

    def get(self, revision: int, make: Callable[[T | None], T]) -> T:
        """What is kept for `revision`, made now if it is not.

        `make` is given what was kept before, to take over what still holds.
        """
        with self._lock:
            if self._kept is None or self._kept[0] != revision:
                self._kept = revision, make(self._kept[1] if self._kept else None)
            return self._kept[1]
