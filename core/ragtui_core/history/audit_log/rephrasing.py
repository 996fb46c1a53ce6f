"""Finds rephrased questions, a sign that the first answer did not help.

Two successive questions to a vault count when the second came within ten minutes, is
different, and has enough words in common with the first. Function words are ignored,
and common English endings are removed, so that "What is the price of X?" and "What is
the price of Y?" are two questions.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from ragtui_core.history.audit_log.statistics_types import Rephrasing
from ragtui_core.text.question_words import distinctive_terms

MAX_GAP = timedelta(minutes=10)

MIN_OVERLAP = 0.4
"""Minimum Jaccard index of the distinctive terms of both questions."""


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    """A question to a vault at a time (UTC)."""

    vault: str
    time: datetime
    question: str


def rephrasings(questions: Iterable[LoggedQuestion]) -> Iterator[Rephrasing]:
    """The longest sequences of questions of which each rephrases the previous one.

    Args:
        questions: By vault, and by time within a vault.
    """
    row: list[LoggedQuestion] = []
    for asked in questions:
        if row and is_rephrased(row[-1], asked):
            row.append(asked)
            continue
        yield from _of(row)
        row = [asked]
    yield from _of(row)


def is_rephrased(before: LoggedQuestion, after: LoggedQuestion) -> bool:
    """Whether `after` puts the question `before` it into other words."""
    return (
        before.vault == after.vault
        and after.time - before.time <= MAX_GAP
        and _plain(before.question) != _plain(after.question)
        and overlap(before.question, after.question) >= MIN_OVERLAP
    )


def overlap(one: str, other: str) -> float:
    """The Jaccard index of the distinctive terms of both questions, 0..1."""
    mine, yours = set(distinctive_terms(one)), set(distinctive_terms(other))
    return len(mine & yours) / len(mine | yours) if mine | yours else 0.0


def _plain(question: str) -> str:
    return " ".join(question.lower().split())


def _of(row: list[LoggedQuestion]) -> Iterator[Rephrasing]:
    if len(row) > 1:
        first = row[0]
        yield Rephrasing(first.vault, first.time, tuple(a.question for a in row))
