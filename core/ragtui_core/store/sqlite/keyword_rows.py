"""The FTS5 tables: queries to words and subwords, and the changes of their rows.

The content of `keyword` is the view `chunk_content`; `gram` and `part` index subwords,
which are not kept.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import apsw

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import (
    AllOf,
    AnyOf,
    Matching,
    Phrase,
    Prefix,
    TermKind,
)
from ragtui_core.store.records import DocumentRecord
from ragtui_core.store.sqlite import word_scores
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.text.stemming import stems
from ragtui_core.types import ChunkId, DocumentId

COLUMNS = "company, tags, title, category, summary, name, heading, body"

_TABLES = {TermKind.WORD: "keyword", TermKind.GRAM: "gram", TermKind.PART: "part"}

_VOCABULARIES = {
    TermKind.WORD: "vocabulary",
    TermKind.GRAM: "gram_vocabulary",
    TermKind.PART: "part_vocabulary",
}
"""The term and the number of chunks of each row of the tables above."""

_GRAM_WEIGHTS = (2.5, 1.0)
"""BM25 weights of fields and body."""


def expression_of(matching: Matching) -> str:
    """The condition in FTS5's query language."""
    match matching:
        case Phrase(text):
            # For FTS5 an expression ends at a NUL.
            return '"' + text.replace('"', '""').replace("\0", " ") + '"'
        case Prefix(text):
            return expression_of(Phrase(text)) + "*"
        case AllOf(parts):
            return f"({' AND '.join(map(expression_of, parts))})"
        case AnyOf(parts):
            return f"({' OR '.join(map(expression_of, parts))})"


class KeywordReader:
    """Words and subwords: grams, parts of identifiers."""

    def __init__(self, state: ReaderState) -> None:
        """Use the connection of `state`, and its selection."""
        self._state = state
        self._connection = state.connection

    def match(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
    ) -> list[tuple[ChunkId, float]]:
        """Chunks that match, with their BM25 scores, best first.

        Args:
            matching: The condition.
            limit: Maximum number of chunks.
            weights: Of the fields, for words; None weights them equally.
            kind: What the texts of `matching` are split into.
        """
        if self._state.totals()[1] >= word_scores.MIN_CHUNKS:
            known = self._state.cache.word_scores
            sql = _all_scored(_TABLES[kind], _in_columns(weights, kind))
            words = [[(sql, each) for each in own] for own in _groups(matching)]
            if words and known.are_worth_it(words):
                selected = self._state.selection.kept
                return known.best(self._connection, words, limit, selected)
        return self._best(matching, limit, weights, kind)

    def _best(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None,
        kind: TermKind,
    ) -> list[tuple[ChunkId, float]]:
        """The same as `match`, by FTS5."""
        table = _TABLES[kind]
        kept, selection = self._state.condition(f"{table}.rowid")
        rows = self._connection.execute(
            f"{_all_scored(table, _in_columns(weights, kind))} {kept} "
            "ORDER BY 2 DESC LIMIT ?",
            (expression_of(matching), *selection, limit),
        )
        return [(ChunkId(row), score) for row, score in rows]

    def best_texts(self, matching: Matching, limit: int) -> list[str]:
        """The texts of `best_chunks`."""
        rows = self._connection.execute(
            "SELECT text FROM json_each(?) AS j CROSS JOIN chunk ON chunk.id = j.value",
            (json.dumps(self.best_chunks(matching, limit)),),
        )
        return [text for (text,) in typed(rows, str)]

    def best_chunks(
        self, matching: Matching, limit: int, kind: TermKind = TermKind.WORD
    ) -> list[ChunkId]:
        """At most `limit` chunks that match, in no order: the best if more do.

        Few chunks are not scored, which takes half of the time of a phrase.
        """
        table = _TABLES[kind]
        kept, selection = self._state.condition(f"{table}.rowid")
        rows = self._connection.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? {kept} LIMIT ?",
            (expression_of(matching), *selection, limit + 1),
        )
        found = [ChunkId(chunk) for (chunk,) in typed(rows, int)]
        if len(found) > limit:
            return [chunk for chunk, _ in self._best(matching, limit, None, kind)]
        return found

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        """The documents with a chunk that matches, in no order."""
        table = _TABLES[kind]
        rows = self._connection.execute(
            "SELECT DISTINCT document_id FROM chunk WHERE id IN "
            f"(SELECT rowid FROM {table} WHERE {table} MATCH ?)",
            (expression_of(matching),),
        )
        return [DocumentId(document) for (document,) in rows]

    def matching_chunks(self, matching: Matching) -> list[ChunkId]:
        """All chunks whose words match, in no order."""
        sql = "SELECT rowid FROM keyword WHERE keyword MATCH ?"
        rows = self._connection.execute(sql, (expression_of(matching),))
        return [ChunkId(row) for (row,) in rows]

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        """The number of chunks of each of `terms`, as tokenized; 0 for unknown ones."""
        known = self._state.cache.frequencies
        sql = f"SELECT doc FROM {_VOCABULARIES[kind]} WHERE term = ?"
        found = {}
        for term in terms:
            if (kind, term) not in known:
                row = self._connection.execute(sql, (term,)).fetchone()
                known[kind, term] = row[0] if row else 0
            found[term] = known[kind, term]
        return found

    def terms_in(self, chunks: Iterable[ChunkId]) -> Counter[str]:
        """The number of `chunks` that each of their terms occurs in."""
        found: Counter[str] = Counter()
        for text in self._indexed_texts(chunks):
            found.update({stem for _, stem in stems(text)})
        return found

    def words_in(self, chunks: Iterable[ChunkId], term: str) -> list[str]:
        """The words with the stem `term`, for each occurrence in `chunks`."""
        found = []
        for text in self._indexed_texts(chunks):
            found += [word.lower() for word, stem in stems(text) if stem == term]
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


def _groups(matching: Matching) -> list[list[str]]:
    """Groups of expressions, of which a chunk has one of each if it matches.

    None if the condition cannot be written so.
    """
    if isinstance(matching, AllOf):
        found = [_alternatives(part) for part in matching.parts]
        return found if all(found) else []
    alternatives = _alternatives(matching)
    return [alternatives] if alternatives else []


def _alternatives(matching: Matching) -> list[str]:
    """The expressions of which a chunk has one if it matches; none as above."""
    match matching:
        case AnyOf(parts):
            found = [_alternatives(part) for part in parts]
            return [each for own in found for each in own] if all(found) else []
        case AllOf():
            return []
        case Phrase() | Prefix():
            return [expression_of(matching)]


def _all_scored(table: str, weights: Iterable[float]) -> str:
    """SQL for the chunks of an expression, and their scores: higher is better."""
    score = f"bm25({', '.join((table, *map(str, weights)))})"
    return f"SELECT rowid, -{score} FROM {table} WHERE {table} MATCH ?"


def _in_columns(weights: FieldWeights | None, kind: TermKind) -> Sequence[float]:
    """The weights in the order of the columns; none is FTS5's default of equality."""
    if kind is TermKind.GRAM:
        return _GRAM_WEIGHTS
    if weights is None:
        return ()
    return [getattr(weights, column) for column in COLUMNS.split(", ")]


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
