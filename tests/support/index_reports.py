"""What an index follower told its listener."""

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from ragtui_core import RagtuiError
from ragtui_core.indexing import IndexEvent
from ragtui_core.indexing.coverage import Coverage


@dataclass
class Reports:
    """The calls of a follower, in order."""

    calls: SimpleQueue[tuple[str, Any]] = field(default_factory=SimpleQueue)

    def step(self, event: IndexEvent) -> None:
        self.calls.put(("step", event))

    def coverage(self, coverage: Coverage, *, elsewhere: bool) -> None:
        self.calls.put(("elsewhere" if elsewhere else "coverage", coverage))

    def paused(self) -> None:
        self.calls.put(("paused", None))

    def failed(self, error: RagtuiError) -> None:
        self.calls.put(("failed", error))

    def until(self, name: str, accept: Callable[[Any], bool] = lambda _: True) -> Any:
        """The next report of this name that is accepted."""
        while True:
            found, value = self.calls.get()
            if found == name and accept(value):
                return value
