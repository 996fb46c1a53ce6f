"""Indexing events -> the state of the run, and a line that describes it.

Times in seconds.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ragtui_core import Coverage
from ragtui_core.indexing import (
    IndexEvent,
    IndexState,
    IndexStateName,
    IndexTracker,
    ScanFinished,
    is_embedding,
    is_phase,
    is_reading,
)
from ragtui_core.text import counted
from ragtui_tui import formatting

_WITH_COVERAGE = {
    IndexStateName.ELSEWHERE,
    IndexStateName.INCOMPLETE,
    IndexStateName.UP_TO_DATE,
}
_WITH_ACTION = {
    IndexStateName.MODEL_DOWNLOADING,
    IndexStateName.MODEL_LOADING,
    IndexStateName.PAUSED,
}
"""States whose line in the app ends with what to do, as it does for problems; the
vault view has what to do in any state."""


@dataclass(slots=True)
class IndexingProgress:
    """The state of the index, created when the app starts."""

    clock: Callable[[], float] = time.monotonic
    tracker: IndexTracker = field(default_factory=IndexTracker)
    _since: float = 0.0
    _first: float = 0.0

    @property
    def state(self) -> IndexState:
        """The state of the index."""
        return self.tracker.state

    @property
    def coverage(self) -> Coverage | None:
        """What is indexed, when it was read last."""
        return self.tracker.coverage

    def note(self, event: IndexEvent) -> None:
        """Take in one event."""
        if is_phase(event):
            self._time(event)
        self.tracker.note(event)

    def _time(self, event: IndexState) -> None:
        before = self.tracker.phase
        same = before is not None and (
            event.name is before.name and event.share >= before.share
        )
        if not same:
            self._since, self._first = self.clock(), event.share

    @property
    def _running(self) -> IndexState | None:
        """The phase, unless something else is to be told."""
        phase = self.tracker.phase
        return phase if self.state is phase else None

    @property
    def share(self) -> float | None:
        """How far the phase is, 0..1; None while nothing is being done."""
        phase = self._running
        return phase.share if phase else None

    def text(self) -> str:
        """The state as a line: what it is, the time left, and what to do."""
        state = self.state
        parts = [state.brief]
        if phase := self._running:
            parts += self._time_left(phase)
        elif state.name in _WITH_COVERAGE:
            parts += self._covered()
        if state.is_problem or state.name in _WITH_ACTION:
            parts.append(state.action)
        return " · ".join(map(formatting.one_line, parts))

    def _time_left(self, phase: IndexState) -> list[str]:
        steps = []
        if phase.mails:
            steps.append(counted(phase.mails, "mail"))
        seconds, share = self.clock() - self._since, phase.share - self._first
        if seconds > 0 and share > 0:
            left = (1 - phase.share) * seconds / share
            steps.append(f"{formatting.duration(left)} left")
        return steps

    def _covered(self) -> list[str]:
        if self.coverage is None:
            return ["nothing to search yet"]
        parts = [counted(self.coverage.documents, "document")]
        if unread := len(self.coverage.skipped) + sum(self.coverage.unread.values()):
            parts.append(f"{unread:,} not read")
        return parts


def changes_results(event: IndexEvent) -> bool:
    """Whether a search would find more, or other things, than before the event.

    Vectors come so often that a new search for each batch would only disturb.
    """
    if is_embedding(event):
        return event.done == event.total
    return is_reading(event) or isinstance(event, ScanFinished)
