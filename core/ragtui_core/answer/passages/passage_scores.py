"""Scores passages for a question: words, headings, similarity, the state of the note.

The score is a weighted sum with weights fitted by `python -m benchmarks.fit_extracts`;
benchmarks/results/extracts.md has the contribution of each feature.

Similarity is late interaction as in ColBERT (Khattab & Zaharia 2020), with the bundled
model, which was not trained for it: each token of the question is matched with the
nearest token of the passage. Compared with the cosine of sentences it finds twelve more
correct passages in a hundred questions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import TYPE_CHECKING

from ragtui_core.answer.passages.passage_candidates import Candidate
from ragtui_core.embedding.embedder import TokenEmbedder
from ragtui_core.language.question_words import (
    Overlap,
    distinctive_terms,
)
from ragtui_core.language.sentences import without_stops
from ragtui_core.language.wanted_answers import names, topic_of, wanted_by
from ragtui_core.search_results import SearchResult
from ragtui_core.text.stemming import stems

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder, TokenVectors
    from ragtui_core.search.reranker import Reranker


MAX_EMBEDDED = 40
"""Number of candidates to embed, the best by words; each takes about 3 ms."""


WITH_KEYWORDS = (0.28, 0.28, 0.50, 0.11)
WITH_SIMILARITY = (0.0, 0.116, 0.429, 0.169)
"""Weights in units of similarity or cosine: of the question's words in a passage, of
those in its title, headings or column headers, of the prior of its chunk, and of not
being a question itself."""

DOUBTFUL = 0.03
"""What the score of a passage loses if its note is superseded, obsolete or a draft."""

LOGIT_WEIGHT = 0.015
"""Chosen on the dev splits; .010 to .020 give the same."""


@dataclass(frozen=True, slots=True)
class ScoredPassage:
    """A candidate with its features.

    Ratios of the question's information are 0..1. `similarity` is None without a model
    with token vectors, `cosine` with one. `logit` is the cross-encoder's, 0 if it did
    not read it.
    """

    candidate: Candidate
    own: float
    around: float
    similarity: float | None = None
    cosine: float | None = None
    logit: float = 0.0

    @property
    def score(self) -> float:
        """The score by which candidates are ranked."""
        weights = WITH_KEYWORDS if self.similarity is None else WITH_SIMILARITY
        score: float = sum(map(mul, weights, self.features))
        score += self.similarity or self.cosine or 0.0
        score -= DOUBTFUL * bool(self.candidate.state)
        return score + LOGIT_WEIGHT * self.logit

    @property
    def words(self) -> tuple[float, float]:
        """The ratios of the question's information in it and around it."""
        return self.own, self.around

    @property
    def is_under_name(self) -> bool:
        """Whether what is around it has every word of the question."""
        return self.around > 1 - 1e-6

    @property
    def features(self) -> tuple[float, float, float, bool]:
        """What is weighted; the last one is whether it is not a question itself."""
        candidate = self.candidate
        return self.own, self.around, candidate.prior, not candidate.is_question


def section_of(candidate: Candidate) -> tuple[str, tuple[str, ...]]:
    """The path of its document and its headings."""
    return candidate.document.path, candidate.passage.heading_path


def ranked(
    question: str,
    candidates: Sequence[Candidate],
    overlap: Overlap,
    embedder: "Embedder | None",
) -> list[ScoredPassage]:
    """The candidates, best first; with a model only those that were embedded."""
    scored = _in_order(
        ScoredPassage(c, overlap.share(c.own), overlap.share(c.around))
        for c in candidates
    )
    if embedder and scored:
        to_embed = scored[:MAX_EMBEDDED]
        scored = _in_order(_by_meaning(question, to_embed, overlap, embedder))
    return scored


def reordered(
    question: str, best: list[ScoredPassage], cross_encoder: "Reranker | None"
) -> list[ScoredPassage]:
    """The best candidates in the order of score and cross-encoder together."""
    if cross_encoder is None:
        return best
    texts = [
        f"{passage.candidate.headings}\n{passage.candidate.quote}" for passage in best
    ]
    logits = cross_encoder.scores(without_stops(question), texts)
    pairs = zip(best, logits, strict=True)
    return _in_order(replace(passage, logit=logit) for passage, logit in pairs)


def overlap_of(
    question: str, candidates: Sequence[Candidate], written: str = ""
) -> Overlap:
    """The weights of the question's words among the candidates.

    Words that are not in `written`, if given, come from earlier turns.
    """
    words = [passage.own | passage.around for passage in candidates]
    new = {*distinctive_terms(written or question)}
    return Overlap(question, words, {*distinctive_terms(question)} - new)


def _in_order(scored: Iterable[ScoredPassage]) -> list[ScoredPassage]:
    return sorted(scored, key=lambda passage: passage.score, reverse=True)


# --- succession: notes that replace others, and statements of later days ---


def in_force(result: SearchResult) -> SearchResult:
    """The result without the hits of notes that the note of another hit supersedes."""
    paths = {hit.path for hit in result.hits}
    hits = tuple(hit for hit in result.hits if hit.successor not in paths)
    return replace(result, hits=hits)


def newest_first(question: str, best: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """The best passages; of those that state the same as the first, the newest first.

    They have the words of the question that it has: all that any of them has, unless
    the question wants a person, a time or a number, and they name such a one. A dated
    passage with a word of the question amends one without a date in its section.
    """
    lead, wanted = best[0].candidate, wanted_by(question)
    had = frozenset().union(*(p.candidate.own | p.candidate.around for p in best))
    topic = had & {*distinctive_terms(topic_of(question))}
    said = topic & (lead.own | lead.around)

    def amends(other: Candidate) -> bool:
        dated = other.passage.entry.day and lead.passage.entry.day
        return section_of(other) == section_of(lead) and not dated

    def states_same(other: Candidate) -> bool:
        if wanted and not names(wanted, other.shown_text, question):
            return False
        if amends(other):
            return bool(wanted or topic & other.own)
        if not (wanted or said == topic):
            return False  # With some of its words it may be of another thing.
        return bool(other.day and lead.day) and said <= other.own | other.around

    same = [passage for passage in best if states_same(passage.candidate)]
    if len({passage.candidate.day for passage in same}) < 2:
        return [*best]
    same.sort(key=lambda passage: passage.candidate.day, reverse=True)
    others = [passage for passage in best if not states_same(passage.candidate)]
    return [*same, *others]


def _by_meaning(
    question: str,
    scored: Sequence[ScoredPassage],
    overlap: Overlap,
    embedder: "Embedder",
) -> list[ScoredPassage]:
    question = without_stops(question)
    texts = [
        (passage.candidate.headings, passage.candidate.quote) for passage in scored
    ]
    if isinstance(embedder, TokenEmbedder):
        similarities = token_similarities(question, overlap.weights, texts, embedder)
        pairs = zip(scored, similarities, strict=True)
        return [
            replace(passage, similarity=similarity) for passage, similarity in pairs
        ]
    vectors = embedder.embed(["\n".join(parts) for parts in texts])
    cosines = vectors @ embedder.embed_queries([question])[0]
    return [
        replace(passage, cosine=float(cosine))
        for passage, cosine in zip(scored, cosines, strict=True)
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
    position = 0
    token_weights = [0.0] * len(asked.spans)
    for word, stem in stems(question):
        start = question.index(word, position)
        position = start + len(word)
        inside = [i for i, (at, _) in enumerate(asked.spans) if start <= at < position]
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
