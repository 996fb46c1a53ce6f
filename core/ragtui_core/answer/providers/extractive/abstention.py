"""Whether the best passage is likely to answer at all.

A logistic regression over a few facts about it. `python -m benchmarks.fit_extracts`
fits it; docs/decisions/0009-extracts.md tells on what, and what it can not tell.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from ragtui_core.answer.providers.extractive.evidence import Scored
from ragtui_core.answer.providers.extractive.passage_candidates import (
    Candidate,
)
from ragtui_core.text.question_words import Overlap, names_and_numbers
from ragtui_core.types import Hit


class Evidence(Enum):
    """What the best passage is worth."""

    NONE = auto()
    WEAK = auto()
    GOOD = auto()


@dataclass(frozen=True, slots=True)
class AbstentionFeatures:
    """What is known of the best passage and of how it was found."""

    held: float
    """The share of the question's information in the passage or around it, 0..1."""
    nameless: bool
    """Whether a name or number of the question is in no candidate at all."""
    found: float
    """The best score that the search shows, 0..1."""
    likeness: float | None
    """None without a model."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Of a constant and of each fact."""

    constant: float
    held: float
    nameless: float
    found: float
    likeness: float


WITH_SIMILARITY = Weights(-8.0, 0.4, -4.0, 1.9, 10.6)
WITH_KEYWORDS = Weights(-2.8, 2.0, -4.0, 3.6, 0.0)
"""As fitted, but for the names: -6 there, for no name was misspelt."""

NONE_BELOW = 0.29
"""About 5% of the dev questions with an answer lie below."""
WEAK_BELOW = 0.5


def evidence_of(facts: AbstentionFeatures | None) -> Evidence:
    """What the best passage is worth; None if there is none."""
    if facts is None:
        return Evidence.NONE
    likely = likelihood(facts)
    if likely < NONE_BELOW:
        return Evidence.NONE
    return Evidence.WEAK if likely < WEAK_BELOW else Evidence.GOOD


def likelihood(facts: AbstentionFeatures) -> float:
    """How likely the best passage is to answer, 0..1."""
    weights = WITH_KEYWORDS if facts.likeness is None else WITH_SIMILARITY
    return _logistic(
        weights.constant
        + weights.held * facts.held
        + weights.nameless * facts.nameless
        + weights.found * facts.found
        + weights.likeness * (facts.likeness or 0.0)
    )


def features_of(
    question: str,
    scored: Sequence[Scored],
    overlap: Overlap,
    candidates: Sequence[Candidate],
    hits: Sequence[Hit],
) -> AbstentionFeatures | None:
    """The facts, or None if there is no passage.

    Args:
        question: As asked.
        scored: Passages, best first.
        overlap: Its words' weights.
        candidates: All passages that were looked at.
        hits: What the search found.
    """
    if not scored:
        return None
    return AbstentionFeatures(
        held=overlap.share(scored[0].candidate.surroundings),
        nameless=_is_nameless(question, candidates),
        found=max((hit.score for hit in hits), default=0.0),
        likeness=scored[0].likeness,
    )


def _is_nameless(question: str, candidates: Sequence[Candidate]) -> bool:
    missing = names_and_numbers(question)
    for candidate in candidates:
        missing -= candidate.own | candidate.around
    for candidate in candidates if missing else ():
        missing -= candidate.surroundings
    return bool(missing)


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))
