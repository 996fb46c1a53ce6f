"""Scores passages for a question: words, similarity and surroundings.

The score is a weighted sum with weights fitted by `python -m benchmarks.fit_extracts`;
docs/decisions/0009-extracts.md has the contribution of each feature.
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
"""Number of candidates to embed, the best by words; each takes about 3 ms."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the features of a candidate, in units of similarity or cosine."""

    own: float
    """The question's words in the passage."""
    around: float
    """Those only in its title, headings or column headers."""
    before: float
    """Those only in the previous passage: "it" and "they" refer to them."""
    prior: float
    """The fused score of its chunk."""
    fits: float
    """Whether it contains the expected type of answer."""
    statement: float
    """Whether it is not a question itself."""


WITH_KEYWORDS = Weights(0.45, 0.49, 0.10, 0.50, 0.10, 0.29)
WITH_SIMILARITY = Weights(0.01, 0.14, 0.08, 0.19, 0.06, 0.20)


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its features.

    Ratios of the question's information are 0..1. `fits` is whether it contains the
    expected type of answer. `similarity` is None without a model with token vectors,
    `cosine` with one.
    """

    candidate: Candidate
    own: float
    around: float
    before: float
    fits: bool
    similarity: float | None = None
    cosine: float | None = None

    @property
    def score(self) -> float:
        """The score by which candidates are ranked."""
        weights = WITH_KEYWORDS if self.similarity is None else WITH_SIMILARITY
        return (
            (self.similarity or self.cosine or 0.0)
            + weights.own * self.own
            + weights.around * self.around
            + weights.before * self.before
            + weights.prior * self.candidate.prior
            + weights.fits * self.fits
            + weights.statement * self.is_statement
        )

    @property
    def is_statement(self) -> bool:
        """Whether the passage is not a question."""
        return not self.candidate.quote.endswith("?")


def ranked(
    question: str,
    found: Sequence[Candidate],
    overlap: Overlap,
    embedder: "Embedder | None",
) -> list[Scored]:
    """The candidates, best first; with a model only those that were embedded."""
    kind = expected_type(question)
    scored = [_scored(question, kind, each, overlap) for each in found]
    scored = _in_order(scored)
    if embedder and scored:
        to_embed = scored[:MAX_EMBEDDED]
        scored = _in_order(_by_meaning(question, to_embed, overlap, embedder))
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
        return [replace(each, similarity=similarity) for each, similarity in pairs]
    vectors = embedder.embed(["\n".join(parts) for parts in texts])
    cosines = vectors @ embedder.embed_queries([question])[0]
    return [
        replace(each, cosine=float(cosine))
        for each, cosine in zip(scored, cosines, strict=True)
    ]
