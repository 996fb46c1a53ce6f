"""What an indexing run tells while it goes on. Counts are of files or chunks."""

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


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
    """The watcher saw files change, appear or go; the index has followed."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileSkipped:
    """A file could not be indexed; it is listed in coverage."""

    path: str
    reason: str


class NoticeKind(StrEnum):
    """What a watch goes on in spite of."""

    DELETIONS_REFUSED = "deletions_refused"
    """Most of the vault's files are gone; the index is kept as it is."""
    VAULT_UNREADABLE = "vault_unreadable"
    """The vault's folder is not there or cannot be read."""
    SETTINGS_WRONG = "settings_wrong"
    """A settings file cannot be used; the settings before hold."""
    POLLING = "polling"
    """The system reports no changes; the files are looked at instead."""


@dataclass(frozen=True, slots=True)
class IndexNotice:
    """What the user should know; the watch goes on. `message` is a sentence."""

    kind: NoticeKind
    message: str


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """`done` of `total` new and changed files can be found by keyword."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """`done` of `total` chunks that wanted a vector can be found by meaning."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class IndexFinished:
    """The run is over.

    `pending` chunks still want a vector: the run was interrupted or told not to
    embed. `seconds` is wall-clock time.
    """

    documents: int
    chunks: int
    pending: int
    skipped: int
    interrupted: bool
    seconds: float


IndexEvent = (
    ScanFinished
    | ChangesSeen
    | FileSkipped
    | IndexNotice
    | ReadingProgress
    | EmbeddingProgress
    | IndexFinished
)
IndexListener = Callable[[IndexEvent], None]


def ignore(_: IndexEvent) -> None:
    """The listener for whom indexing is silent."""


def index_event_as_json(event: IndexEvent) -> dict[str, object]:
    """The event as an object: its name in snake case, and its fields."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
    return {"event": name} | dataclasses.asdict(event)
