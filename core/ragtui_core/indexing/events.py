"""Events that an indexing run reports. Counts are of files or chunks.

An `IndexState` says how far reading or embedding is, or that a model which is not
bundled is loaded.
"""

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeGuard

from ragtui_core.index_state import PHASES, IndexState, IndexStateName


@dataclass(frozen=True, slots=True)
class ScanFinished:
    """The vault was compared with the index."""

    files: int
    added: int
    changed: int
    renamed: int
    deleted: int
    unchanged: int


@dataclass(frozen=True, slots=True)
class ChangesSeen:
    """The watcher saw files change, appear or vanish; the index is up to date."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """A settings file was edited, and the watcher's vault has other settings now."""

    keys: tuple[str, ...]
    """The dotted settings whose values differ from before."""


@dataclass(frozen=True, slots=True)
class FileSkipped:
    """A file could not be indexed; it is listed in coverage."""

    path: str
    reason: str


class IndexNoticeKind(StrEnum):
    """A problem that does not stop indexing."""

    DELETIONS_REFUSED = "deletions_refused"
    """Most of the vault's files are gone; the index is unchanged."""
    VAULT_UNREADABLE = "vault_unreadable"
    """The vault's folder is missing or cannot be read."""
    SETTINGS_WRONG = "settings_wrong"
    """A settings file is invalid, and the previous settings are used; or a setting
    names a kind of file that cannot be read, and the others are indexed."""
    EMBEDDING_FAILED = "embedding_failed"
    """The embedding model cannot be used now; search by keyword is up to date."""
    POLLING = "polling"
    """The system reports no changes; the folder is scanned at intervals instead."""
    INDEX_GONE = "index_gone"
    """The index was deleted or replaced while it was written; a new one is made."""
    LANGUAGES_UNREAD = "languages_unread"
    """Much of the vault is in languages that the embedding model does not read."""


@dataclass(frozen=True, slots=True)
class IndexNotice:
    """A problem that the user should know of.

    `message` is a sentence; `reason` its part that differs from case to case, if its
    other words are those of `index_state`.
    """

    kind: IndexNoticeKind
    message: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class IndexFinished:
    """The run has ended.

    `pending` chunks have no vector yet: the run was interrupted, or ran without
    embedding. `seconds` is wall-clock time.
    """

    documents: int
    chunks: int
    pending: int
    skipped: int
    interrupted: bool
    seconds: float
    unread: int = 0
    """Files of kinds that are not read."""
    waiting: int = 0
    """Files with pictures whose text is not recognised (OCR)."""


IndexEvent = (
    ScanFinished
    | ChangesSeen
    | SettingsRead
    | FileSkipped
    | IndexNotice
    | IndexState
    | IndexFinished
)
IndexListener = Callable[[IndexEvent], None]


def is_reading(event: IndexEvent) -> TypeGuard[IndexState]:
    """Whether `done` of `total` new and changed files can be searched by keyword.

    Of many new files, these are first their words, then their passages; the text of
    pictures follows after everything else.
    """
    return is_phase(event) and event.name is not IndexStateName.EMBEDDING


def is_embedding(event: IndexEvent) -> TypeGuard[IndexState]:
    """Whether `done` of `total` chunks without a vector have been embedded."""
    return isinstance(event, IndexState) and event.name is IndexStateName.EMBEDDING


def is_phase(event: IndexEvent) -> TypeGuard[IndexState]:
    """Whether the event is of reading or embedding."""
    return isinstance(event, IndexState) and event.name in PHASES


def is_in_progress(event: IndexEvent) -> bool:
    """Whether the event reports a part of a phase that continues."""
    return is_phase(event) and (
        event.done < event.total or event.name is IndexStateName.READING_WORDS
    )


def ignore(_: IndexEvent) -> None:
    """A listener that discards every event."""


def index_event_as_json(event: IndexEvent) -> dict[str, object]:
    """The event as a JSON object: its name under `event`, and its fields."""
    return {"event": event_name(type(event))} | dataclasses.asdict(event)


def event_name(kind: type[IndexEvent]) -> str:
    """The name of a class of events in JSON: `scan_finished`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
