"""Finds rephrased questions, a sign that the first answer did not help.

Two successive questions to a vault count when the second came within ten minutes, is
different, and has enough words in common with the first. Function words are ignored,
and common English endings are removed, so that "What is the price of X?" and "What is
the price of Y?" are two questions.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from ragtui_core.history.statistics import Rephrasing
from ragtui_core.text.question_words import distinctive_terms

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
