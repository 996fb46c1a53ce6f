"""Real events that bring an index into each of its states, and runs cut short."""

import threading
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


EVERY_STATE: dict[IndexStateName, tuple[Step, str]] = {
    IndexStateName.NOT_INDEXED: (
        lambda t: t.fail(state_error(IndexMissing, "index.db")),
        "this vault has no index yet (index.db): run `ragtui index`",
    ),
    IndexStateName.SCANNING: (
        lambda _: None,
        "scanning the vault: search finds what was indexed before",
    ),
    IndexStateName.READING_WORDS: (
        lambda t: t.note(IndexState(IndexStateName.READING_WORDS, 40, 40)),
        "reading the words of 40 of 40 files: these can be searched; passages and "
        "links follow",
    ),
    IndexStateName.READING_PASSAGES: (
        lambda t: t.note(IndexState(IndexStateName.READING_PASSAGES, 5, 40)),
        "reading the passages of 5 of 40 files: the words of all can be searched; "
        "their links follow",
    ),
    IndexStateName.READING: (
        lambda t: t.note(reading(5, 40)),
        "reading 5 of 40 files: files that are read can be searched by keyword",
    ),
    IndexStateName.RECOGNIZING: (
        lambda t: t.note(IndexState(IndexStateName.RECOGNIZING, 5, 40)),
        "reading the pictures of 5 of 40 files: all other text can be searched",
    ),
    IndexStateName.MODEL_LOADING: (
        lambda t: t.note(IndexState(IndexStateName.MODEL_LOADING, detail="a/model")),
        "loading the model a/model: search by keyword works meanwhile",
    ),
    IndexStateName.MODEL_DOWNLOADING: (
        lambda t: t.note(
            IndexState(IndexStateName.MODEL_DOWNLOADING, detail="a/model")
        ),
        "downloading the model a/model: search by keyword works meanwhile",
    ),
    IndexStateName.EMBEDDING: (
        lambda t: t.note(embedding(30, 100)),
        "reading the meaning of 30 of 100 passages: search by meaning finds those "
        "that are done",
    ),
    IndexStateName.PAUSED: (_paused, "paused at 5 of 40 files: resume to continue"),
    IndexStateName.ELSEWHERE: (
        lambda t: t.fail(state_error(IndexBusy)),
        "kept up to date by another process: search works here; end that process to "
        "index here",
    ),
    IndexStateName.FOLDER_MISSING: (
        lambda t: t.fail(state_error(VaultError, "/n: the folder no longer exists")),
        "the vault's folder is missing or unreadable (/n: the folder no longer "
        "exists): restore or mount it; search finds what is indexed meanwhile",
    ),
    IndexStateName.FILES_MISSING: (
        _finished(100, missing=40),
        "the index keeps files that are missing (40 of 40 documents): mount the drive "
        "or restore them, or run `ragtui index --accept-deletions`",
    ),
    IndexStateName.DISK_FULL: (
        lambda t: t.fail(state_error(DiskFull, "index.db could not grow")),
        "the disk is full (index.db could not grow): free some space, then index "
        "again; what was written is safe",
    ),
    IndexStateName.MODEL_FAILED: (
        _noticed(IndexNoticeKind.EMBEDDING_FAILED, "no such model"),
        "the model for search by meaning cannot be used (no such model): search is by "
        "keyword until it works",
    ),
    IndexStateName.FAILED: (
        lambda t: t.fail(StorageError("no permission")),
        "not indexing: no permission: index again when this is corrected",
    ),
    IndexStateName.WORDS_ONLY: (
        _interrupted,
        "only the words of 30 of 40 files can be searched so far: passages and "
        "links follow while the vault is indexed",
    ),
    IndexStateName.INCOMPLETE: (
        _finished(40),
        "search by meaning covers 40% of the vault so far: the rest follows while "
        "the vault is indexed",
    ),
    IndexStateName.NO_VECTORS: (
        _without_vectors,
        "search by meaning is not possible (the reason): search is by keyword",
    ),
    IndexStateName.UP_TO_DATE: (_finished(100), "up to date"),
}
"""How each state begins, and the sentence for it."""
