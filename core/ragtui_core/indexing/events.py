"""The events of an indexing run. Counts are of files or chunks."""

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
    """Files changed, appeared or vanished, and the index was updated."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileSkipped:
    """A file could not be indexed; it is listed in coverage."""

    path: str
    reason: str


class NoticeKind(StrEnum):
    """Conditions that do not end a watch."""

    DELETIONS_REFUSED = "deletions_refused"
    """Most of the vault's files are gone; the index is unchanged."""
    VAULT_UNREADABLE = "vault_unreadable"
    """The vault's folder is missing or cannot be read."""
    SETTINGS_WRONG = "settings_wrong"
    """A settings file is invalid; the previous settings stay in use."""
    POLLING = "polling"
    """The system does not report changes; the files are polled."""


@dataclass(frozen=True, slots=True)
class IndexNotice:
    """A message for the user; the watch continues. `message` is a sentence."""

    kind: NoticeKind
    message: str


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """`done` of `total` new and changed files are searchable by keyword."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """`done` of `total` chunks to embed are searchable semantically."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class IndexFinished:
    """The run has ended.

    `pending` chunks still have no vector: the run was interrupted or did not
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
    """A listener that ignores all events."""


def index_event_as_json(event: IndexEvent) -> dict[str, object]:
    """The event as an object: its name in snake case, and its fields."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
    return {"event": name} | dataclasses.asdict(event)
