"""Scores passages for a question: words, similarity, surroundings, type of answer.

The score is a weighted sum with weights fitted by `python -m benchmarks.fit_extracts`;
docs/decisions/0009-extracts.md has the contribution of each feature. The expected type
of answer is a deliberately simple heuristic for English questions: a number, a date or
a name anywhere in the text. For others, and other languages, any answer is accepted.

Similarity is late interaction as in ColBERT (Khattab & Zaharia 2020), with the bundled
model, which was not trained for it: each token of the question is matched with the
nearest token of the passage. Compared with the cosine of sentences it finds twelve more
correct passages in a hundred questions.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from ragtui_core.answer.providers.extractive.passage_candidates import (
    Candidate,
)
from ragtui_core.embedding.embedder import TokenEmbedder
from ragtui_core.text.question_words import Overlap
from ragtui_core.text.stemming import stems

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder, TokenVectors
    from ragtui_core.search.ranking.reranker import Reranker


class AnswerType(Enum):
    """The kinds of answer that are distinguished."""

    NUMBER = auto()
    DATE = auto()
    NAME = auto()
    ANYTHING = auto()


_ASKED = {
    AnswerType.DATE: r"\bwhen\b|\b(what|which) (year|date|day|month|century|decade)\b",
    AnswerType.NUMBER: (
        r"\bhow (many|much|long|often|old|far|high|deep|large|big|tall|wide|heavy|fast"
        r"|warm|cold|hot|thick|late|early)\b"
        r"|\b(what|which) (number|percentage|share|price|fraction|temperature"
        r"|extension)\b"
    ),
    AnswerType.NAME: (
        r"\bwho(m|se)?\b|\bwhere\b"
        r"|\b(what|which) (person|man|woman|player|colleague|city|country|town)\b"
    ),
}
_KINDS = {kind: re.compile(asked, re.IGNORECASE) for kind, asked in _ASKED.items()}

_NUMBER = re.compile(
    r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"
    r"|thirty|hundred|thousand|million|half|once|twice|none|no|never|every)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(1\d|20)\d\d\b|\d:\d\d|\d(st|nd|rd|th)\b"
    r"|\b(january|february|march|april|may|june|july|august|september|october|november"
    r"|december|(mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter"
    r"|morning|evening|noon|midnight|century|when|after|before|until)",
    re.IGNORECASE,
)


def expected_type(question: str) -> AnswerType:
    """The kind of answer that `question` asks for."""
    for kind, asked in _KINDS.items():
        if asked.search(question):
            return kind
    return AnswerType.ANYTHING


def contains_type(kind: AnswerType, text: str, question: str) -> bool:
    """Whether `text` contains an answer of that kind that is not in `question`."""
    if kind is AnswerType.NUMBER:
        return bool(_NUMBER.search(text))
    if kind is AnswerType.DATE:
        return bool(_DATE.search(text))
    if kind is AnswerType.NAME:
        asked = {stem for _, stem in stems(question)}
        return any(w[0].isupper() and stem not in asked for w, stem in stems(text))
    return True


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


WITH_KEYWORDS = Weights(0.45, 0.49, 0.10, 0.30, 0.10, 0.29)
WITH_SIMILARITY = Weights(0.01, 0.14, 0.08, 0.19, 0.06, 0.20)


LOGIT_WEIGHT = 0.015
"""Chosen on the dev splits; .010 to .020 give the same."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its features.

    Ratios of the question's information are 0..1. `fits` is whether it contains the
    expected type of answer. `similarity` is None without a model with token vectors,
    `cosine` with one. `logit` is the cross-encoder's, 0 if it did not read it.
    """

    candidate: Candidate
    own: float
    around: float
    before: float
    fits: bool
    similarity: float | None = None
    cosine: float | None = None
    logit: float = 0.0

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
            + LOGIT_WEIGHT * self.logit
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


def reordered(
    question: str, best: Sequence[Scored], cross_encoder: "Reranker"
) -> list[Scored]:
    """The best candidates in the order of score and cross-encoder together."""
    texts = [f"{each.candidate.headings}\n{each.candidate.quote}" for each in best]
    logits = cross_encoder.scores(question, texts)
    pairs = zip(best, logits, strict=True)
    return _in_order(replace(each, logit=logit) for each, logit in pairs)


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
        fits=contains_type(kind, candidate.quote, question),
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


def token_similarities(
    question: str,
    weights: Mapping[str, float],
    passages: Sequence[tuple[str, str]],
    embedder: "TokenEmbedder",
) -> list[float]:
    """The similarity of each passage to the question, -1..1, mostly .3 to .8.

    It is the mean of the similarities with and without the headings above.

    Args:
        question: As asked.
        weights: Weights of the question's stems.
        passages: Headings and text of each.
        embedder: Computes token vectors.
    """
    texts = [f"{headings}\n{text}" for headings, text in passages]
    asked, *read = embedder.embed_tokens([question, *texts])
    token_weights = _token_weights(question, weights, asked)
    return [
        _similarity(asked, token_weights, tokens, own=len(headings) + 1)
        for (headings, _), tokens in zip(passages, read, strict=True)
    ]


def _token_weights(
    question: str, weights: Mapping[str, float], asked: "TokenVectors"
) -> list[float]:
    """The weight of each token of the question; the sum is 1."""
    place = 0
    token_weights = [0.0] * len(asked.spans)
    for word, stem in stems(question):
        start = question.index(word, place)
        place = start + len(word)
        inside = [i for i, (at, _) in enumerate(asked.spans) if start <= at < place]
        for i in inside:
            token_weights[i] = weights.get(stem, 0.0) / len(inside)
    total = sum(token_weights)
    if not total:
        return [1 / len(token_weights)] * len(token_weights)
    return [weight / total for weight in token_weights]


def _similarity(
    asked: "TokenVectors",
    token_weights: Sequence[float],
    read: "TokenVectors",
    own: int,
) -> float:
    """The similarity of one passage; `own` is the offset where its text begins."""
    import numpy as np

    near = asked.vectors @ read.vectors.T
    inside = np.array([start >= own for start, _ in read.spans], dtype=bool)
    if not inside.any():
        return 0.0
    best = (near.max(axis=1) + near[:, inside].max(axis=1)) / 2
    return float(np.dot(token_weights, best))
