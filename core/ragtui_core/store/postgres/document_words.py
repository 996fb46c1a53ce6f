"""How often the documents of some chunks have the words of a query, from postings."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.document_limits import MAX_CHUNKS, MAX_DOCUMENT_CHUNKS
from ragtui_core.store.matching import TermKind
from ragtui_core.store.postgres.indexed_terms import KINDS
from ragtui_core.store.records import DocumentWords, WordCounts
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragtui_core.store.postgres.postings import TermPostings
    from ragtui_core.store.postgres.reader_state import ReaderState

    Counts = Mapping[int, float]
    """Weighted occurrences of a term, by chunk."""

_PARTS = """
WITH best AS (
    SELECT chunk.document, min(at.place) AS place
    FROM unnest(%(best)s::int[]) WITH ORDINALITY AS at (id, place)
    JOIN chunk ON chunk.vault = %(vault)s AND chunk.id = at.id GROUP BY 1
)
SELECT best.place, chunk.id, chunk.word_count FROM best
JOIN chunk ON chunk.vault = %(vault)s AND chunk.document = best.document
WHERE (SELECT count(*) FROM chunk AS of_document WHERE of_document.vault = %(vault)s
    AND of_document.document = best.document) <= %(longest)s
ORDER BY 1, 2 LIMIT %(maximum)s
"""
"""The chunks of documents, each with its number of words; the best document first."""


def document_words(
    state: ReaderState,
    postings: Sequence[TermPostings],
    chunks: Sequence[ChunkId],
    weights: FieldWeights,
) -> list[DocumentWords]:
    """How often the documents of `chunks`, best first, have each of some terms.

    Args:
        state: The session.
        postings: Of the terms.
        chunks: Best first.
        weights: Of the fields.
    """
    rows = state.session.rows(
        _PARTS,
        best=list(chunks),
        longest=MAX_DOCUMENT_CHUNKS,
        maximum=MAX_CHUNKS + 1,
    )
    parts = [
        {ChunkId(chunk): int(length) for _, chunk, length in of_document}
        for _, of_document in groupby(rows, itemgetter(0))
    ]
    if len(rows) > MAX_CHUNKS:
        parts.pop()
    listed = [chunk for lengths in parts for chunk in lengths]
    found = [_among(each, listed) for each in postings]
    own = [_counts(each, _own(weights)) for each in found]
    fields = [_counts(each, _of_document(weights)) for each in found]
    total, of_chunk = state.corpus(KINDS[TermKind.WORD])
    of_document = max(1.0, total * of_chunk / max(1, state.totals()[0]))
    averages = max(1.0, of_chunk), of_document
    return [_words(lengths, own, fields, *averages) for lengths in parts]


def _own(weights: FieldWeights) -> FieldWeights:
    """The weights of a chunk's own fields alone."""
    return FieldWeights(
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, heading=weights.heading, body=weights.body
    )


def _of_document(weights: FieldWeights) -> FieldWeights:
    """`weights` of the fields of documents alone."""
    return replace(weights, body=0.0, heading=0.0)


def _among(postings: TermPostings, chunks: Sequence[ChunkId]) -> TermPostings:
    """The postings of `chunks` alone."""
    import numpy as np

    listed = np.array(chunks, np.int32)
    return postings.among(np.isin(postings.chunks, listed, kind="table"))


def _counts(postings: TermPostings, weights: FieldWeights) -> Counts:
    """The weighted occurrences of a term."""
    found = postings.weighted(TermKind.WORD, weights)
    return dict(zip(found.chunks.tolist(), found.counts.tolist(), strict=True))


def _words(
    lengths: Mapping[ChunkId, int],
    own: Sequence[Counts],
    fields: Sequence[Counts],
    of_chunk: float,
    of_document: float,
) -> DocumentWords:
    """One document.

    Args:
        lengths: Of its chunks, in words.
        own: Of each term, the occurrences in a chunk's own fields.
        fields: Those in the fields of the document, which each of its chunks has.
        of_chunk: The mean length of chunks, in words.
        of_document: That of documents.
    """
    whole = tuple(
        max((in_fields.get(chunk, 0.0) for chunk in lengths), default=0.0)
        + sum(in_own.get(chunk, 0.0) for chunk in lengths)
        for in_own, in_fields in zip(own, fields, strict=True)
    )
    return DocumentWords(
        WordCounts(whole, sum(lengths.values()) / of_document),
        {
            chunk: WordCounts(
                tuple(
                    in_own.get(chunk, 0.0) + in_fields.get(chunk, 0.0)
                    for in_own, in_fields in zip(own, fields, strict=True)
                ),
                length / of_chunk,
            )
            for chunk, length in lengths.items()
        },
    )
