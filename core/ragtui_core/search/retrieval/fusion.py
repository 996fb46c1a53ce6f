"""Fuses keyword and vector evidence into the one value that orders and is shown.

It is the logarithm of the odds that a chunk is relevant, on a scale that is fixed for
the model: the same evidence has the same value in every query and list.
`docs/decisions/0027-one-score.md` has the trials.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from ragtui_core.embedding.cosine_scale import CosineScale
from ragtui_core.types import ChunkId

SLOPE = 4.2
"""Log-odds between the best keyword score and none, and as much between the cosine of
unrelated and that of matching texts."""

REACH, REACH_ALONE = 2.9, 4.4
"""Log-odds for all of the query's information in one passage, beside cosines and
without any: words alone then tell a query with an answer from one with none."""

BASE = -1.25
"""Log-odds of the best passage by words that has none of the query's information, and
the cosine of an unrelated text.

`SLOPE` is fitted by `python -m benchmarks.calibration`, over the best hits of queries
put to their own collection and to others, and divided by 3: no hit crosses 0, but good
hits that would all have a score of 1.00 remain distinguishable. Both reaches are higher
than fitted (1.8, 3.4), so that fewer right answers are flagged, and 0 is where half of
the sample vault's near misses are below it (`benchmarks/results/cosine-scales.md`).
"""


EVERY_WORD = 0.7
"""What a chunk with every word has at least of the log-odds of the best one by words; 0
to .7 were measured to be alike."""

STEP = 1e-6
"""How much one chunk is below another that it is to follow; more than rounding
errors."""

QUOTED_TEXT, LINKS_ALONE = "quoted", "list of links"
"""Names of the adjustments of a chunk for its text."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The scores of a chunk. `keyword` is relative to the best one, 0..1.

    `similarity` is the cosine, None while the chunk has no vector. `fused` is the
    log-odds that the chunk is relevant; `parts` are its summands, of words and of
    meaning, `adjustments` the factors of the odds.
    """

    keyword: float | None
    similarity: float | None
    fused: float
    parts: tuple[float, float] = (0.0, 0.0)
    adjustments: tuple[tuple[str, float], ...] = ()

    @property
    def score(self) -> float:
        """The probability that the chunk is relevant, 0..1, as it is shown."""
        return logistic(self.fused)

    @property
    def is_selected(self) -> bool:
        """Whether filters alone select the chunk; see `satisfied`."""
        return self.keyword is None and self.similarity is None

    @property
    def is_lowered(self) -> bool:
        """Whether the odds are lowered because of the chunk's text."""
        return any(name in (QUOTED_TEXT, LINKS_ALONE) for name, _ in self.adjustments)

    def adjusted(self, name: str, factor: float) -> "Evidence":
        """The evidence with its odds multiplied."""
        factors = (*self.adjustments, (name, factor))
        # Not `replace`, which takes twice as long; every candidate passes here.
        fused = self.fused + math.log(factor)
        return Evidence(self.keyword, self.similarity, fused, self.parts, factors)

    def moved(self, name: str, fused: float) -> "Evidence":
        """The evidence with other log-odds, explained as a factor of the odds."""
        factor = math.exp(min(fused - self.fused, MAX_LOG_ODDS))
        factors = (*self.adjustments, (name, factor))
        return replace(self, fused=fused, adjustments=factors)


LOW_ODDS = 0.0
"""The log-odds of a score of `LOW_CONFIDENCE`."""

MAX_LOG_ODDS = 40.0
"""From these log-odds on, a score is 1.0."""


def satisfied(rank: int = 0) -> Evidence:
    """The evidence of a chunk that a query without words selects: a score of 1."""
    return Evidence(None, None, MAX_LOG_ODDS + SLOPE / (1 + rank))


def logistic(x: float) -> float:
    """The inverse of the logit, 0..1."""
    return 1.0 / (1.0 + math.exp(-x)) if x > -MAX_LOG_ODDS else math.exp(x)


def best_first(scores: Mapping[ChunkId, float]) -> list[ChunkId]:
    """The chunks, that with the highest score first; ties are broken by id."""
    ranked = sorted([(-score, chunk) for chunk, score in scores.items()])
    return [chunk for _, chunk in ranked]


def keyword_ratios(scores: Mapping[ChunkId, float]) -> dict[ChunkId, float]:
    """BM25 scores relative to the best one, 0..1."""
    best = max(scores.values(), default=0.0)
    return {chunk: score / best if best > 0 else 1.0 for chunk, score in scores.items()}


@dataclass(frozen=True, slots=True)
class Fusion:
    """How the evidence of one query is fused.

    `reach` is the ratio of the query's information that its best passage by words
    covers, 0..1: what makes keyword scores, which are relative to this passage's,
    comparable between queries. `weight` is that of similarity against keyword, 0..1;
    below one half it lowers what meaning counts, above it what words count.
    """

    scale: CosineScale
    reach: float
    weight: float

    def fused(
        self,
        keyword: Mapping[ChunkId, float],
        cosines: Mapping[ChunkId, float],
        complete: Collection[ChunkId] = (),
    ) -> dict[ChunkId, Evidence]:
        """The evidence of the union of two candidate lists.

        Where no chunk has any of the words, all are alike in them, and meaning decides.
        Without a vector, the words alone suggest the similarity: fusion by rank over a
        quarter of the vectors fell to nDCG .246 where the words had .693 (SciFact).

        Args:
            keyword: Ratios, 0..1, of the chunks that contain the words.
            cosines: Of every candidate that has a vector.
            complete: Chunks that contain every word.
        """
        by_words, by_meaning = self._slopes
        alone = 1 - by_meaning / SLOPE
        base = BASE + self.reach * (alone * REACH_ALONE + (1 - alone) * REACH)
        unmeasured = (REACH_ALONE - REACH) * self.reach / SLOPE
        evidence = {}
        for chunk in keyword.keys() | cosines.keys():
            ratio, cosine = keyword.get(chunk), cosines.get(chunk)
            lacking = math.sqrt(ratio or 0.0) - 1 if keyword else 0.0
            if chunk in complete:
                lacking *= 1 - EVERY_WORD
            similarity = lacking + unmeasured
            if cosine is not None:
                similarity = self.scale.of(cosine)
            parts = base + by_words * lacking, by_meaning * similarity
            evidence[chunk] = Evidence(ratio, cosine, sum(parts), parts)
        return evidence

    def limited(self, evidence: Evidence, reach: float) -> Evidence:
        """The evidence of a chunk, at most what it has as the best one by words.

        `reach` is the ratio of the query's information that its document covers.
        """
        cosine = evidence.similarity
        cosines = {} if cosine is None else {ChunkId(0): cosine}
        best = replace(self, reach=reach).fused({ChunkId(0): 1.0}, cosines)
        own = best[ChunkId(0)]
        if own.fused >= evidence.fused:
            return evidence
        return replace(evidence, fused=own.fused, parts=own.parts)

    @property
    def _slopes(self) -> tuple[float, float]:
        """The log-odds for all words and for a matching cosine."""
        if self.weight in (0, 1):
            return SLOPE * (1 - self.weight), SLOPE * self.weight
        ratio = self.weight / (1 - self.weight)
        return SLOPE * min(1.0, 1 / ratio), SLOPE * min(1.0, ratio)

    def fused_by_rank(
        self,
        keyword: Mapping[ChunkId, float],
        cosines: Mapping[ChunkId, float],
        k: int,
    ) -> dict[ChunkId, Evidence]:
        """Reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009).

        The sum of `1 / (k + rank)` over both lists, relative to that of a chunk that is
        first in both. What is first has the evidence that it would have by `fused`.
        """
        by_score = self.fused(keyword, cosines)
        by_words, by_meaning = _ranks(keyword), _ranks(cosines)
        values = {
            chunk: (
                _reciprocal(by_words.get(chunk), k) * (k + 1) / 2,
                _reciprocal(by_meaning.get(chunk), k) * (k + 1) / 2,
            )
            for chunk in by_score
        }
        best = max(map(sum, values.values()), default=0.0)
        base = max((item.fused for item in by_score.values()), default=0.0)
        evidence = {}
        for chunk, (words, meaning) in values.items():
            parts = base + 2 * SLOPE * (words - best), 2 * SLOPE * meaning
            scores = keyword.get(chunk), cosines.get(chunk)
            evidence[chunk] = Evidence(*scores, sum(parts), parts)
        return evidence


def _ranks(scores: Mapping[ChunkId, float]) -> dict[ChunkId, int]:
    return {chunk: rank for rank, chunk in enumerate(best_first(scores), 1)}


def _reciprocal(rank: int | None, k: int) -> float:
    return 0.0 if rank is None else 1.0 / (k + rank)


def merged(lists: Iterable[Mapping[ChunkId, Evidence]]) -> dict[ChunkId, Evidence]:
    """The candidates of several queries, each with its best evidence."""
    union: dict[ChunkId, Evidence] = {}
    for evidence in lists:
        for chunk, item in evidence.items():
            if chunk not in union or item.fused > union[chunk].fused:
                union[chunk] = item
    return union


def below(
    evidence: Mapping[ChunkId, Evidence],
    further: Mapping[ChunkId, Evidence],
    lowest: float,
) -> dict[ChunkId, Evidence]:
    """The evidence with further candidates, whose log-odds are at most `lowest`.

    So lists of all lengths begin alike.
    """
    others = {
        chunk: item if item.fused < lowest else replace(item, fused=lowest - STEP)
        for chunk, item in further.items()
        if chunk not in evidence
    }
    return {**evidence, **others}
