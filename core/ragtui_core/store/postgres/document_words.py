"""How often the documents of some chunks have the words of a query, in SQL."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.document_limits import MAX_CHUNKS, MAX_DOCUMENT_CHUNKS
from ragtui_core.store.matching import Phrase, TermKind
from ragtui_core.store.postgres.indexed_terms import (
    BLOCK_BITS,
    KINDS,
    terms_of,
    weighted_hits,
)
from ragtui_core.store.postgres.reader_state import ReaderState
from ragtui_core.store.records import DocumentWords, WordCounts

if TYPE_CHECKING:
    from ragtui_core.types import ChunkId

_PARTS = """
WITH best AS (
    SELECT chunk.document, min(at.place) AS place
    FROM unnest(%(best)s::int[]) WITH ORDINALITY AS at (id, place)
    JOIN chunk ON chunk.vault = %(vault)s AND chunk.id = at.id GROUP BY 1
), part AS (
    SELECT best.place, chunk.id, chunk.word_count FROM best
    JOIN chunk ON chunk.vault = %(vault)s AND chunk.document = best.document
    WHERE (SELECT count(*) FROM chunk AS of_document WHERE of_document.vault = %(vault)s
        AND of_document.document = best.document) <= %(longest)s
    ORDER BY 1, 2 LIMIT %(most)s
), found AS (
    SELECT phrase, chunk, {own} AS own, {fields} AS fields FROM ({hits}) AS each
)
SELECT place, id, word_count, phrase, own, fields
FROM part LEFT JOIN found ON found.chunk = part.id ORDER BY 1, 2, 4
"""
"""The chunks of documents, the best document first, with the words that each has."""

_HITS = f"""
SELECT phrase, (block << {BLOCK_BITS}) + each.chunk AS chunk, each.hits
FROM unnest(%(terms)s::text[]) WITH ORDINALITY AS wanted (term, phrase)
JOIN posting ON posting.vault = %(vault)s AND posting.kind = %(kind)s
    AND posting.term = wanted.term
    AND posting.block IN (SELECT id >> {BLOCK_BITS} FROM part),
unnest(posting.chunks, posting.hits) AS each (chunk, hits)
WHERE (block << {BLOCK_BITS}) + each.chunk IN (SELECT id FROM part)
"""

_READABLE_HITS = """
SELECT phrase, chunk, hits FROM readable_hits(
    %(vault)s, %(kind)s, %(phrases)s::int[], %(terms)s::text[])
"""
"""The same of chunks that the role may read."""


def document_words(
    state: ReaderState,
    words: Sequence[Phrase],
    chunks: Sequence[int],
    weights: FieldWeights,
) -> list[DocumentWords]:
    """How often the documents of `chunks`, best first, have each of `words`.

    Args:
        state: The session.
        words: Phrases of one term.
        chunks: Chunks, best first.
        weights: Of the fields.
    """
    kind = KINDS[TermKind.WORD]
    terms = [terms_of(word.text)[0] for word in words]
    rows = state.session.rows(
        _PARTS.format(
            hits=_READABLE_HITS if state.is_restricted else _HITS,
            own=weighted_hits(TermKind.WORD, _own(weights)),
            fields=weighted_hits(
                TermKind.WORD, replace(weights, body=0.0, heading=0.0)
            ),
        ),
        best=list(chunks),
        terms=terms,
        phrases=list(range(1, len(terms) + 1)),
        kind=kind,
        longest=MAX_DOCUMENT_CHUNKS,
        most=MAX_CHUNKS + 1,
    )
    total, of_chunk = state.corpus(kind)
    of_document = max(1.0, total * of_chunk / max(1, state.totals()[0]))
    parts = [list(rows) for _, rows in groupby(rows, itemgetter(0))]
    if len({row[1] for row in rows}) > MAX_CHUNKS:
        parts.pop()
    averages = max(1.0, of_chunk), of_document
    return [_summed(part, len(terms), *averages) for part in parts]


def _own(weights: FieldWeights) -> FieldWeights:
    """The weights of a chunk's own fields alone."""
    return FieldWeights(
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, heading=weights.heading, body=weights.body
    )


def _summed(
    rows: Iterable[tuple[Any, ...]], words: int, of_chunk: float, of_document: float
) -> DocumentWords:
    """One document: the rows of all words that its chunks have.

    Args:
        rows: As `_PARTS` has them.
        words: The number of words.
        of_chunk: The mean length of chunks, in words.
        of_document: That of documents.
    """
    chunks: dict[ChunkId, WordCounts] = {}
    own, fields, total = [0.0] * words, [0.0] * words, 0
    for chunk, found in groupby(rows, itemgetter(1)):
        hits, length = [0.0] * words, 0
        for _, _, count, phrase, in_chunk, in_fields in found:
            length = count
            if phrase is not None:
                hits[phrase - 1] = in_chunk + in_fields
                own[phrase - 1] += in_chunk
                # Each chunk has the words of the document's fields.
                fields[phrase - 1] = in_fields
        chunks[chunk] = WordCounts(tuple(hits), length / of_chunk)
        total += length
    together = tuple(a + b for a, b in zip(fields, own, strict=True))
    return DocumentWords(WordCounts(together, total / of_document), chunks)
