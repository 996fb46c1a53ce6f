"""The FTS5 tables: queries to words and subwords, and the changes of their rows.

The content of `keyword` is the view `chunk_content`; `gram` and `part` index subwords,
which are not kept.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import apsw

from ragtui_core.store.records import DocumentRecord
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.row_checksums import typed
from ragtui_core.text.stemming import TOKENIZER
from ragtui_core.types import ChunkId, DocumentId

COLUMNS = "company, tags, title, category, summary, name, heading, body"


class KeywordReader:
    """Words and subwords: grams, parts of identifiers."""

    def __init__(self, state: ReaderState) -> None:
        """Use the connection of `state`, and its selection."""
        self._state = state
        self._connection = state.connection

    def tokens(self, text: str) -> list[tuple[int, int, str]]:
        """The index's own tokens of `text`: start and end in UTF-8 bytes, term."""
        tokenizer = self._connection.fts5_tokenizer(*TOKENIZER)
        found: Any = tokenizer(text.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None)
        return [(start, end, term) for start, end, term, *_ in found]

    def match(
        self,
        expression: str,
        weights: Sequence[float],
        limit: int,
        *,
        table: str = "keyword",
    ) -> list[tuple[ChunkId, float]]:
        """Chunks that match an FTS5 expression, best first.

        Args:
            expression: In FTS5's query syntax, every token quoted.
            weights: One per column of the table.
            limit: Maximum number of rows.
            table: `keyword`, or for subwords `gram` or `part`.

        Returns:
            Pairs of chunk and BM25 score, larger is better.
        """
        score = f"bm25({table}, {', '.join(map(str, weights))})"
        kept = (
            "" if self._state.selection.is_everything else f"AND keep({table}.rowid) "
        )
        rows = self._connection.execute(
            f"SELECT rowid, -{score} FROM {table} WHERE {table} MATCH ? {kept}"
            f"ORDER BY {score} LIMIT ?",
            (expression, limit),
        )
        return [(ChunkId(row), score) for row, score in rows]

    def matching(self, expression: str) -> list[ChunkId]:
        """All chunks that match an FTS5 expression, in no order."""
        sql = "SELECT rowid FROM keyword WHERE keyword MATCH ?"
        rows = self._connection.execute(sql, (expression,))
        return [ChunkId(row) for (row,) in rows]

    def documents_matching(
        self, expression: str, *, table: str = "keyword"
    ) -> list[DocumentId]:
        """The documents with a chunk that matches an FTS5 expression, in no order."""
        rows = self._connection.execute(
            "SELECT DISTINCT document_id FROM chunk WHERE id IN "
            f"(SELECT rowid FROM {table} WHERE {table} MATCH ?)",
            (expression,),
        )
        return [DocumentId(document) for (document,) in rows]

    def document_frequencies(
        self, terms: Iterable[str], *, vocabulary: str = "vocabulary"
    ) -> dict[str, int]:
        """The number of chunks of each of `terms`; 0 for unknown ones.

        Args:
            terms: As the table's tokenizer makes them.
            vocabulary: Of words; or `gram_vocabulary` or `part_vocabulary`.
        """
        known = self._state.cache.frequencies
        sql = f"SELECT doc FROM {vocabulary} WHERE term = ?"
        found = {}
        for term in terms:
            key = vocabulary, term
            if key not in known:
                row = self._connection.execute(sql, (term,)).fetchone()
                known[key] = row[0] if row else 0
            found[term] = known[key]
        return found

    def terms_in(self, chunks: Iterable[ChunkId]) -> Counter[str]:
        """The number of `chunks` that each of their terms occurs in."""
        found: Counter[str] = Counter()
        for text in self._indexed_texts(chunks):
            found.update({term for _, _, term in self.tokens(text)})
        return found

    def words_in(self, chunks: Iterable[ChunkId], term: str) -> list[str]:
        """The words with the stem `term`, for each occurrence in `chunks`."""
        found = []
        for text in self._indexed_texts(chunks):
            data = text.encode()
            tokens = self.tokens(text)
            found += [data[a:b].decode().lower() for a, b, t in tokens if t == term]
        return found

    def _indexed_texts(self, chunks: Iterable[ChunkId]) -> Iterator[str]:
        """The keyword-indexed text of each of `chunks`, including fields."""
        rows = self._connection.execute(
            f"SELECT {COLUMNS} FROM chunk_content "
            "WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(chunks)),),
        )
        return map("\n".join, rows)

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        """The index's terms that begin with `start`, with their number of chunks."""
        rows = self._connection.execute(
            "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?",
            (start, start + "\U0010ffff"),
        )
        return typed(rows, str, int)


def delete_keywords(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> None:
    """Remove documents from FTS5; before they change, as it needs the old text."""
    connection.execute(
        f"INSERT INTO keyword (keyword, rowid, {COLUMNS}) "
        f"SELECT 'delete', id, {COLUMNS} FROM chunk_content "
        "WHERE document_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )


def add_keywords(connection: apsw.Connection, documents: Iterable[DocumentId]) -> None:
    """Add documents to FTS5; one statement, so that it runs without the GIL."""
    connection.execute(
        f"INSERT INTO keyword (rowid, {COLUMNS}) "
        f"SELECT id, {COLUMNS} FROM chunk_content "
        "WHERE document_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )


_OF_DOCUMENTS = (
    "SELECT id FROM chunk WHERE document_id IN (SELECT value FROM json_each(?))"
)


def delete_subwords(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> None:
    """Remove the chunks of documents from both tables, before they change."""
    listed = json.dumps(list(documents))
    for table in ("gram", "part"):
        sql = f"DELETE FROM {table} WHERE rowid IN ({_OF_DOCUMENTS})"
        connection.execute(sql, (listed,))


def add_subwords(
    connection: apsw.Connection,
    records: Sequence[DocumentRecord],
    chunks: Sequence[Sequence[ChunkId]],
) -> None:
    """Add the subwords of the chunks of `records`, whose ids are `chunks`."""
    gram_rows, part_rows = [], []
    for record, ids in zip(records, chunks, strict=True):
        for chunk, item in zip(ids, record.chunks, strict=True):
            if item.grams or record.field_grams:
                gram_rows.append((chunk, record.field_grams, item.grams))
            if item.parts:
                part_rows.append((chunk, item.parts))
    connection.executemany(
        "INSERT INTO gram (rowid, fields, body) VALUES (?, ?, ?)", gram_rows
    )
    connection.executemany("INSERT INTO part (rowid, body) VALUES (?, ?)", part_rows)
