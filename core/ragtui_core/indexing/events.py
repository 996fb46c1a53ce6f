"""Events that an indexing run reports. Counts are of files or chunks."""

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


class ReadingStage(StrEnum):
    """What reading adds to the index."""

    FILES = "files"
    """Everything of a file at once."""
    WORDS = "words"
    """The words of new files; `PASSAGES` follows."""
    PASSAGES = "passages"
    """Chunks, links and headings of files whose words can be searched already, and
    the other files."""
    PICTURES = "pictures"
    """The text of scans and pictures, after everything else."""


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """`done` of `total` new and changed files are searchable by keyword.

    `mails` is how many mails of mailboxes are, `part` how much of mailboxes that are
    not done: 0.5 for half of one. With many new files there are two stages, each with
    a `total` of its own.
    """

    done: int
    total: int
    mails: int = 0
    part: float = 0.0
    stage: ReadingStage = ReadingStage.FILES

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return (self.done + self.part) / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """An embedding model that is not bundled is loaded, perhaps after a download."""

    model: str
    is_download: bool


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """`done` of `total` chunks without a vector have been embedded."""

    done: int
    total: int

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return self.done / self.total if self.total else 1.0


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
    | ReadingProgress
    | ModelLoading
    | EmbeddingProgress
    | IndexFinished
)
IndexListener = Callable[[IndexEvent], None]


def is_in_progress(event: IndexEvent) -> bool:
    """Whether the event reports a part of a phase that continues."""
    if isinstance(event, ReadingProgress) and event.stage is ReadingStage.WORDS:
        return True
    return (
        isinstance(event, ReadingProgress | EmbeddingProgress)
        and event.done < event.total
    )


def ignore(_: IndexEvent) -> None:
    """A listener that discards every event."""


def index_event_as_json(event: IndexEvent) -> dict[str, object]:
    """The event as a JSON object: its name under `event`, and its fields."""
    return {"event": event_name(type(event))} | dataclasses.asdict(event)


def event_name(kind: type[IndexEvent]) -> str:
    """The name of a class of events in JSON: `scan_finished`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
