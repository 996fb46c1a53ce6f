"""How often the documents of some chunks have the words of a query.

FTS5 tells the functions of an application where words are in a chunk. So one scan of
the postings counts those in a few documents, without a second index that has a row per
document. The scan itself takes .1 µs per chunk with a word, a call 4 µs.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import add

import apsw

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.document_limits import MAX_CHUNKS, MAX_DOCUMENT_CHUNKS
from ragtui_core.store.records import DocumentWords, WordCounts
from ragtui_core.store.sqlite.session import Session
from ragtui_core.types import ChunkId

OWN = ("heading", "body")
"""The columns that are a chunk's own; each chunk repeats those of its document."""

_PARTS = """
WITH best AS (
    SELECT document AS document, min(j.key) AS place
    FROM json_each(:chunks) AS j CROSS JOIN chunk ON chunk.id = j.value GROUP BY 1
)
SELECT best.document, chunk.id, sz FROM best
CROSS JOIN chunk ON chunk.document = best.document
CROSS JOIN keyword_docsize AS size ON size.id = chunk.id
WHERE (SELECT count(*) FROM chunk WHERE chunk.document = best.document) <= :most
ORDER BY place LIMIT :limit
"""
"""The chunks of documents, each with its numbers of words; the best documents first."""

Counts = tuple[list[float], list[float]]
"""Occurrences of each word in the fields of a chunk's document, and in its own."""


class WordCounter:
    """Counts words of documents, by an FTS5 function of one connection."""

    def __init__(self, connection: apsw.Connection, columns: Sequence[str]) -> None:
        """Register the function; `columns` are those of table `keyword`, in order."""
        self._connection = connection
        self._columns = columns
        self._own = frozenset(map(columns.index, OWN))
        self._weights: Sequence[float] = ()
        self._found: dict[int, Counts] = {}
        self._total = self._rows = 0
        connection.register_fts5_function("count_words", self._count)

    def document_words(
        self,
        words: Sequence[str],
        chunks: Sequence[ChunkId],
        weights: FieldWeights,
        documents: int,
    ) -> list[DocumentWords]:
        """How often the documents of `chunks` have each of `words`.

        Args:
            words: FTS5 expressions of one phrase each; at least one.
            chunks: Best first.
            weights: Of the fields.
            documents: The number of documents of the index.
        """
        parts = self._parts_of(chunks)
        if not parts:
            return []
        self._weights = [getattr(weights, name) for name in self._columns]
        self._scan(" OR ".join(words), [c for lengths in parts for c in lengths])
        of_document = max(1.0, self._total / max(1, documents))
        of_chunk = max(1.0, self._total / max(1, self._rows))
        none = (0.0,) * len(words)
        found = self._found
        return [
            DocumentWords(
                WordCounts(
                    self._sum(lengths) or none, sum(lengths.values()) / of_document
                ),
                {
                    chunk: WordCounts(
                        _added(*found[chunk]) if chunk in found else none,
                        length / of_chunk,
                    )
                    for chunk, length in lengths.items()
                },
            )
            for lengths in parts
        ]

    def _parts_of(self, chunks: Sequence[ChunkId]) -> list[Mapping[ChunkId, int]]:
        """For each document the lengths, in words, of all of its chunks."""
        found = Session(self._connection).rows(
            _PARTS,
            chunks=list(chunks),
            most=MAX_DOCUMENT_CHUNKS,
            limit=MAX_CHUNKS + 1,
        )
        parts: list[Mapping[ChunkId, int]] = [
            {ChunkId(chunk): _sum_of(sizes) for _, chunk, sizes in of_document}
            for _, of_document in groupby(found, lambda row: row[0])
        ]
        return parts[:-1] if len(found) > MAX_CHUNKS else parts

    def _scan(self, expression: str, chunks: Sequence[ChunkId]) -> None:
        """Count in those of `chunks` that match."""
        self._found, self._total = {}, 0
        marks = bytearray(max(chunks) + 1)
        for chunk in chunks:
            marks[chunk] = 1
        # FTS5 would look up each id of a list, instead of reading its postings once.
        self._connection.execute(
            "SELECT count_words(keyword) FROM keyword WHERE keyword MATCH ? "
            "AND substr(?, keyword.rowid + 1, 1) = x'01'",
            (expression, bytes(marks)),
        ).fetchall()

    def _count(self, api: apsw.FTS5ExtensionApi, *_: object) -> None:
        if not self._total:
            self._total, self._rows = api.column_total_size(-1), api.row_count
        weights, own_columns = self._weights, self._own
        fields, own = [], []
        for phrase in range(api.phrase_count):
            of_document = of_chunk = 0.0
            for column in api.phrase_columns(phrase):
                number = len(api.phrase_column_offsets(phrase, column))
                if column in own_columns:
                    of_chunk += number * weights[column]
                else:
                    of_document += number * weights[column]
            fields.append(of_document)
            own.append(of_chunk)
        self._found[api.rowid] = fields, own

    def _sum(self, chunks: Iterable[ChunkId]) -> tuple[float, ...]:
        """The occurrences in all of `chunks` of a document; in its fields, once.

        Empty if there are none.
        """
        found = [self._found[chunk] for chunk in chunks if chunk in self._found]
        if not found:
            return ()
        fields, own = found[0]
        for _, more in found[1:]:
            own = list(map(add, own, more))
        # Each chunk that matches has the words of the fields.
        return _added(fields, own)


def _added(some: Sequence[float], others: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(add, some, others))


def _sum_of(varints: bytes) -> int:
    """The sum of FTS5's numbers: seven bits per byte, in the last the eighth is 0."""
    if varints.isascii():
        return sum(varints)
    total = number = 0
    for byte in varints:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            total += number
            number = 0
    return total
