"""The keyword stage: chunks with all words, else with the informative ones."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ragtui_core.search.query.index_query import MAX_TERMS, Query, Term, phrase
from ragtui_core.search.retrieval.document_evidence import (
    DocumentScores,
    with_documents,
)
from ragtui_core.search.retrieval.keyword_matcher import (
    Complete,
    KeywordMatcher,
    matcher_for,
    summed,
)
from ragtui_core.search.retrieval.named_documents import Named, find_named
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import AnyOf, Phrase
from ragtui_core.store.reading.reader import Reader
from ragtui_core.types import ChunkId, Relaxation

PHRASE_BONUS = 0.5
"""Bonus, relative to the best score, for chunks that contain the query as a phrase."""

CODE_BONUS = 1.0
"""The bonus of chunks with a code such as `CTS-010`, relative to the best score, times
the ratio of the query's words that belong to the code."""

DATE_BONUS = 1.0
"""The bonus of chunks that mention the day of the query, in any spelling."""

QUOTED_BONUS = 0.25
"""The bonus of chunks with a phrase that the query has in quotation marks."""

TITLE_BONUS = 1.0
"""Bonus for the first chunk of a document whose title or file name is the query."""

ALIAS_LEAD = 0.5
"""A document whose alias or initials are the query is so much above others, relative to
the best score."""

HEADING_BONUS = 0.5
"""The bonus of the first chunk of a section whose heading is the query."""

MIN_QUOTATION_WORDS = 10
"""A query of at least this many words that a chunk contains verbatim is a quotation.
A chunk boundary may split it, so one half suffices."""

MAX_PHRASE_TERMS = 2 * MAX_TERMS
"""Terms of a phrase; of a longer query, only the rarest and the first are compared."""

Stages = dict[str, dict[ChunkId, float]]
"""The components of each chunk's score, by name."""


@dataclass(frozen=True, slots=True)
class KeywordResult:
    """BM25 scores of chunks, higher is better, and how far the query was relaxed.

    `relaxed` is SOME_WORDS if no chunk contains every word, MEANING if none contains
    any. `unknown` are words of the query that are not in the index. `stages` are the
    components of each score by name, for the explanation.
    """

    scores: dict[ChunkId, float] = field(default_factory=dict)
    relaxed: Relaxation | None = None
    unknown: tuple[str, ...] = ()
    quotes: frozenset[ChunkId] = frozenset()
    """The chunks that contain the query verbatim, if it is a quotation."""
    named: frozenset[ChunkId] = frozenset()
    """The first chunks of documents that the query names."""
    stages: Stages = field(default_factory=dict)
    documents: DocumentScores = field(default_factory=DocumentScores)
    complete: frozenset[ChunkId] = frozenset()
    """The chunks that contain every word."""
    is_full: bool = False
    """Whether there may be further chunks."""


def find_by_words(
    reader: Reader,
    query: Query,
    settings: SearchSettings,
    limit: int,
    near: Sequence[ChunkId] = (),
) -> KeywordResult:
    """At most about `limit` chunks for each condition of a query, with their scores.

    Chunks are collected by their words; those that contain the query as a phrase, or
    that it names, get bonuses, relative to the best score by words. The best of those
    `near`, found by meaning, the nearest first, get scores of their words, too.
    """
    words = matcher_for(reader, query, settings)
    stages, complete = _collected(words, limit)
    collected = summed(stages.values())
    best = max(collected.values(), default=0.0)
    verbatim: list[ChunkId] = []
    if best:
        verbatim = _verbatim(reader, query, complete.chunks, limit)
        stages["phrase"] = dict.fromkeys(verbatim, PHRASE_BONUS * best)
        stages |= _phrase_bonuses(reader, query, collected, complete.chunks, limit)
    # `best` remains the best score by words.
    documents = with_documents(
        reader, words.counted_terms(), settings.weights, stages["words"], near
    )
    stages["words"], stages["document"] = documents.own, documents.documents
    named = find_named(reader, query, complete, is_phrase=bool(verbatim))
    scores = _with_names(stages, named, best)
    by_words = bool(complete.chunks or named.documents)
    # Characters or parts of identifiers may match the whole query.
    by_words = by_words or not (stages["words"] or words.unknown)
    relaxed = None if by_words else Relaxation.SOME_WORDS
    is_quotation = len(query.terms) >= MIN_QUOTATION_WORDS
    return KeywordResult(
        scores=scores,
        relaxed=relaxed if scores else Relaxation.SEMANTIC,
        unknown=() if named.documents else words.unknown,
        quotes=frozenset(verbatim if is_quotation else ()),
        named=named.documents,
        stages=stages,
        documents=documents,
        complete=complete.chunks,
        is_full=len(collected) >= limit,
    )


def _collected(words: KeywordMatcher, limit: int) -> tuple[Stages, Complete]:
    """Chunks with every word, else with some; then by characters, parts and forms."""
    stages: Stages = {}
    stages["words"], complete = words.matches(limit)
    for signal in words.signals():
        scores = words.scores(signal, limit, stages["words"])
        stages[signal.name] = summed((stages.get(signal.name, {}), scores))
    return stages, complete


def _verbatim(
    reader: Reader, query: Query, complete: Collection[ChunkId], limit: int
) -> list[ChunkId]:
    """Chunks that contain the query verbatim, or one half of a quotation."""
    terms = query.terms[:MAX_PHRASE_TERMS]
    may_match = len(terms) > 1 and (terms != query.terms or complete)
    if may_match and (chunks := _with_phrase(reader, terms, limit)):
        return chunks
    if len(terms) < MIN_QUOTATION_WORDS:
        return []
    half = len(terms) // 2
    halves = AnyOf((phrase(terms[:half]), phrase(terms[half:])))
    return reader.keywords.best_chunks(halves, limit)


def _with_phrase(
    reader: Reader,
    terms: Sequence[Term],
    limit: int,
    candidates: Collection[ChunkId] = (),
) -> list[ChunkId]:
    """The best chunks with a phrase, and all of the `candidates` that have it."""
    chunks = reader.keywords.best_chunks(phrase(terms), limit)
    if len(chunks) >= limit and candidates:
        with reader.among(candidates):
            chunks += reader.keywords.best_chunks(phrase(terms), len(candidates))
    return chunks


def _phrase_bonuses(
    reader: Reader,
    query: Query,
    candidates: Mapping[ChunkId, float],
    complete: Collection[ChunkId],
    limit: int,
) -> Stages:
    """The bonuses of chunks for a day, a code or a quoted phrase in them.

    All candidates with a code or a phrase have its bonus, not only the best of them.
    """
    best, total = max(candidates.values()), len(query.terms)
    codes = (
        (terms, CODE_BONUS * best * len(terms) / total)
        for terms in query.codes
        if not query.dates
    )
    quoted = ((terms, QUOTED_BONUS * best) for terms in query.quoted)
    dates = AnyOf(tuple(map(Phrase, query.dates)))
    dated = reader.keywords.best_chunks(dates, limit) if query.dates else []
    # Notes of the day mention it, too, but not what the line asks about.
    dated = [chunk for chunk in dated if chunk in complete] or dated
    return {"date": dict.fromkeys(dated, DATE_BONUS * best)} | {
        name: summed(
            dict.fromkeys(_with_phrase(reader, terms, limit, candidates), bonus)
            for terms, bonus in bonuses
        )
        for name, bonuses in (("code", codes), ("quoted", quoted))
    }


def _with_names(stages: Stages, named: Named, best: float) -> dict[ChunkId, float]:
    """The scores with the bonuses of what the query names, which are added to `stages`.

    A document whose alias is the query is lifted above others, which may contain the
    alias alone.
    """
    stages["heading"] = dict.fromkeys(named.sections, HEADING_BONUS * best)
    scores = summed(stages.values())
    lead = max(scores.values(), default=0.0) + ALIAS_LEAD * (best or 1.0)
    stages["title"] = dict.fromkeys(named.titled, TITLE_BONUS * best)
    stages["title"] |= {chunk: lead - scores.get(chunk, 0.0) for chunk in named.aliased}
    return summed([scores, stages["title"]])
