"""The scores of passages: the logistic function of a sum of weighted features.

A feature is not relative to the best candidate, so a score means the same in every
query. `benchmarks/fit_ranking.py` fits the weights of `weights.json`, but for those
under "set": no judged set has enough of dates, places and states.
"""

import json
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

from ragtui_core.embedding.cosine_scale import CosineScale
from ragtui_core.search.candidates import Candidates, Found
from ragtui_core.search.options import CurrentLocation
from ragtui_core.search.query import Query
from ragtui_core.search.words import OTHER_FORM
from ragtui_core.search_results import Mode, TimeEffect
from ragtui_core.store.records import CandidateInfo
from ragtui_core.types import ChunkId, DocumentId

FITTED = ("words", "meaning", "coverage", "phrase", "name")
"""Features with weights, besides the constant and the length of a query. Those of
`phrase` and `name` are set (`LEAST` in the script): few judged queries have them.

words: the mean BM25 of the passage and its document, divided by the query's idf, times
    the root of its number of words: in long queries, words are better evidence.
meaning: the mean of the passage's cosine and that of its document, scaled to 0 for
    unrelated and 1 for matching texts of the model.
coverage: the share of the query's squared idf that the passage and its document have,
    averaged, divided by the root of its number of words.
phrase: how much of the query the passage contains verbatim.
name: whether the query is a name of the document.
"""

K1, B, MEAN_TOKENS = 1.2, 0.4, 150
"""BM25's saturation of repeated words, its share of normalisation by length (Robertson
& Zaragoza 2009), and the length of a passage that is not normalised."""

MAX_ODDS = 40.0
"""From these log-odds on, a score is 1.0."""

Column = Mapping[ChunkId, float]
"""A number for each candidate; one without a number has 0."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The log-odds that candidates are relevant, the sum of columns with names."""

    odds: Column
    columns: Mapping[str, Column]
    words: Column
    """The scores by words relative to the best one, of those with any."""
    cosines: Column

    def plus(self, columns: Mapping[str, Column]) -> "Scores":
        """The scores with further summands of some candidates."""
        odds, named = dict(self.odds), dict(self.columns)
        for name, column in columns.items():
            before = named.get(name)
            named[name] = _sum(before, column) if before else column
            for chunk, value in column.items():
                odds[chunk] += value
        return replace(self, odds=odds, columns=named)

    def among(self, chunks: Collection[ChunkId]) -> "Scores":
        """The scores of some of the candidates."""
        return replace(self, odds={chunk: self.odds[chunk] for chunk in chunks})

    def in_order(self) -> list[ChunkId]:
        """The candidates, best first; ties are broken by id."""
        ranked = sorted([(-odds, chunk) for chunk, odds in self.odds.items()])
        return [chunk for _, chunk in ranked]

    def shown(self, chunk: ChunkId) -> float:
        """The probability that a candidate is relevant, 0..1."""
        return logistic(self.odds[chunk])

    def parts(self, chunk: ChunkId) -> dict[str, float]:
        """The summands of a candidate by name, without those that are 0."""
        values = {name: column.get(chunk) for name, column in self.columns.items()}
        return {name: value for name, value in values.items() if value}


def _sum(one: Column, other: Column) -> Column:
    return {**one, **{c: one.get(c, 0.0) + value for c, value in other.items()}}


def satisfied(chunks: Iterable[ChunkId]) -> Scores:
    """Scores of 1 for the chunks that filters or a list select, keeping their order."""
    odds = {chunk: MAX_ODDS + 1 / (1 + rank) for rank, chunk in enumerate(chunks)}
    return Scores(odds, {}, {}, {})


def logistic(x: float) -> float:
    """The inverse of the logit, 0..1."""
    return 1.0 / (1.0 + math.exp(-x)) if x > -MAX_ODDS else math.exp(x)


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """The weights by mode and feature, with the constants; those of "set" in log-odds.

    recency: Of a document dated today, times the setting `search.recency_weight`.
    time: Of a passage of a time that may be meant.
    place: Of the folder of the current file; half as much more of the file itself.
    quoted: Of quoted text in mails, of saved citations, and of lists of links, so that
        what they quote or name ranks first.
    unreliable: Of a note that is superseded, obsolete or a draft, if no candidate
        replaces it: of two notes with about the same evidence the other one is first.
    further: Of a further passage of a document: another document comes first, unless it
        is that much worse. Of long documents, five hits had the right file and passage
        in 1.000 and .905 of 63 cases; .984 and .921 with -1, 1.000 and .873 with no
        such passage before a good document (`python -m benchmarks.sources`).
    first_rank: Of the first in one of the lists of a fusion by ranks.
    """
    file = Path(__file__).with_name("weights.json")
    read: Mapping[str, Mapping[str, float]] = json.loads(file.read_text("utf-8"))
    return read


def features(
    candidates: Candidates,
    info: Mapping[ChunkId, CandidateInfo],
    scale: CosineScale,
) -> dict[str, Column]:
    """The columns `FITTED` of the candidates that are still in the index."""
    words = candidates.words
    chunks = [chunk for chunk in candidates.own if chunk in info]
    documents = {chunk: info[chunk].document for chunk in chunks}
    idf = [words.idf(word) for word in words.wanted]
    unknown = [words.idf(word) for word in words.asked if not word.chunks]
    root = math.sqrt(len(words.asked)) or 1.0
    all_idf = sum(idf) + sum(unknown) or 1.0
    squares = sum([value * value for value in (*idf, *unknown)]) or 1.0
    own, whole = _by_words(candidates, info, documents, idf)
    by_words = {
        chunk: (score + whole[documents[chunk]][0]) / 2
        for chunk, (score, _) in own.items()
    }
    covered = {
        chunk: (covered + whole[documents[chunk]][1]) / 2
        for chunk, (_, covered) in own.items()
    }
    cosines = {c: cosine for c, cosine in candidates.cosines.items() if c in documents}
    means = _means(cosines, documents)
    low, span = scale.low, scale.high - scale.low
    return {
        "words": {c: root * value / all_idf for c, value in by_words.items()},
        "meaning": {
            c: ((cosine + means[documents[c]]) / 2 - low) / span
            for c, cosine in cosines.items()
        },
        "coverage": {c: value / (root * squares) for c, value in covered.items()},
        "phrase": {c: x for c, x in candidates.phrases.items() if c in documents},
        "name": {c: x for c, x in candidates.named.items() if c in documents},
    }


_Values = tuple[float, float]
"""BM25 of a text, and the squared information that it has of the query."""


def _by_words(
    candidates: Candidates,
    info: Mapping[ChunkId, CandidateInfo],
    documents: Mapping[ChunkId, DocumentId],
    idf: Sequence[float],
) -> tuple[dict[ChunkId, _Values], dict[DocumentId, _Values]]:
    """The values of chunks, and of their documents.

    A document is what of it is among the candidates: what is asked for may be spread
    over several passages.
    """
    passages = defaultdict[DocumentId, list[ChunkId]](list)
    for chunk in candidates.own:
        if chunk in documents:
            passages[documents[chunk]].append(chunk)
    values: dict[ChunkId, _Values] = {}
    whole: dict[DocumentId, _Values] = {}
    for document, chunks in passages.items():
        fields = candidates.fields[chunks[0]]
        for chunk in chunks:
            tokens = info[chunk].tokens
            values[chunk] = _values(candidates.own[chunk], fields, tokens, idf)
        whole[document] = values[chunks[0]]
        if len(chunks) > 1:
            own = [*map(sum, zip(*(candidates.own[c] for c in chunks), strict=True))]
            tokens = sum([info[chunk].tokens for chunk in chunks])
            whole[document] = _values(own, fields, tokens, idf)
    return values, whole


def _values(
    own: Sequence[float], fields: Sequence[float], tokens: int, idf: Sequence[float]
) -> _Values:
    """BM25 and covered squared idf for the counts of words in a text and fields."""
    norm, score, covered = K1 * (1 - B + B * tokens / MEAN_TOKENS), 0.0, 0.0
    for in_text, in_fields, rarity in zip(own, fields, idf, strict=True):
        if count := in_text + in_fields:
            score += rarity * count / (count + norm)
            share = count / OTHER_FORM if count < OTHER_FORM else 1.0
            covered += rarity * rarity * share
    return score, covered


def _means(
    cosines: Column, documents: Mapping[ChunkId, DocumentId]
) -> dict[DocumentId, float]:
    """The mean cosine of each document's candidates."""
    sums = defaultdict[DocumentId, float](float)
    numbers = defaultdict[DocumentId, int](int)
    for chunk, cosine in cosines.items():
        sums[documents[chunk]] += cosine
        numbers[documents[chunk]] += 1
    return {document: sums[document] / numbers[document] for document in sums}


def scored(candidates: Candidates, found: Found, query: Query) -> Scores:
    """The scores of the candidates of a text, by its words, meaning, date and place.

    A passage without a vector gets the keyword weights; one with a vector, if a keyword
    search fell back to vectors, the semantic ones.
    """
    info, cosines = found.info, candidates.cosines
    values = features(candidates, info, found.scale)
    by_vector = Mode.SEMANTIC if found.mode is Mode.KEYWORD else found.mode
    near, far = weights()[by_vector.value], weights()[Mode.KEYWORD.value]
    root = math.sqrt(len(candidates.words.asked))
    with_vector = near["constant"] + near["length"] * root
    without = far["constant"] + far["length"] * root
    listed = {c: info[c] for c in candidates.own if c in info}
    columns: dict[str, Column] = {
        name: {
            chunk: value * (near[name] if chunk in cosines else far[name])
            for chunk, value in column.items()
        }
        for name, column in values.items()
    }
    columns["query"] = {c: with_vector if c in cosines else without for c in listed}
    best = max(values["words"].values(), default=0.0)
    by_words = {c: score / best for c, score in values["words"].items() if score}
    scores = Scores(dict.fromkeys(listed, 0.0), {}, by_words, cosines)
    return scores.plus(columns | _added(listed, query))


def _added(info: Mapping[ChunkId, CandidateInfo], query: Query) -> dict[str, Column]:
    """The summands for the date, the place and the text of passages, if any."""
    given, settings = weights()["set"], query.settings
    at, time = query.options.at, query.time
    latest = {
        chunk: it.updated if it.updated > it.day else it.day
        for chunk, it in info.items()
    }
    recent = {
        day: given["recency"]
        * settings.recency_weight
        * recency(day, query.today, settings.recency_days)
        for day in {*latest.values()}
    }
    added: dict[str, Column] = {
        "recency": {c: bonus for c, day in latest.items() if (bonus := recent[day])},
        "state": {c: given["quoted"] for c, it in info.items() if it.is_quoted},
    }
    if time and time.effect is TimeEffect.PREFERRED:
        added["time"] = {
            chunk: given["time"] * time.has_days(it.day, it.until)
            for chunk, it in info.items()
            if it.day
        }
    if at:
        added["place"] = {
            chunk: given["place"] * nearness(it.path, at) for chunk, it in info.items()
        }
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


def by_ranks(scores: Scores, k: int) -> Scores:
    """The scores by reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009).

    Words and meaning count by the ranks that they give, 1 for what is first. The best
    has the score that it has by features, so that a weak result remains one.
    """
    fused: dict[str, Column] = {}
    highest = weights()["set"]["first_rank"] * (k + 1)
    for name, values in (("words", scores.words), ("meaning", scores.cosines)):
        having = [chunk for chunk in values if chunk in scores.odds and values[chunk]]
        ranked = sorted(having, key=lambda chunk: (-values[chunk], chunk))
        fused[name] = {c: highest / (k + n) for n, c in enumerate(ranked, 1)}
    sums = replace(scores, odds=dict.fromkeys(scores.odds, 0.0), columns={}).plus(fused)
    best_fused = max(sums.odds.values(), default=0.0)
    best = max(scores.odds.values(), default=0.0)
    added = {n: of for n, of in scores.columns.items() if n not in (*FITTED, "query")}
    constant = dict.fromkeys(scores.odds, best - best_fused)
    return sums.plus({"query": constant, **added})


def merged(lists: Sequence[Scores]) -> Scores:
    """The candidates of several texts, each with its best score."""
    if len(lists) == 1:
        return lists[0]
    best: dict[ChunkId, Scores] = {}
    for scores in lists:
        for chunk, odds in scores.odds.items():
            if chunk not in best or odds > best[chunk].odds[chunk]:
                best[chunk] = scores
    columns: dict[str, dict[ChunkId, float]] = {
        name: {} for scores in lists for name in scores.columns
    }
    for chunk, scores in best.items():
        for name, part in scores.parts(chunk).items():
            columns[name][chunk] = part
    return Scores(
        {chunk: scores.odds[chunk] for chunk, scores in best.items()},
        columns,
        {c: s.words[c] for c, s in best.items() if c in s.words},
        {c: s.cosines[c] for c, s in best.items() if c in s.cosines},
    )
