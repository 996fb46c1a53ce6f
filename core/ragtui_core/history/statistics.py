"""Statistics of the audit log. Latencies in milliseconds, days in UTC.

Every question has one outcome: *cancelled* if the user stopped it; else *failed* if
there was another error; else *unanswered* if no quotation was verified (`exact` or
`normalised`), or the answer says that there is no information; else *answered*.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ragtui_core.history.json_records import as_json


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Questions by outcome."""

    answered: int = 0
    unanswered: int = 0
    failed: int = 0
    cancelled: int = 0

    @property
    def questions(self) -> int:
        """All of them."""
        return self.answered + self.unanswered + self.failed + self.cancelled


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles of a latency."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Day:
    """Questions of a day."""

    day: date
    questions: int


@dataclass(frozen=True, slots=True)
class ProviderFigures:
    """Questions per provider; empty names are unknown."""

    provider: str
    model: str
    questions: int
    latency_ms: Latency | None
    """Of complete answers; None if there is none."""
    tokens: Mapping[str, int]
    """Added up, by the names that the provider gives them."""


@dataclass(frozen=True, slots=True)
class CitedDocument:
    """A document, the quotations from it, and the questions that they answer."""

    vault: str
    path: str
    citations: int
    questions: int


@dataclass(frozen=True, slots=True)
class VerdictShare:
    """Quotations with one verdict; `share` of all quotations, 0..1."""

    verdict: str
    citations: int
    share: float


@dataclass(frozen=True, slots=True)
class UnansweredQuestion:
    """A question that found no answer, `times` times, at last at `last` (UTC)."""

    vault: str
    question: str
    times: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Rephrasing:
    """Questions in a row, each of which puts the one before it into other words."""

    vault: str
    first: datetime
    """When the first of them was asked, UTC."""
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchFigures:
    """Searches, as far as they are logged."""

    searches: int = 0
    empty: int = 0
    """Without a hit."""
    weak: int = 0
    """With hits, of which none was clearly relevant."""
    relaxed: int = 0
    latency_ms: Latency | None = None


@dataclass(frozen=True, slots=True)
class Statistics:
    """All statistics of `ragtui stats`. Lists are ordered by importance."""

    vault: str | None
    """None is all vaults."""
    since: date | None
    """The first day included; None is the first of the log."""
    outcomes: Outcomes = Outcomes()
    by_day: tuple[Day, ...] = ()
    """Every day from the first to today, those without a question included."""
    latency_ms: Latency | None = None
    """Of complete answers."""
    first_event_ms: Latency | None = None
    """Until the first event, of the same."""
    providers: tuple[ProviderFigures, ...] = ()
    errors: tuple[tuple[str, int], ...] = ()
    """Kinds of failure, without the cancelled ones."""
    cited: tuple[CitedDocument, ...] = ()
    verdicts: tuple[VerdictShare, ...] = ()
    unanswered: tuple[UnansweredQuestion, ...] = ()
    """Newest first."""
    rephrased: tuple[Rephrasing, ...] = ()
    """Newest first."""
    searches: SearchFigures = SearchFigures()
    damaged: int = 0
    """Number of damaged lines, which are ignored."""

    @property
    def is_empty(self) -> bool:
        """Whether there are no records."""
        return not (self.outcomes.questions or self.searches.searches)


def statistics_as_json(found: Statistics) -> dict[str, Any]:
    """The object that `ragtui stats --json` prints. Keys are only ever added."""
    counted = {"questions": found.outcomes.questions, "errors": dict(found.errors)}
    return {**as_json(found), **counted}
