"""The states of an index, and the words that all front ends use for them."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from ragtui_core.errors import (
    DeletionsRefused,
    DiskFull,
    IndexBusy,
    IndexMissing,
    ModelError,
    RagtuiError,
    VaultError,
)

Failure = TypeVar("Failure", bound=RagtuiError)


class IndexStateName(StrEnum):
    """What happens to an index, or prevents it."""

    NOT_INDEXED = "not_indexed"
    SCANNING = "scanning"
    READING_WORDS = "reading_words"
    """The words of new files are read, before everything else of them."""
    READING_PASSAGES = "reading_passages"
    """Everything else of them is read."""
    READING = "reading"
    RECOGNIZING = "recognizing"
    """The text of scans and pictures is recognised, after everything else."""
    MODEL_LOADING = "model_loading"
    MODEL_DOWNLOADING = "model_downloading"
    EMBEDDING = "embedding"
    PAUSED = "paused"
    ELSEWHERE = "elsewhere"
    """Another process keeps the index up to date."""
    FOLDER_MISSING = "folder_missing"
    """The vault's folder is missing or cannot be read."""
    FILES_MISSING = "files_missing"
    """Most indexed files are missing; the index is unchanged."""
    DISK_FULL = "disk_full"
    MODEL_FAILED = "model_failed"
    FAILED = "failed"
    """Indexing has ended for another reason."""
    WORDS_ONLY = "words_only"
    """Indexing was interrupted: some files have words in the index, and no vectors."""
    INCOMPLETE = "incomplete"
    """All files can be searched by keyword, not all by meaning."""
    NO_VECTORS = "no_vectors"
    """All files can be searched by keyword; vectors cannot be stored here."""
    UP_TO_DATE = "up_to_date"


PROBLEMS = frozenset(
    {
        IndexStateName.NOT_INDEXED,
        IndexStateName.FOLDER_MISSING,
        IndexStateName.FILES_MISSING,
        IndexStateName.DISK_FULL,
        IndexStateName.MODEL_FAILED,
        IndexStateName.FAILED,
    }
)
"""States that the user has to do something about."""


WORKING = frozenset(
    {
        IndexStateName.SCANNING,
        IndexStateName.READING_WORDS,
        IndexStateName.READING_PASSAGES,
        IndexStateName.READING,
        IndexStateName.RECOGNIZING,
        IndexStateName.MODEL_LOADING,
        IndexStateName.MODEL_DOWNLOADING,
        IndexStateName.EMBEDDING,
    }
)
"""States in which this process indexes."""


PHASES = WORKING - {
    IndexStateName.SCANNING,
    IndexStateName.MODEL_LOADING,
    IndexStateName.MODEL_DOWNLOADING,
}
"""States in which units are counted: files that are read, passages that get vectors."""


class CountedUnit(StrEnum):
    """What `IndexState.done` and `total` count."""

    FILES = "files"
    PASSAGES = "passages"


@dataclass(frozen=True, slots=True)
class IndexState:
    """A state, and what its words name."""

    name: IndexStateName
    done: int = 0
    """Units read or embedded of the `total`, also while paused."""
    total: int = 0
    unit: CountedUnit = CountedUnit.FILES
    detail: str = ""
    """The model, or the reason of a problem: a message of ragtui."""
    mails: int = 0
    """Mails of mailboxes that are read."""
    part: float = 0.0
    """How much of the mailboxes that are not done: 0.5 for half of one."""

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return (self.done + self.part) / self.total if self.total else 1.0

    @property
    def is_problem(self) -> bool:
        """Whether the user has to do something about it."""
        return self.name in PROBLEMS

    @property
    def is_working(self) -> bool:
        """Whether this process is indexing, scanning included."""
        return self.name in WORKING

    @property
    def line(self) -> str:
        """What the state is, without a full stop."""
        return self._words()[0]

    @property
    def brief(self) -> str:
        """The line without a model or a reason, unless it says nothing without."""
        if self.name is IndexStateName.FAILED:
            return self.line
        return replace(self, detail="").line

    @property
    def action(self) -> str:
        """What to do, or what works meanwhile; empty if there is nothing to say."""
        return self._words()[1]

    @property
    def sentence(self) -> str:
        """Sentence and reason on one line, without a full stop."""
        return ": ".join(filter(None, self._words()))

    def _words(self) -> tuple[str, str]:
        """The line and the action. No front end has others."""
        line, action = _WORDS[self.name]
        detail = " ".join(self.detail.split())
        count = f"{self.done:,} of {self.total:,} {self.unit}" if self.total else ""
        values = {
            "count": count,
            "at_count": f" at {count}" if count else "",
            "share": f"{100 * self.done // self.total}%" if self.total else "a part",
            "reason": f" ({detail})" if detail else "",
            "because": f": {detail}" if detail else "",
        }
        return line.format(**values), action

    def as_json(self) -> dict[str, str]:
        """The name and the words, for the JSON of a status."""
        return {"state": self.name, "state_sentence": self.sentence}


_TABLE = """
not_indexed | this vault has no index yet{reason} | run `ragtui index`
scanning | looking for changed files | search finds what was read before
reading_words | reading the words of {count} | search finds these; links follow
reading_passages | reading {count} in full | search finds the words of all; links follow
reading | reading {count} | search finds those that are read
recognizing | reading the pictures of {count} | all other text can be searched
model_loading | loading the model for search by meaning{reason} | search by words works
  meanwhile
model_downloading | downloading the model for search by meaning{reason} | search by
  words works meanwhile
embedding | preparing search by meaning, {share} done | search by words works meanwhile
paused | paused{at_count} | resume to continue
elsewhere | kept up to date by another program | search works here, too
folder_missing | the vault's folder is missing or unreadable{reason} | restore or
  mount it; search finds what is indexed meanwhile
files_missing | files of the vault are missing{reason} | mount the drive or
  restore them, or run `ragtui index --accept-deletions`
disk_full | the disk is full{reason} | free some space, then index again; what was
  written is safe
model_failed | the model for search by meaning cannot be used{reason} | search is by
  words until it works
failed | not indexing{because} | index again when this is corrected
words_only | only the words of {count} can be searched so far | the rest
  follows while the vault is indexed
incomplete | search by meaning covers {share} of the vault so far{reason} | the rest
  follows while the vault is indexed
no_vectors | search by meaning is not possible{reason} | search is by words
up_to_date | up to date |
"""
"""For each state: its name, what it is, and what to do or what works meanwhile."""

_WORDS = {
    name: (line, action)
    for row in _TABLE.strip().replace("\n  ", " ").splitlines()
    for name, line, action in (map(str.strip, row.split("|")),)
}


def state_error(kind: type[Failure], detail: str = "") -> Failure:
    """An error whose message is the words of its state, with `detail`."""
    name = next(name for error, name in _OF_ERRORS if issubclass(kind, error))
    error = kind(IndexState(name, detail=detail).sentence)
    error.reason = detail
    return error


def state_of_error(error: RagtuiError) -> IndexState:
    """The state of an index whose indexing has ended with `error`."""
    for kind, name in _OF_ERRORS:
        if isinstance(error, kind):
            return IndexState(name, detail=error.reason or str(error))
    return IndexState(IndexStateName.FAILED, detail=str(error))


_OF_ERRORS: tuple[tuple[type[RagtuiError], IndexStateName], ...] = (
    (VaultError, IndexStateName.FOLDER_MISSING),
    (DeletionsRefused, IndexStateName.FILES_MISSING),
    (DiskFull, IndexStateName.DISK_FULL),
    (ModelError, IndexStateName.MODEL_FAILED),
    (IndexBusy, IndexStateName.ELSEWHERE),
    (IndexMissing, IndexStateName.NOT_INDEXED),
)
