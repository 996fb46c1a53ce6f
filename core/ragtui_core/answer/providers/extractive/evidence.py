"""How well a passage answers a question: words, meaning, and what it stands in.

The score is a weighted sum, `python -m benchmarks.fit_extracts`
fits the weights; docs/decisions/0009-extracts.md tells what each is worth.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragtui_core.answer.providers.extractive.answer_type import (
    AnswerType,
    expected_type,
    holds_type,
)
from ragtui_core.answer.providers.extractive.passage_candidates import (
    Candidate,
)
from ragtui_core.answer.providers.extractive.token_similarity import (
    token_similarities,
)
from ragtui_core.embedding.embedder import TokenEmbedder
from ragtui_core.text.question_words import Overlap

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder

MAX_EMBEDDED = 40
"""Candidates compared by meaning, the best by words; each costs about 3 ms."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each fact of a candidate counts, in units of likeness or cosine."""

    own: float
    """The question's words that the passage holds."""
    around: float
    """Those that only its title, headings or column heads hold."""
    before: float
    """Those that only the passage before holds: "it" and "they" refer to them."""
    prior: float
    """The fused score of its chunk."""
    fits: float
    """Holding the kind of answer that is expected."""
    statement: float
    """Being no question itself."""


WITH_KEYWORDS = Weights(0.45, 0.49, 0.10, 0.50, 0.10, 0.29)
WITH_SIMILARITY = Weights(0.01, 0.14, 0.08, 0.19, 0.06, 0.20)


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate and the facts that speak for it.

    Shares of the question's information are 0..1. `fits` tells whether the kind of
    answer that the question expects is there. `likeness` is None without a model that
    tells tokens apart, `cosine` without one that does not.
    """

    candidate: Candidate
    own: float
    around: float
    before: float
    fits: bool
    likeness: float | None = None
    cosine: float | None = None

    @property
    def score(self) -> float:
        """What candidates are ordered by."""
        weights = WITH_KEYWORDS if self.likeness is None else WITH_SIMILARITY
        return (
            (self.likeness or self.cosine or 0.0)
            + weights.own * self.own
            + weights.around * self.around
            + weights.before * self.before
            + weights.prior * self.candidate.prior
            + weights.fits * self.fits
            + weights.statement * self.is_statement
        )

    @property
    def is_statement(self) -> bool:
        """Whether the passage is no question."""
        return not self.candidate.quote.endswith("?")


def ranked(
    question: str,
    found: Sequence[Candidate],
    overlap: Overlap,
    embedder: "Embedder | None",
) -> list[Scored]:
    """The candidates, best first; with a model only those that it looked at."""
    kind = expected_type(question)
    scored = [_scored(question, kind, each, overlap) for each in found]
    scored = _in_order(scored)
    if embedder and scored:
        looked_at = scored[:MAX_EMBEDDED]
        scored = _in_order(_by_meaning(question, looked_at, overlap, embedder))
    return scored


def overlap_of(question: str, found: Sequence[Candidate]) -> Overlap:
    """The weights of the question's words among the candidates."""
    return Overlap(question, [each.own | each.around for each in found])


def _in_order(scored: Iterable[Scored]) -> list[Scored]:
    return sorted(scored, key=lambda each: each.score, reverse=True)


def _scored(
    question: str, kind: AnswerType, candidate: Candidate, overlap: Overlap
) -> Scored:
    own, around = candidate.own, candidate.around
    return Scored(
        candidate=candidate,
        own=overlap.share(own),
        around=overlap.share(around, without=own),
        before=overlap.share(candidate.words_before, without=own | around),
        fits=holds_type(kind, candidate.quote, question),
    )


def _by_meaning(
    question: str, scored: Sequence[Scored], overlap: Overlap, embedder: "Embedder"
) -> list[Scored]:
    texts = [(each.candidate.headings, each.candidate.quote) for each in scored]
    if isinstance(embedder, TokenEmbedder):
        found = token_similarities(question, overlap.weights, texts, embedder)
        pairs = zip(scored, found, strict=True)
        return [replace(each, likeness=likeness) for each, likeness in pairs]
    vectors = embedder.embed(["\n".join(parts) for parts in texts])
    cosines = vectors @ embedder.embed_queries([question])[0]
    return [
        replace(each, cosine=float(cosine))
        for each, cosine in zip(scored, cosines, strict=True)
    ]
