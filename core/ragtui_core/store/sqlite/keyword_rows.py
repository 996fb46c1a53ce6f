"""Queries to the FTS5 tables: words and subwords.

The content of `keyword` is the view `chunk_content`; `gram` and `part` index subwords,
which are not kept.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix, TermKind
from ragtui_core.store.reading.reader_protocols import KeywordReader
from ragtui_core.store.sqlite.keyword_changes import COLUMNS
from ragtui_core.text.stemming import as_searched, words_of_stem
from ragtui_core.text.word_folding import as_words
from ragtui_core.types import ChunkId, DocumentId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import apsw

    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.reading.reader_state import ReaderState
    from ragtui_core.store.records import Occurrences
    from ragtui_core.store.selection import SelectedChunks

_TABLES = {TermKind.WORD: "keyword", TermKind.GRAM: "gram", TermKind.PART: "part"}

_VOCABULARIES = {
    TermKind.WORD: "vocabulary",
    TermKind.GRAM: "gram_vocabulary",
    TermKind.PART: "part_vocabulary",
}
"""The term and the number of chunks of each row of the tables above."""

_GRAM_WEIGHTS = (2.5, 1.0)
"""BM25 weights of fields and body."""

_OWN, _FIELDS = ("heading", "body"), (*COLUMNS.split(", ")[:-2], "fields")
"""Columns of a chunk's own, and of its document's fields; `fields` is one of grams."""


def _sum_of(columns: Iterable[str], weights: FieldWeights) -> str:
    """SQL that adds up the weights of the columns of a term's occurrences."""
    each = (f"WHEN '{name}' THEN {getattr(weights, name, 1.0)}" for name in columns)
    return f"total(CASE col {' '.join(each)} END)"


class SqliteKeywordReader(KeywordReader):
    """Words and subwords: grams, parts of identifiers."""

    def __init__(self, reader: ReaderState, connection: apsw.Connection) -> None:
        self._reader = reader
        self._connection = connection

    def match(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        table = _TABLES[kind]
        columns: Sequence[float] = ()  # Without weights, FTS5's are equal.
        if kind is TermKind.GRAM:
            columns = _GRAM_WEIGHTS
        elif weights:
            columns = [getattr(weights, name) for name in COLUMNS.split(", ")]
        score = f"bm25({', '.join((table, *map(str, columns)))})"
        kept = self._reader.condition(f"{table}.rowid", within)
        rows = self._connection.execute(
            f"SELECT rowid, -{score} FROM {table} WHERE {table} MATCH :matching "
            f"{kept.sql} ORDER BY 2 DESC LIMIT :limit",
            {"matching": expression_of(matching), "limit": limit, **kept.values},
        )
        return [(ChunkId(row), score) for row, score in rows]

    def chunks_with(
        self,
        conditions: Sequence[Matching],
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
        limit: int | None = None,
    ) -> list[list[ChunkId]]:
        if not conditions:
            return []
        table = _TABLES[kind]
        kept = self._reader.condition(f"{table}.rowid", within)
        # FTS5 reads an index backwards in twice the time.
        newest = "ORDER BY rowid DESC LIMIT :limit" if limit is not None else ""
        rows = self._connection.execute(
            f"SELECT (SELECT json_group_array(rowid) FROM (SELECT rowid FROM {table} "
            f"WHERE {table} MATCH value {kept.sql} {newest})) "
            "FROM json_each(:conditions)",
            {
                "conditions": json.dumps([*map(expression_of, conditions)]),
                "limit": limit,
                **kept.values,
            },
        )
        return [json.loads(chunks) for (chunks,) in rows]

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        table = _TABLES[kind]
        rows = self._connection.execute(
            f"SELECT DISTINCT document FROM {table} "
            f"CROSS JOIN chunk INDEXED BY chunk_place ON chunk.id = {table}.rowid "
            f"WHERE {table} MATCH ?",
            (expression_of(matching),),
        )
        return [DocumentId(document) for (document,) in rows]

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        wanted = list(terms)
        known = self._reader.cache.once("frequencies", dict[tuple[TermKind, str], int])
        if missing := [term for term in wanted if (kind, term) not in known]:
            vocabulary = _VOCABULARIES[kind]
            # A join in this order looks each term up; others may read all terms.
            sql = (
                f"SELECT value, doc FROM json_each(?) CROSS JOIN {vocabulary} "
                f"ON {vocabulary}.term = value"
            )
            counts = dict(self._connection.execute(sql, (json.dumps(missing),)))
            known.update({(kind, term): counts.get(term, 0) for term in missing})
        return {term: known[kind, term] for term in wanted}

    def occurrences(
        self,
        terms: Sequence[str],
        chunks: Collection[ChunkId],
        weights: FieldWeights,
        kind: TermKind = TermKind.WORD,
    ) -> list[Occurrences]:
        if not chunks or not terms:
            return []
        table = _TABLES[kind]
        self._connection.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{table}_instance "
            f"USING fts5vocab (main, {table}, instance)"
        ).fetchall()
        # The table reads all occurrences of a term: chunks cannot be looked up in it.
        rows = self._connection.execute(
            f"SELECT doc, key, {_sum_of(_OWN, weights)}, {_sum_of(_FIELDS, weights)} "
            f"FROM json_each(:terms) CROSS JOIN {table}_instance ON term = value "
            "WHERE doc IN (SELECT value FROM json_each(:chunks)) GROUP BY doc, key",
            {"terms": json.dumps(terms), "chunks": json.dumps([*chunks])},
        )
        return list(rows)

    def words_with(self, terms: Collection[str], limit: int) -> dict[str, list[str]]:
        return {term: self._words_with(term, limit) for term in terms}

    def _words_with(self, term: str, limit: int) -> list[str]:
        # A stem may have a stem of its own, under which it is not found.
        for matching in (Phrase(as_searched(term) or term), Prefix(term)):
            (chunks,) = self.chunks_with([matching], limit=limit)
            texts = self.indexed_texts(chunks)
            if words := words_of_stem(texts.values(), term):
                return words
        return []

    def indexed_texts(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, str]:
        rows = self._connection.execute(
            f"SELECT id, {COLUMNS} FROM chunk_content "
            "WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(chunks)),),
        )
        return {ChunkId(chunk): "\n".join(texts) for chunk, *texts in rows}

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        return self._reader.tables.rows(
            "SELECT term, doc FROM vocabulary WHERE term >= :start AND term < :end",
            start=start,
            end=start + "\U0010ffff",
        )


def expression_of(matching: Matching) -> str:
    """The condition in FTS5's query language."""
    match matching:
        case Phrase(text):
            # For FTS5 an expression ends at a NUL.
            return '"' + as_words(text).replace('"', '""').replace("\0", " ") + '"'
        case Prefix(text):
            return expression_of(Phrase(text)) + "*"
        case AllOf(parts):
            return f"({' AND '.join(map(expression_of, parts))})"
        case AnyOf(parts):
            return f"({' OR '.join(map(expression_of, parts))})"
