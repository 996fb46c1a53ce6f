"""How a search is asked for, beyond its words."""

from dataclasses import dataclass
from enum import StrEnum

from ragtui_core.settings.schema import Fusion
from ragtui_core.types import Lines, Mode


class Level(StrEnum):
    """What is ranked."""

    CHUNK = "chunk"
    DOCUMENT = "document"


class Scope(StrEnum):
    """Where to look, seen from the place where the person is."""

    FILE = "file"
    FOLDER = "folder"
    VAULT = "vault"


class Sort(StrEnum):
    """In which order hits come."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    """By their documents' dates; of what holds every word, or is most relevant."""


@dataclass(frozen=True, slots=True)
class CurrentLocation:
    """Where the person is: a file of the vault, and a line of it counted from 1."""

    path: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class LineRange:
    """Some lines of a file of the vault."""

    path: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What may be asked of a search; each default is what most people want."""

    limit: int | None = None
    """Hits at most; None is the setting `search.limit`."""
    mode: Mode | None = None
    """None is the setting `search.mode`."""
    fusion: Fusion | None = None
    """None is the setting `search.fusion`."""
    filters: tuple[str, ...] = ()
    """Further filters in the query's own language, such as `tag:oxygen`."""
    also: tuple[str, ...] = ()
    """Further queries, whose candidates are merged with those of the first."""
    level: Level = Level.CHUNK
    """Whether passages or documents as wholes compete."""
    dedup: bool = True
    """Whether a document's further chunks wait until no other document is left."""
    fill: bool = True
    """Whether free slots are filled with further chunks of documents shown."""
    diverse: bool = False
    """Whether a second chunk of a document may stay if it says something else."""
    at: CurrentLocation | None = None
    """Where the person is: documents near it rank higher."""
    besides: LineRange | None = None
    """The query is a copy of these lines: what else says the same is looked for."""
    question: bool = False
    """The query is a question: that no passage holds all its words needs no note."""
    scope: Scope = Scope.VAULT
    """What of the vault to look at; file and folder need `at`."""
    within: tuple[str, ...] = ()
    """Only these documents count, by their paths; none names all."""
    archived: bool = False
    """Whether archived documents count."""
    as_you_type: bool = False
    """Whether the query is still being typed: no reranker, no entry in the log."""
    min_score: float = 0.0
    """Hits under this score, 0..1, are left out, and a note says how many."""
    sort: Sort = Sort.RELEVANCE
    """By relevance, or the newest first."""
    correct: bool = True
    """Whether words that occur nowhere are taken for slips of others."""
    explain: bool = False
    """Whether each hit tells how its score came about."""


DEFAULT_OPTIONS = SearchOptions()
"""Nothing special."""
