"""Indexing events -> the state of the run, and a line that describes it.

Times in seconds.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ragtui_core import Coverage
from ragtui_core.indexing import (
    ChangesSeen,
    EmbeddingProgress,
    IndexEvent,
    IndexNotice,
    IndexNoticeKind,
    ReadingProgress,
    ScanFinished,
)
from ragtui_core.text import counted
from ragtui_tui import formatting

Phase = ReadingProgress | EmbeddingProgress

CHANGES = 200
"""Changed files that are remembered while the app is open."""


@dataclass(slots=True)
class IndexingProgress:
    """The state of the run, created when the app starts."""

    clock: Callable[[], float] = time.monotonic
    coverage: Coverage | None = None
    elsewhere: bool = False
    """Whether another process is the one that indexes."""
    failure: str = ""
    model_failure: str = ""
    """Why nothing is embedded at the moment; empty if nothing prevents it."""
    paused: bool = False
    """Whether the user paused it."""
    changes: dict[str, float] = field(default_factory=dict)
    """Files that changed while the app is open, the latest last: since the epoch."""
    _is_scanned: bool = False
    """Whether the files were compared with the index."""
    _is_known: bool = False
    """Whether coverage was read since; what was known before is outdated."""
    _phase: Phase | None = None
    _since: float = 0.0
    _first: float = 0.0

    def note(self, event: IndexEvent) -> None:
        """Take in one event."""
        self.elsewhere = self.paused = False
        self.failure = ""
        if isinstance(event, ReadingProgress | EmbeddingProgress):
            self._advance(event)
        elif isinstance(event, ScanFinished | IndexNotice):
            self._phase, self._is_scanned = None, True
            if isinstance(event, IndexNotice):
                self._notice(event)
        elif isinstance(event, ChangesSeen):
            self._remember(event.paths)

    def _notice(self, event: IndexNotice) -> None:
        if event.kind is IndexNoticeKind.EMBEDDING_FAILED:
            self.model_failure = event.message

    def _remember(self, changed: Iterable[str]) -> None:
        now = time.time()
        for path in changed:
            self.changes.pop(path, None)
            self.changes[path] = now
        for path in [*self.changes][:-CHANGES]:
            del self.changes[path]

    def cover(self, coverage: Coverage, *, elsewhere: bool) -> None:
        """Coverage was read from the index."""
        self.coverage, self.elsewhere = coverage, elsewhere
        self._is_known = self._is_scanned

    def _advance(self, event: Phase) -> None:
        if isinstance(event, EmbeddingProgress):
            self.model_failure = ""
        same = type(event) is type(self._phase) and (
            self._phase is not None and event.share >= self._phase.share
        )
        if not same:
            self._since, self._first = self.clock(), event.share
        self._phase = event if event.done < event.total else None

    @property
    def share(self) -> float | None:
        """How far the phase is, 0..1; None while nothing is being done."""
        if self._phase is None or self.failure or self.elsewhere or self.paused:
            return None
        return self._phase.share

    def text(self) -> str:
        """The line."""
        if self.failure:
            return f"not indexing: {formatting.one_line(self.failure)}"
        if self.paused:
            step = self._done(self._phase) if self._phase else self._covered()
            return f"paused · {step}"
        if self.elsewhere:
            return f"kept up to date by another ragtui · {self._covered()}"
        if self._phase:
            return " · ".join(self._steps(self._phase))
        if self.coverage is None or not self._is_known:
            return "scanning the vault"
        embedded = self.coverage.embedded == self.coverage.chunks
        whole = embedded and not self.coverage.missing
        state = f"{'up to date' if whole else 'searchable'} · {self._covered()}"
        if self.model_failure and not embedded:
            state += f" · {formatting.one_line(self.model_failure)}"
        return state

    @staticmethod
    def _done(phase: Phase) -> str:
        verb, noun = (
            ("reading", "files")
            if isinstance(phase, ReadingProgress)
            else ("embedding", "passages")
        )
        return f"{verb} {phase.done:,} of {phase.total:,} {noun}"

    def _steps(self, phase: Phase) -> list[str]:
        steps = [self._done(phase)]
        if isinstance(phase, ReadingProgress) and phase.mails:
            steps.append(counted(phase.mails, "mail"))
        seconds, share = self.clock() - self._since, phase.share - self._first
        if seconds > 0 and share > 0:
            rate = share / seconds
            if phase.done:
                steps.append(f"{rate * phase.total:,.0f}/s")
            steps.append(f"{formatting.duration((1 - phase.share) / rate)} left")
        return steps

    def _covered(self) -> str:
        if self.coverage is None:
            return "nothing to search yet"
        documents = self.coverage.documents
        share = f"{self.coverage.embedded_share:.0%} embedded"
        parts = [
            counted(documents, "document"),
            share + (", again" if self.coverage.next_model else ""),
        ]
        if self.coverage.missing:
            parts.append(f"{self.coverage.missing:,} missing")
        if self.coverage.skipped:
            parts.append(f"{len(self.coverage.skipped):,} skipped")
        return " · ".join(parts)


def changes_results(event: IndexEvent) -> bool:
    """Whether a search would find more, or other things, than before the event.

    Vectors come so often that a new search for each batch would only disturb.
    """
    if isinstance(event, EmbeddingProgress):
        return event.done == event.total
    return isinstance(event, ReadingProgress | ScanFinished)
