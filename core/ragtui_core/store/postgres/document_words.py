"""How often the documents of some chunks have the words of a query, from postings."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import TermKind
from ragtui_core.store.postgres.indexed_terms import KINDS
from ragtui_core.store.reading.word_counts import (
    MAX_CHUNKS,
    MAX_DOCUMENT_CHUNKS,
    words_of_document,
)
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.store.postgres.postings import TermPostings
    from ragtui_core.store.postgres.reader_state import PostgresReaderState
    from ragtui_core.store.records import DocumentWords

Found = dict[ChunkId, float]
"""Weighted occurrences of a term, by chunk."""

_NONE = FieldWeights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

_PARTS = """
WITH best AS (
    SELECT chunk.document, min(at.place) AS place
    FROM unnest(:best::int[]) WITH ORDINALITY AS at (id, place)
    JOIN chunk ON chunk.id = at.id GROUP BY 1
)
SELECT best.place, chunk.id, chunk.word_count FROM best
JOIN chunk ON chunk.document = best.document
WHERE (SELECT count(*) FROM chunk AS of_document
    WHERE of_document.document = best.document) <= :longest
ORDER BY 1, 2 LIMIT :maximum
"""
"""The chunks of documents, each with its number of words; the best document first."""


def document_words(
    state: PostgresReaderState,
    postings: Sequence[TermPostings],
    chunks: Sequence[ChunkId],
    weights: FieldWeights,
) -> list[DocumentWords]:
    """How often the documents of `chunks`, best first, have each of some terms."""
    import numpy as np

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
    own_weights = replace(_NONE, heading=weights.heading, body=weights.body)
    zeros, own, fields = (0.0,) * len(postings), list[Found](), list[Found]()
    for term in postings:
        among = term.among(np.isin(term.chunks, np.array(listed, np.int32)))
        own.append(_counts(among, own_weights))
        fields.append(_counts(among, replace(weights, heading=0.0, body=0.0)))
    counts = {
        chunk: (
            [of_term.get(chunk, 0.0) for of_term in fields],
            [of_term.get(chunk, 0.0) for of_term in own],
        )
        for chunk in listed
    }
    total, of_chunk = state.corpus(KINDS[TermKind.WORD])
    of_document = max(1.0, total * of_chunk / max(1, state.totals().documents))
    averages = max(1.0, of_chunk), of_document
    return [
        words_of_document(lengths, counts, (zeros, zeros), *averages)
        for lengths in parts
    ]


def _counts(postings: TermPostings, weights: FieldWeights) -> Found:
    weighted = postings.weighted(TermKind.WORD, weights)
    chunks = map(ChunkId, weighted.chunks.tolist())
    return dict(zip(chunks, weighted.counts.tolist(), strict=True))
