"""The score of a passage: the logistic function of a sum of weighted features.

A feature is not relative to the best candidate, so a score means the same in every
query. `benchmarks/fit_ranking.py` fits the weights of `weights.json`; those of date,
place and state, of which no judged set has enough, are constants here.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib import resources

from ragtui_core.embedding.cosine_scale import CosineScale
from ragtui_core.search.find import Candidates
from ragtui_core.search.options import CurrentLocation
from ragtui_core.search.query import Query
from ragtui_core.search.words import OTHER_FORM
from ragtui_core.store.records import ChunkLocation
from ragtui_core.types import ChunkId, DocumentId, Mode, TimeEffect

FITTED = ("words", "meaning", "coverage", "phrase", "name")
"""Features whose weights are fitted, besides the constant and the length of a query.

words: BM25 of the passage and of its document, halved, relative to the information of
    the query, times the root of its number of words: long queries say more by words.
meaning: the cosine of the passage and the mean of its document's, halved, as 0 for
    unrelated and 1 for matching texts of the model.
coverage: which part of the squared information of the query the passage and its
    document have, halved, divided by the root.
phrase: how much of the query the passage has as it is.
name: whether the document is called so.
"""

ADDED = ("recency", "time", "place", "state", "rerank")
"""Summands whose weights are not fitted."""

K1, B, MEAN_TOKENS = 1.2, 0.4, 150
"""BM25's saturation of repeated words, its share of normalisation by length (Robertson
& Zaragoza 2009), and the length of a passage that is not normalised."""

RECENT = 5.0
"""Log-odds for a document dated today, times the setting `search.recency_weight`."""

NEAR = math.log(4.0)
"""Log-odds for the folder of the current file, and for a time that may be meant; half
as much more for the file itself."""

ASIDE = math.log(1 / 40)
"""Log-odds of what the sender of a mail did not write, of saved citations, and of lists
of links, so that what they quote or name is found first."""

MAX_ODDS = 40.0
"""From these log-odds on, a score is 1.0."""


@dataclass(frozen=True, slots=True)
class Score:
    """The log-odds that a passage is relevant, and the summands by name.

    `keyword` is the score by words relative to the best one, `similarity` the cosine.
    """

    odds: float
    parts: Mapping[str, float]
    keyword: float | None = None
    similarity: float | None = None

    @property
    def shown(self) -> float:
        """The probability, 0..1."""
        return logistic(self.odds)

    def plus(self, name: str, value: float) -> "Score":
        """The score with another summand."""
        parts = {**self.parts, name: self.parts.get(name, 0.0) + value}
        return Score(self.odds + value, parts, self.keyword, self.similarity)


def satisfied(rank: int = 0) -> Score:
    """The score of what filters or a list select, in order: 1."""
    return Score(MAX_ODDS + 1 / (1 + rank), {})


def logistic(x: float) -> float:
    """The inverse of the logit, 0..1."""
    return 1.0 / (1.0 + math.exp(-x)) if x > -MAX_ODDS else math.exp(x)


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """The weights by mode and feature, with the constants."""
    file = resources.files("ragtui_core.search").joinpath("weights.json")
    read: Mapping[str, Mapping[str, float]] = json.loads(file.read_text("utf-8"))
    return read


Features = dict[ChunkId, tuple[float, ...]]
"""The values of `FITTED` by chunk."""


def features(
    found: Candidates,
    locations: Mapping[ChunkId, ChunkLocation],
    scale: CosineScale,
) -> Features:
    """The features of the candidates of a text that are still in the index."""
    words = found.words
    chunks = [chunk for chunk in found.chunks if chunk in locations]
    idf = [words.idf(word) for word in words.wanted]
    unknown = [words.idf(word) for word in words.asked if not word.chunks]
    root = math.sqrt(len(words.asked))
    information = (sum(idf) + sum(unknown)) / root if root else 0.0
    squares = root * sum([value * value for value in (*idf, *unknown)])
    by_words = _by_words(found, locations, chunks, idf)
    means = _means(found, locations)
    rows: Features = {}
    for chunk in chunks:
        score, covered = by_words.get(chunk, (0.0, 0.0))
        meaning = 0.0
        if chunk in found.cosines:
            cosine = found.cosines[chunk]
            meaning = scale.of((cosine + means[locations[chunk].document]) / 2)
        rows[chunk] = (
            score / information if score else 0.0,
            meaning,
            covered / squares if covered else 0.0,
            found.phrases.get(chunk, 0.0),
            found.named.get(chunk, 0.0),
        )
    return rows


def _by_words(
    found: Candidates,
    locations: Mapping[ChunkId, ChunkLocation],
    chunks: Iterable[ChunkId],
    idf: list[float],
) -> dict[ChunkId, tuple[float, float]]:
    """BM25 of chunks, and the squared information that they have of the query.

    Both are halved with those of the document, which is what of it is among the
    candidates: what is asked for may be spread over several passages.
    """
    whole: dict[DocumentId, list[float]] = {}
    lengths: dict[DocumentId, int] = {}
    own_values: dict[ChunkId, tuple[float, float]] = {}
    for chunk in chunks:
        if chunk not in found.own:
            continue
        document, tokens = locations[chunk].document, locations[chunk].tokens
        fields = found.fields[chunk]
        if document not in whole:
            whole[document], lengths[document] = [*fields], 0
        counts = whole[document]
        lengths[document] += tokens
        hits = [0.0] * len(idf)
        for place, own in enumerate(found.own[chunk]):
            counts[place] += own
            hits[place] = own + fields[place]
        own_values[chunk] = _value(hits, tokens, idf)
    of_document = {
        document: _value(counts, lengths[document], idf)
        for document, counts in whole.items()
    }
    halves = {}
    for chunk, (score, covered) in own_values.items():
        others = of_document[locations[chunk].document]
        halves[chunk] = (score + others[0]) / 2, (covered + others[1]) / 2
    return halves


def _value(hits: list[float], tokens: int, idf: list[float]) -> tuple[float, float]:
    """BM25 and the squared information of a text with so many occurrences of words."""
    norm, score, covered = K1 * (1 - B + B * tokens / MEAN_TOKENS), 0.0, 0.0
    for place, count in enumerate(hits):
        if count:
            score += idf[place] * count / (count + norm)
            covered += idf[place] * idf[place] * min(1.0, count / OTHER_FORM)
    return score, covered


def _means(
    found: Candidates, locations: Mapping[ChunkId, ChunkLocation]
) -> dict[DocumentId, float]:
    """The mean cosine of each document's candidates."""
    cosines: dict[DocumentId, list[float]] = {}
    for chunk, cosine in found.cosines.items():
        if chunk in locations:
            cosines.setdefault(locations[chunk].document, []).append(cosine)
    return {document: sum(of) / len(of) for document, of in cosines.items()}


def scored(
    found: Candidates,
    rows: Features,
    locations: Mapping[ChunkId, ChunkLocation],
    mode: Mode,
    query: Query,
) -> dict[ChunkId, Score]:
    """The scores of the candidates of a text, by its words, meaning, date and place.

    A passage that has no vector has the weights of a search by words.
    """
    root, best = math.sqrt(len(found.words.asked)), 0.0
    for row in rows.values():
        best = max(best, row[0])
    modes = {mode.value, Mode.KEYWORD.value if mode is Mode.HYBRID else mode.value}
    of_mode = {name: weights()[name] for name in modes}
    scores = {}
    for chunk, row in rows.items():
        cosine = found.cosines.get(chunk)
        name = mode.value if cosine is not None else Mode.KEYWORD.value
        of = of_mode.get(name) or weights()[name]
        parts = {
            part: of[part] * value for part, value in zip(FITTED, row, strict=True)
        }
        parts["query"] = of["constant"] + of["length"] * root
        added = _added(locations[chunk], query)
        if added:
            parts |= added
        keyword = row[0] / best if row[0] else None
        scores[chunk] = Score(sum(parts.values()), parts, keyword, cosine)
    return scores


def _added(location: ChunkLocation, query: Query) -> dict[str, float]:
    """The summands for the date, the place and the text of a passage, if any."""
    added, settings, at = dict[str, float](), query.settings, query.options.at
    if day := location.updated or location.day:
        recent = recency(max(day, location.day), query.today, settings.recency_days)
        if recent:
            added["recency"] = RECENT * settings.recency_weight * recent
    if location.is_quoted:
        added["state"] = ASIDE
    time = query.time
    if time and time.effect is TimeEffect.PREFERRED and location.day:
        added["time"] = NEAR * time.has_days(location.day, location.until)
    if at and (near := nearness(location.path, at)):
        added["place"] = NEAR * near
    return added


def nearness(path: str, at: CurrentLocation) -> float:
    """1 for the folder of the current file, 1.5 for the file itself, else 0."""
    if path == at.path:
        return 1.5
    return float(path.rpartition("/")[0] == at.path.rpartition("/")[0])


@lru_cache(maxsize=1 << 12)
def recency(day: str, today: date, days: int) -> float:
    """1 for today, falling to 0 over `days`; 0 for an unknown or a distant day."""
    try:
        age = (today - date.fromisoformat(day)).days
    except ValueError:
        return 0.0
    return min(1.0, max(0.0, 1.0 - age / days)) if age >= -days else 0.0


def by_ranks(
    found: Candidates, scores: Mapping[ChunkId, Score], k: int
) -> dict[ChunkId, Score]:
    """The scores by reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009).

    Words and meaning count by the ranks that they give, 1 for what is first. The best
    has the score that it has by features, so that a weak result remains one.
    """
    lists = {
        "words": sorted(
            (chunk for chunk, score in scores.items() if score.keyword),
            key=lambda chunk: (-(scores[chunk].keyword or 0.0), chunk),
        ),
        "meaning": sorted(found.cosines, key=lambda c: (-found.cosines[c], c)),
    }
    ranks = {name: {c: r for r, c in enumerate(of, 1)} for name, of in lists.items()}
    fused = {
        chunk: {
            name: RANKED * (k + 1) / (k + of[chunk]) if chunk in of else 0.0
            for name, of in ranks.items()
        }
        for chunk in scores
    }
    best = max((score.odds for score in scores.values()), default=0.0)
    highest = max((sum(parts.values()) for parts in fused.values()), default=0.0)
    by_rank = {}
    for chunk, score in scores.items():
        added = {n: value for n, value in score.parts.items() if n in ADDED}
        parts = {**fused[chunk], "query": best - highest, **added}
        odds = sum(parts.values())
        by_rank[chunk] = Score(odds, parts, score.keyword, score.similarity)
    return by_rank


RANKED = 4.2
"""Log-odds of the first in one of the lists of a fusion by ranks."""


def merged(lists: Iterable[Mapping[ChunkId, Score]]) -> dict[ChunkId, Score]:
    """The candidates of several texts, each with its best score."""
    union: dict[ChunkId, Score] = {}
    for scores in lists:
        for chunk, score in scores.items():
            if chunk not in union or score.odds > union[chunk].odds:
                union[chunk] = score
    return union
