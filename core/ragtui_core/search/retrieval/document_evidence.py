"""Scores the best candidates again, each together with its document.

FTS5 scores chunks, with k1 and b of its own, and only those that it ranks best. What a
question asks for may be spread over a document's chunks, and a chunk that was found by
meaning may have some of its words. So the words of the best candidates and of their
documents are counted, and scored here (docs/decisions/0022-document-evidence.md).
"""

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import compress

from ragtui_core.search.query.index_query import Term
from ragtui_core.search.retrieval.fusion import best_first
from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import MAX_SCORED, Phrase
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import DocumentWords, WordCounts
from ragtui_core.types import ChunkId

K1, B = 1.2, 0.4
"""BM25 of documents: saturation of repeated words, and normalisation by length."""

CHUNK_K1, CHUNK_B = 1.2, 0.75
"""BM25 of chunks: the saturation and normalisation of FTS5."""

WEIGHT = 0.5
"""Weight of the document's score against that of the chunk, each relative to the best
one of the query."""

MAX_BEST = 30
"""The documents of this many of the best chunks by words are scored, and of as many by
meaning."""


@dataclass(frozen=True, slots=True)
class CountedTerm:
    """A term of a query, how often it repeats it, and how many chunks have it."""

    term: Term
    repeats: int
    chunks: int


@dataclass(frozen=True, slots=True)
class DocumentScores:
    """The scores of candidates, and which words the documents of the best have."""

    own: dict[ChunkId, float] = field(default_factory=dict)
    documents: dict[ChunkId, float] = field(default_factory=dict)
    counted: frozenset[str] = frozenset()
    """The stems that were counted."""
    present: Mapping[ChunkId, frozenset[str]] = field(default_factory=dict)
    """Stems that the document of a chunk has, for the chunks of the best documents."""


def with_documents(
    reader: Reader,
    terms: Sequence[CountedTerm],
    weights: FieldWeights,
    scores: Mapping[ChunkId, float],
    near: Sequence[ChunkId],
) -> DocumentScores:
    """The scores of candidates for a query in two parts: their own, their documents'.

    Those `near` were found by meaning, the nearest first; the others by words.
    """
    known = [term for term in terms if term.chunks > 0]
    # A note may have `5 kg` as one word, which would not be counted.
    is_counted = not any(term.term.joined for term in terms)
    occurrences = sum(term.chunks for term in known)
    if not (scores and is_counted and 0 < occurrences <= MAX_SCORED):
        return DocumentScores(dict(scores))
    total = reader.counts().chunks
    idfs = [term.repeats * idf(term.chunks, total) for term in known]
    words = [Phrase(term.term.surface) for term in known]
    best = best_first(scores)[:MAX_BEST]
    chunks = list(dict.fromkeys((*best, *near[:MAX_BEST])))
    read = reader.keywords.document_words(words, chunks, weights)
    own, documents = _in_two_parts(read, idfs, scores, scores.keys() | set(near))
    stems = [term.term.stem for term in known]
    present: dict[ChunkId, frozenset[str]] = {}
    for document in read:
        has = frozenset(compress(stems, document.whole.hits))
        present |= dict.fromkeys(document.chunks, has)
    return DocumentScores(own, documents, frozenset(stems), present)


def _in_two_parts(
    read: Sequence[DocumentWords],
    idfs: Sequence[float],
    scores: Mapping[ChunkId, float],
    candidates: Set[ChunkId],
) -> tuple[dict[ChunkId, float], dict[ChunkId, float]]:
    """The scores of chunks, and those of their documents, whose words were `read`."""
    scored = [(bm25(document.whole, idfs, K1, B), document.chunks) for document in read]
    highest = max((score for score, _ in scored), default=0.0)
    if highest <= 0:
        return dict(scores), {}
    best = max(scores.values())
    own, documents = {}, {}
    for score, chunks in scored:
        for chunk in chunks.keys() & candidates:
            known = scores.get(chunk)
            if known is None and not score:
                continue
            if known is None:
                known = bm25(chunks[chunk], idfs, CHUNK_K1, CHUNK_B)
            own[chunk] = (1 - WEIGHT) * known
            documents[chunk] = WEIGHT * best * score / highest
    # The best score stays what it was, since those of other stages relate to it.
    scale = best / max(own[chunk] + documents[chunk] for chunk in own)
    return (
        dict(scores) | {chunk: scale * score for chunk, score in own.items()},
        {chunk: scale * score for chunk, score in documents.items()},
    )


def bm25(words: WordCounts, idf: Sequence[float], k1: float, b: float) -> float:
    """BM25 (Robertson & Zaragoza 2009) of a text for words with these weights."""
    norm = k1 * (1 - b + b * words.length)
    pairs = zip(words.hits, idf, strict=True)
    return sum([hits * (k1 + 1) / (hits + norm) * weight for hits, weight in pairs])


def idf(chunks: int, total: int) -> float:
    """FTS5's inverse document frequency of a word in `chunks` of `total`.

    The index may have grown between the two counts.
    """
    others = max(total - chunks, 0)
    return max(math.log((others + 0.5) / (chunks + 0.5)), 1e-6)
