"""How often the documents of some chunks have the words of a query.

FTS5 tells the functions of an application where words are in a chunk. So one scan of
the postings counts those in a few documents, without a second index that has a row per
document. The scan itself takes .1 µs per chunk with a word, a call 4 µs.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter

import apsw

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.reading.word_counts import (
    MAX_CHUNKS,
    MAX_DOCUMENT_CHUNKS,
    Counts,
    words_of_document,
)
from ragtui_core.store.records import DocumentWords
from ragtui_core.store.sqlite.session import SqliteSession
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


class WordCounter:
    """Counts words of documents, by an FTS5 function of one connection."""

    def __init__(self, connection: apsw.Connection, columns: Sequence[str]) -> None:
        """Register the function; `columns` are those of table `keyword`, in order."""
        self._connection = connection
        self._columns = columns
        self._own = frozenset(map(columns.index, OWN))
        self._weights: Sequence[float] = ()
        self._found: dict[ChunkId, Counts] = {}
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

        There is at least one word, an FTS5 expression of one phrase; the best chunks
        are first.
        """
        parts = self._parts_of(chunks)
        if not parts:
            return []
        self._weights = [getattr(weights, name) for name in self._columns]
        self._found, self._total = {}, 0
        marks = bytearray(1 + max(max(lengths) for lengths in parts))
        for lengths in parts:
            for chunk in lengths:
                marks[chunk] = 1
        # FTS5 would look up each id of a list, instead of reading its postings once.
        self._connection.execute(
            "SELECT count_words(keyword) FROM keyword WHERE keyword MATCH ? "
            "AND substr(?, keyword.rowid + 1, 1) = x'01'",
            (" OR ".join(words), bytes(marks)),
        ).fetchall()
        of_document = max(1.0, self._total / max(1, documents))
        of_chunk = max(1.0, self._total / max(1, self._rows))
        zeros = (0.0,) * len(words)
        averages = of_chunk, of_document
        return [
            words_of_document(lengths, self._found, (zeros, zeros), *averages)
            for lengths in parts
        ]

    def _parts_of(self, chunks: Sequence[ChunkId]) -> list[Mapping[ChunkId, int]]:
        """For each document the lengths, in words, of all of its chunks."""
        rows = SqliteSession(self._connection).rows(
            _PARTS,
            chunks=list(chunks),
            most=MAX_DOCUMENT_CHUNKS,
            limit=MAX_CHUNKS + 1,
        )
        parts: list[Mapping[ChunkId, int]] = [
            {
                ChunkId(chunk): sum(sizes if sizes.isascii() else numbers_of(sizes))
                for _, chunk, sizes in of_document
            }
            for _, of_document in groupby(rows, itemgetter(0))
        ]
        return parts[:-1] if len(rows) > MAX_CHUNKS else parts

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
        self._found[ChunkId(api.rowid)] = fields, own


def numbers_of(varints: bytes) -> Sequence[int]:
    """FTS5's numbers: seven bits per byte, in the last the eighth is 0.

    Those of ASCII characters are their codes.
    """
    numbers, number = [], 0
    for byte in varints:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            numbers.append(number)
            number = 0
    return numbers
