"""Decides whether to abstain: whether the best passage is likely to answer.

A logistic regression over a few features. `python -m benchmarks.fit_extracts` fits it;
benchmarks/results/extracts.md describes the data and the limits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from operator import mul

from ragtui_core.answer.passages.passage_candidates import Candidate
from ragtui_core.answer.passages.passage_scores import ScoredPassage
from ragtui_core.language.question_words import Overlap, german_nouns, names_and_numbers
from ragtui_core.search.scoring import logistic
from ragtui_core.search_results import Hit


class AnswerQuality(Enum):
    """How well the best passage answers."""

    NONE = auto()
    WEAK = auto()
    GOOD = auto()


@dataclass(frozen=True, slots=True)
class AbstentionFeatures:
    """Features of the best passage and of its search."""

    covered: float
    """The ratio of the question's information in or around the passage, 0..1."""
    nameless: bool
    """Whether a name or number of the question is in no candidate."""
    found: float
    """The best displayed score of the search, 0..1."""
    similarity: float | None
    """Similarity to the question; None without a model."""


WITH_SIMILARITY = (-6.7, 0.8, -4.0, 2.7, 7.8)
WITH_KEYWORDS = (-3.0, 2.1, -4.0, 3.9, 0.0)
"""The intercept, and the weight of each feature. As fitted, except that of `nameless`:
the fit gave -6, on data without misspelt names."""

NONE_BELOW = 0.25
"""Below this probability, the quality is NONE."""
WEAK_BELOW = 0.6


def quality_of(features: AbstentionFeatures | None) -> AnswerQuality:
    """How well it answers; `features` is None if there is no passage."""
    probability = likelihood(features) if features else 0.0
    if probability < NONE_BELOW:
        return AnswerQuality.NONE
    return AnswerQuality.WEAK if probability < WEAK_BELOW else AnswerQuality.GOOD


def likelihood(features: AbstentionFeatures) -> float:
    """The probability that the best passage answers, 0..1."""
    similarity = features.similarity
    constant, *weights = WITH_KEYWORDS if similarity is None else WITH_SIMILARITY
    values = features.covered, features.nameless, features.found, similarity or 0.0
    return logistic(constant + sum(map(mul, weights, values)))


def features_of(
    question: str,
    scored: Sequence[ScoredPassage],
    overlap: Overlap,
    candidates: Sequence[Candidate],
    hits: Sequence[Hit],
) -> AbstentionFeatures | None:
    """The features, or None if there is no passage.

    Args:
        question: As asked.
        scored: Passages, best first.
        overlap: The weights of its words.
        candidates: All passages that were scored.
        hits: The hits of the search.
    """
    if not scored:
        return None
    return AbstentionFeatures(
        covered=overlap.share(scored[0].candidate.surroundings),
        nameless=_is_nameless(question, candidates),
        found=max((hit.score for hit in hits), default=0.0),
        similarity=scored[0].similarity,
    )


MISSING_NOUNS = 0.5
"""From this ratio of a German question's nouns on that no candidate has, they count as
a name that is missing. (XQuAD in German: 60 own questions and 50 of other articles.
Any noun: .37 and .90 of them without an answer; half of them: .12 and .86; none: .05
and .48.)"""


def _is_nameless(question: str, candidates: Sequence[Candidate]) -> bool:
    """Whether a name or number is in no candidate; in German, half of the nouns."""
    if _missing(names_and_numbers(question), candidates):
        return True
    nouns = german_nouns(question)
    missing = len(_missing(nouns, candidates))
    return missing > 0 and missing >= MISSING_NOUNS * len(nouns)


def _missing(words: set[str], candidates: Sequence[Candidate]) -> set[str]:
    missing = set(words)
    for candidate in candidates:
        missing -= candidate.own | candidate.around
    for candidate in candidates if missing else ():
        missing -= candidate.surroundings
    return missing
