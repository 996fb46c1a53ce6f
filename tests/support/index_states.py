"""Real events that bring an index into each of its states, and runs cut short."""

import threading
import tomllib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ragtui_core import Vault
from ragtui_core.errors import (
    DiskFull,
    IndexBusy,
    IndexMissing,
    StorageError,
    VaultError,
)
from ragtui_core.index_state import CountedUnit, IndexState, IndexStateName, state_error
from ragtui_core.indexing.coverage import Coverage
from ragtui_core.indexing.events import (
    IndexEvent,
    IndexFinished,
    IndexNotice,
    IndexNoticeKind,
    ScanFinished,
)
from ragtui_core.indexing.index_tracker import IndexTracker
from support.commands import DATA

SCANNED = ScanFinished(40, 40, 0, 0, 0, 0)

Step = Callable[[IndexTracker], None]


def interrupted(vault: Vault, after: Callable[[IndexEvent], object]) -> IndexFinished:
    """A run that is cancelled at the first event for which `after` is true."""
    cancelled = threading.Event()

    def listen(event: IndexEvent) -> None:
        if after(event):
            cancelled.set()

    return vault.index(listen, cancelled=cancelled)


def reading(done: int, total: int, **more: Any) -> IndexState:
    """So many files are read."""
    return IndexState(IndexStateName.READING, done, total, **more)


def embedding(done: int, total: int) -> IndexState:
    """So many passages have their vectors."""
    state, unit = IndexStateName.EMBEDDING, CountedUnit.PASSAGES
    return IndexState(state, done, total, unit)


def covered(embedded: int, missing: int = 0) -> Coverage:
    """40 documents of 100 passages."""
    return Coverage("v", "i", 1, 40, 100, embedded, "m", (), missing=missing)


def _finished(embedded: int, missing: int = 0) -> Step:
    def step(tracker: IndexTracker) -> None:
        tracker.note(SCANNED)
        tracker.cover(covered(embedded, missing), elsewhere=False)

    return step


def _noticed(kind: IndexNoticeKind, reason: str) -> Step:
    def step(tracker: IndexTracker) -> None:
        _finished(40)(tracker)
        tracker.note(IndexNotice(kind, "a sentence", reason))

    return step


def _paused(tracker: IndexTracker) -> None:
    tracker.note(reading(5, 40))
    tracker.pause()


def _interrupted(tracker: IndexTracker) -> None:
    tracker.note(SCANNED)
    tracker.cover(replace(covered(0), words_only=30), elsewhere=False)


def _without_vectors(tracker: IndexTracker) -> None:
    tracker.note(SCANNED)
    coverage = replace(covered(0), vector_problem="the reason")
    tracker.cover(coverage, elsewhere=False)


_STEPS: dict[IndexStateName, Step] = {
    IndexStateName.NOT_INDEXED: lambda t: t.fail(state_error(IndexMissing, "index.db")),
    IndexStateName.SCANNING: lambda _: None,
    IndexStateName.READING_WORDS: lambda t: t.note(
        IndexState(IndexStateName.READING_WORDS, 40, 40)
    ),
    IndexStateName.READING_PASSAGES: lambda t: t.note(
        IndexState(IndexStateName.READING_PASSAGES, 5, 40)
    ),
    IndexStateName.READING: lambda t: t.note(reading(5, 40)),
    IndexStateName.RECOGNIZING: lambda t: t.note(
        IndexState(IndexStateName.RECOGNIZING, 5, 40)
    ),
    IndexStateName.MODEL_LOADING: lambda t: t.note(
        IndexState(IndexStateName.MODEL_LOADING, detail="a/model")
    ),
    IndexStateName.MODEL_DOWNLOADING: lambda t: t.note(
        IndexState(IndexStateName.MODEL_DOWNLOADING, detail="a/model")
    ),
    IndexStateName.EMBEDDING: lambda t: t.note(embedding(30, 100)),
    IndexStateName.PAUSED: _paused,
    IndexStateName.ELSEWHERE: lambda t: t.fail(state_error(IndexBusy)),
    IndexStateName.FOLDER_MISSING: lambda t: t.fail(
        state_error(VaultError, "/n: the folder no longer exists")
    ),
    IndexStateName.FILES_MISSING: _finished(100, missing=40),
    IndexStateName.DISK_FULL: lambda t: t.fail(
        state_error(DiskFull, "index.db could not grow")
    ),
    IndexStateName.MODEL_FAILED: _noticed(
        IndexNoticeKind.EMBEDDING_FAILED, "no such model"
    ),
    IndexStateName.FAILED: lambda t: t.fail(StorageError("no permission")),
    IndexStateName.WORDS_ONLY: _interrupted,
    IndexStateName.INCOMPLETE: _finished(40),
    IndexStateName.NO_VECTORS: _without_vectors,
    IndexStateName.UP_TO_DATE: _finished(100),
}

_SENTENCES = tomllib.loads((DATA / "index_states.toml").read_text("utf-8"))

EVERY_STATE: dict[IndexStateName, tuple[Step, str]] = {
    name: (step, _SENTENCES[name]) for name, step in _STEPS.items()
}
"""How each state begins, and the sentence for it."""
