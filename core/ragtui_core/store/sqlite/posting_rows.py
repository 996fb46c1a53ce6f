"""The tables of postings on a writing connection (docs/decisions/0021-postings.md).

Postings are made of FTS5's own index when there are many chunks. Chunks that change
afterwards are recorded beside them, until these are many.
"""

from __future__ import annotations

import json
from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any

from ragtui_core.store.sqlite.pattern_bits import SHIFTS, counted, patterns_of
from ragtui_core.store.sqlite.typed_rows import typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from ragtui_core.types import DocumentId

COLUMNS = "company, tags, title, category, summary, name, heading, body"
"""The columns of FTS5's table of words."""

MIN_CHUNKS = 30_000
"""An index with fewer chunks is scored by FTS5 in 5 ms."""

MIN_FREQUENCY = 256
"""Words in at least so many chunks have postings: FTS5 scores fewer in .3 ms."""

MAX_CHANGES = 4_096
"""Chunks that may change before the postings are made again."""

_VERIFIED = 16
"""Words whose numbers of chunks are counted to verify them."""

_FIELD_NUMBER = " ".join(
    f"WHEN '{column}' THEN {number}"
    for number, column in enumerate(COLUMNS.split(", "))
)


class PostingRows:
    """Postings on a writing connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`. All methods are part of a transaction of the caller's."""
        self._connection = connection

    def remove(self, documents: Iterable[DocumentId]) -> None:
        """Take the chunks of `documents` out, before they change."""
        self._record(documents, -1)

    def add(self, documents: Iterable[DocumentId]) -> None:
        """Add the chunks of `documents`, after they were written."""
        self._record(documents, 1)

    def _record(self, documents: Iterable[DocumentId], sign: int) -> None:
        rows = self._texts(documents) if self._corpus() >= 0 else []
        if not rows:
            return
        if self._changes() + len(rows) > MAX_CHANGES:
            self.discard()
            return
        found = [(chunk, *patterns_of(texts)) for chunk, *texts in rows]
        ids = self._count_words((terms for _, _, terms in found), sign)
        tokens = sum(count for _, count, _ in found)
        self._connection.execute(
            "UPDATE posting_corpus SET chunks = chunks + ?, tokens = tokens + ?",
            (sign * len(rows), sign * tokens),
        ).fetchall()
        kept = [
            (chunk, count, {ids[t]: p for t, p in terms.items() if t in ids})
            for chunk, count, terms in found
        ]
        self._connection.executemany(
            "INSERT OR REPLACE INTO posting_change VALUES (?, ?, ?, ?)",
            [_change(*row) if sign > 0 else (row[0], 0, b"", b"") for row in kept],
        )

    def _changes(self) -> int:
        return _count(self._connection, "posting_change")

    def _texts(self, documents: Iterable[DocumentId]) -> list[Any]:
        """The id and the texts of all columns of the first chunks, one too many."""
        sql = (
            f"SELECT id, {COLUMNS} FROM chunk_content "
            "WHERE document_id IN (SELECT value FROM json_each(?)) LIMIT ?"
        )
        listed = json.dumps(list(documents))
        return self._connection.execute(sql, (listed, MAX_CHANGES + 1)).fetchall()

    def _count_words(self, each: Iterable[Iterable[str]], sign: int) -> dict[str, int]:
        """Count the terms of chunks; the ids of those that have postings."""
        numbers = counted(each)
        rows = self._connection.execute(
            "SELECT term, id FROM posting_word "
            "WHERE term IN (SELECT value FROM json_each(?))",
            (json.dumps(list(numbers)),),
        )
        ids = dict(typed(rows, str, int))
        self._connection.executemany(
            "UPDATE posting_word SET chunks = chunks + ? WHERE id = ?",
            [(sign * numbers[term], word) for term, word in ids.items()],
        )
        return ids

    def discard(self) -> None:
        """Use the postings no more; they are removed when they are made again."""
        sql = "UPDATE posting_corpus SET chunks = -1"
        self._connection.execute(sql).fetchall()

    def need_update(self) -> bool:
        """Whether the postings should be made again, or removed."""
        chunks = self._corpus()
        if chunks < 0:
            return (
                _count(self._connection, "chunk") >= MIN_CHUNKS
                or _count(self._connection, "posting_word") > 0
            )
        return chunks < MIN_CHUNKS or self._changes() > MAX_CHANGES // 2

    def are_right(self) -> bool:
        """Whether the number of chunks is right, and those of some words."""
        if self._corpus() not in (-1, _count(self._connection, "chunk")):
            return False
        rows: list[Any] = self._connection.execute(
            "SELECT term, chunks FROM posting_word WHERE id % "
            "(SELECT max(1, count(*) / ?) FROM posting_word) = 0",
            (_VERIFIED,),
        ).fetchall()
        return all(self._frequency(term) == chunks for term, chunks in rows)

    def _corpus(self) -> int:
        """The number of chunks that the postings are of; -1 if they are unusable."""
        rows: list[Any] = self._connection.execute(
            "SELECT chunks FROM posting_corpus"
        ).fetchall()
        return int(rows[0][0]) if rows else -1

    def _frequency(self, term: str) -> int:
        sql = "SELECT doc FROM vocabulary WHERE term = ?"
        row: Sequence[Any] | None = self._connection.execute(sql, (term,)).fetchone()
        return int(row[0]) if row else 0

    def build(self) -> None:
        """Make all postings of a large index again; remove those of a small one."""
        self._clear()
        if _count(self._connection, "chunk") < MIN_CHUNKS:
            return
        size, chunks, tokens = self._put_lengths()
        self._put_words(size)
        self._connection.execute(
            "UPDATE posting_corpus SET epoch = epoch + 1, chunks = ?, tokens = ?",
            (chunks, tokens),
        ).fetchall()
        self._connection.execute(
            "UPDATE posting_base SET epoch = (SELECT epoch FROM posting_corpus)"
        ).fetchall()

    def _clear(self) -> None:
        self.discard()
        for table in ("posting", "posting_word", "posting_base", "posting_change"):
            self._connection.execute(f"DELETE FROM {table}").fetchall()

    def _put_lengths(self) -> tuple[int, int, int]:
        """Write the length of each chunk; one more than the last id, and the sums."""
        import numpy as np

        from ragtui_core.store.sqlite.posting_codec import row_sizes

        sql = "SELECT id, sz FROM keyword_docsize"
        rows: list[Any] = self._connection.execute(sql).fetchall()
        ids = np.array([chunk for chunk, _ in rows], np.int64)
        sizes = row_sizes([size for _, size in rows], len(SHIFTS))
        lengths = np.zeros(int(ids.max()) + 1, np.uint32)
        lengths[ids] = sizes
        self._connection.execute(
            "INSERT INTO posting_base VALUES (0, x'', ?)", (lengths.tobytes(),)
        ).fetchall()
        return len(lengths), len(ids), int(sizes.sum())

    def _put_words(self, size: int) -> None:
        """Write the postings of frequent words, the most frequent ones first."""
        import numpy as np

        numbers: dict[int, int] = {}
        words: list[Any] = self._connection.execute(
            "SELECT term, doc FROM vocabulary WHERE doc >= ? ORDER BY doc DESC, term",
            (MIN_FREQUENCY,),
        ).fetchall()
        for word, (term, chunks) in enumerate(words, 1):
            self._connection.execute(
                "INSERT INTO posting_word VALUES (?, ?, ?)", (word, term, chunks)
            ).fetchall()
            self._put_word(word, term, size, numbers)
        patterns = np.array(list(numbers), np.int64).tobytes()
        self._connection.execute(
            "UPDATE posting_base SET patterns = ?", (patterns,)
        ).fetchall()

    def _put_word(
        self, word: int, term: str, size: int, numbers: dict[int, int]
    ) -> None:
        """Write the postings of a word.

        Args:
            word: Its id.
            term: As in FTS5.
            size: More than the id of any chunk.
            numbers: Those of the patterns that were used before; new ones are added.
        """
        import numpy as np

        from ragtui_core.store.sqlite import posting_codec as codec

        rows = self._connection.execute(
            f"SELECT doc * 8 + CASE col {_FIELD_NUMBER} END FROM word_instance "
            "WHERE term = ?",
            (term,),
        )
        instances = np.fromiter(chain.from_iterable(rows), np.int64)
        ids, patterns = codec.chunk_patterns(instances)
        distinct, places, counts = np.unique(
            patterns, return_inverse=True, return_counts=True
        )
        for at in np.argsort(-counts):
            numbers.setdefault(int(distinct[at]), len(numbers))
        known = np.array([numbers[each] for each in distinct.tolist()], np.int64)
        is_bitmap, data = codec.encode_ids(ids, size)
        self._connection.execute(
            "INSERT INTO posting VALUES (?, ?, ?, ?)",
            (word, is_bitmap, data, codec.encode_numbers(known[places])),
        ).fetchall()


def _change(
    chunk: int, tokens: int, patterns: dict[int, int]
) -> tuple[int, int, bytes, bytes]:
    words = array("I", patterns).tobytes()
    return chunk, tokens, words, array("q", patterns.values()).tobytes()


def _count(connection: apsw.Connection, table: str) -> int:
    sql = f"SELECT count(*) FROM {table}"
    rows: list[Any] = connection.execute(sql).fetchall()
    return int(rows[0][0])


def frequency(connection: apsw.Connection, term: str) -> int | None:
    """The number of chunks with a frequent word; None if it has no postings."""
    row: Sequence[Any] | None = connection.execute(
        "SELECT posting_word.chunks FROM posting_word, posting_corpus "
        "WHERE term = ? AND posting_corpus.chunks >= 0",
        (term,),
    ).fetchone()
    return int(row[0]) if row else None
