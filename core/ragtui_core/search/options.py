"""Options of a search, besides its query."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum

from ragtui_core.search_results import Mode, SearchedTime
from ragtui_core.settings.schema import FusionMethod
from ragtui_core.types import Lines


class Scope(StrEnum):
    """The part of the vault to search, relative to the current location."""

    FILE = "file"
    FOLDER = "folder"
    VAULT = "vault"


class Sort(StrEnum):
    """The order of hits."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    """By document date, among hits with every word and the most relevant ones."""
    OLDEST = "oldest"
    """The order of `newest` reversed; hits without a date come last in both."""


@dataclass(frozen=True, slots=True)
class CurrentLocation:
    """The file that the user has open, and a line of it, counted from 1."""

    path: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class LineRange:
    """A range of lines of a file of the vault."""

    path: str
    lines: Lines


ALL_LINES = Lines(1, sys.maxsize)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Options of a search."""

    limit: int | None = None
    """Maximum number of hits; None uses the setting `search.limit`, and for a line that
    asks for all documents with some words the first thousand of them."""
    mode: Mode | None = None
    """None uses the setting `search.mode`."""
    fusion: FusionMethod | None = None
    """None adds the scores, as `score` does."""
    filters: tuple[str, ...] = ()
    """Additional filters in the query language, such as `tag:oxygen`."""
    also: tuple[str, ...] = ()
    """Additional queries, whose candidates are merged with those of the first."""
    dedup: bool = True
    """Whether copies are omitted, and each document is shown once before any twice."""
    fill: bool = True
    """Whether free slots are filled with further chunks of the same documents."""
    at: CurrentLocation | None = None
    """The current location: documents near it rank higher."""
    exclude: LineRange | None = None
    """The query is a copy of these lines, which are excluded from the result."""
    question: bool = False
    """The query is a question: no note if no passage contains all of its words, and no
    passages of other times beside good matches of the time asked for."""
    scope: Scope = Scope.VAULT
    """The part of the vault to search; file and folder require `at`."""
    within: tuple[str, ...] = ()
    """Paths of the documents to search; empty searches all."""
    archived: bool = False
    """Whether archived documents are searched."""
    as_you_type: bool = False
    """Whether the query is still being typed: no reranker, no entry in the log, no note
    on its last word or on the state of the index, which is shown beside."""
    min_score: float = 0.0
    """Hits below this score, 0..1, are hidden, and a note gives their number."""
    sort: Sort = Sort.RELEVANCE
    """By relevance, or by date."""
    rerank: bool = True
    """Whether the reranker of the settings, if any, is used."""
    correct: bool = True
    """Whether terms that are not in the index are corrected as typos."""
    dates: bool = True
    """Whether a time in the query, such as "last week", is read as one."""
    time: SearchedTime | None = None
    """Applies if the query names no time."""
    explain: bool = False
    """Whether each hit explains its score."""
    front_end: str = ""
    """The front end that searches, for the audit log, such as `command` or `app`."""


DEFAULT_OPTIONS = SearchOptions()
"""The default options."""

LONGEST_DAYS = 36_525
"""A hundred years, which `date` can subtract from any current day."""


def field_filters(
    values: Mapping[str, Iterable[str]], days: int | None = None
) -> tuple[str, ...]:
    """Values by field as filters of the query language.

    Args:
        values: By the field's name.
        days: Only the last days, 0..`LONGEST_DAYS`; None: of any age.
    """
    named = [f'{field}:"{value}"' for field, texts in values.items() for value in texts]
    if days is not None:
        named.append(f"after:{days}d")
    return tuple(named)


def utc_today() -> date:
    """Today in UTC, from which the age of a document is computed."""
    return datetime.now(UTC).date()
