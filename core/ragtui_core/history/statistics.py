"""Statistics of the audit log. Latencies in milliseconds, days in UTC.

Every question has one outcome: *cancelled* if the user stopped it; else *failed* if
there was another error; else *unanswered* if no quotation was verified (`exact` or
`normalised`), or the answer says that there is no information; else *answered*.

A rephrased question is a sign that the first answer did not help. Two successive
questions to a vault count when the second came within ten minutes, is different, and
has enough words in common with the first. Function words are ignored, and common
English endings are removed, so that "What is the price of X?" and "What is the price of
Y?" are two questions.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from ragtui_core.history.json_records import as_json
from ragtui_core.text.question_words import distinctive_terms


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


MAX_GAP = timedelta(minutes=10)

MIN_OVERLAP = 0.4
"""Minimum Jaccard index of the distinctive terms of both questions."""


class LoggedQuestion(NamedTuple):
    """A question to a vault at a time (UTC)."""

    vault: str
    time: datetime
    question: str


def rephrasings(questions: Iterable[LoggedQuestion]) -> Iterator[Rephrasing]:
    """The longest sequences of questions of which each rephrases the previous one.

    Args:
        questions: By vault, and by time within a vault.
    """
    sequences: list[list[LoggedQuestion]] = []
    for asked in questions:
        if sequences and is_rephrased(sequences[-1][-1], asked):
            sequences[-1].append(asked)
        else:
            sequences.append([asked])
    for first, *others in sequences:
        if others:
            texts = (first.question, *(asked.question for asked in others))
            yield Rephrasing(first.vault, first.time, texts)


def is_rephrased(before: LoggedQuestion, after: LoggedQuestion) -> bool:
    """Whether `after` puts the question `before` it into other words."""
    return (
        before.vault == after.vault
        and after.time - before.time <= MAX_GAP
        and _plain(before.question) != _plain(after.question)
        and _overlap(before.question, after.question) >= MIN_OVERLAP
    )


def _plain(question: str) -> str:
    return " ".join(question.lower().split())


def _overlap(one: str, other: str) -> float:
    mine, yours = set(distinctive_terms(one)), set(distinctive_terms(other))
    return len(mine & yours) / len(mine | yours) if mine | yours else 0.0
