"""Queries to the FTS5 tables: words and subwords.

The content of `keyword` is the view `chunk_content`; `gram` and `part` index subwords,
which are not kept.
"""

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import (
    MANY_VERBATIM,
    AllOf,
    AnyOf,
    Matching,
    Phrase,
    Prefix,
    TermKind,
)
from ragtui_core.store.records import DocumentWords
from ragtui_core.store.sqlite import word_scores
from ragtui_core.store.sqlite.document_words import WordCounter
from ragtui_core.store.sqlite.posting_rows import COLUMNS, frequency
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.store.sqlite.word_scores import Word
from ragtui_core.text.stemming import as_searched, stemmed, stems, words_of_stem
from ragtui_core.types import ChunkId, DocumentId

if TYPE_CHECKING:
    from ragtui_core.store.sqlite.resident_postings import Postings
    from ragtui_core.store.sqlite.word_scores import Scored

_TABLES = {TermKind.WORD: "keyword", TermKind.GRAM: "gram", TermKind.PART: "part"}

_VOCABULARIES = {
    TermKind.WORD: "vocabulary",
    TermKind.GRAM: "gram_vocabulary",
    TermKind.PART: "part_vocabulary",
}
"""The term and the number of chunks of each row of the tables above."""

_GRAM_WEIGHTS = (2.5, 1.0)
"""BM25 weights of fields and body."""

_EQUAL = (1.0,) * len(COLUMNS.split(", "))

MIN_COLD = 50_000
"""A first search of words in fewer chunks takes FTS5 less than importing numpy."""


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
        self._counter: WordCounter | None = None

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
            found = self._added_up(matching, limit, weights, kind)
            if found is not None:
                return found
        return self._best(matching, limit, weights, kind)

    def _added_up(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None,
        kind: TermKind,
    ) -> list[tuple[ChunkId, float]] | None:
        """The same as `match`, from the scores of words; None if FTS5 is faster."""
        in_columns = _in_columns(weights, kind)
        sql = _all_scored(_TABLES[kind], in_columns)
        groups = [[_word(sql, each, kind) for each in own] for own in _groups(matching)]
        if not groups:
            return None
        selected = self._state.selection.kept
        with self._state.snapshot():
            scores = self._state.cache.word_scores
            if self._are_frequent(groups) and (postings := self._state.postings()):
                read = partial(self._by_postings, postings, in_columns or _EQUAL)
                return scores.best(read, groups, limit, selected)
            if scores.are_worth_it(groups):
                return scores.best(self._by_fts5, groups, limit, selected)
        return None

    def _are_frequent(self, groups: Sequence[Sequence[Word]]) -> bool:
        """Whether postings are faster than FTS5, with their module to be imported."""
        terms = {word.term for group in groups for word in group if word.term}
        numbers = (frequency(self._connection, term) or 0 for term in terms)
        return sum(numbers) > (0 if "numpy" in sys.modules else MIN_COLD)

    def _by_postings(
        self, postings: "Postings", weights: Sequence[float], word: Word
    ) -> "Scored":
        found = word.term and postings.scored(self._connection, word.term, weights)
        return found or self._by_fts5(word)

    def _by_fts5(self, word: Word) -> "Scored":
        import numpy as np

        rows = self._connection.execute(word.sql, (word.expression,)).fetchall()
        ids, scores = zip(*rows, strict=True) if rows else ((), ())
        return np.array(ids, np.int32), np.array(scores, np.float64)

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

    def best_texts(self, word: str, limit: int) -> list[str]:
        """The texts of at most `limit` chunks with a word: the best by BM25."""
        rows = self._connection.execute(
            "SELECT text FROM json_each(?) AS j CROSS JOIN chunk ON chunk.id = j.value",
            (json.dumps(self.best_chunks(Phrase(word), limit)),),
        )
        return [text for (text,) in typed(rows, str)]

    def best_chunks(
        self,
        matching: Matching,
        limit: int,
        kind: TermKind = TermKind.WORD,
        among: Collection[ChunkId] | None = None,
        *,
        are_all: bool = True,
    ) -> list[ChunkId]:
        """At most `limit` chunks that match, in no order: the best if more do.

        Few chunks are not scored, which takes half of the time of a phrase.

        Args:
            matching: The condition.
            limit: Maximum number of chunks.
            kind: What the texts of `matching` are split into.
            among: At most `limit` chunks with the words of a phrase. In a large index
                others are not looked for if `MANY_VERBATIM` of these match. None for
                those found here, if all words are frequent.
            are_all: Whether no other chunks have these words.
        """
        is_large = self._state.totals()[1] >= word_scores.MIN_CHUNKS
        if (
            kind is not TermKind.WORD
            or not isinstance(matching, Phrase)
            or not is_large
        ):
            return self._unscored(matching, limit, kind)
        if among is None:
            words = stems(matching.text)
            counts = [frequency(self._connection, stem) for _, stem in words]
            if not counts or None in counts:  # FTS5 is fast if one of them is rare
                return self._unscored(matching, limit, kind)
            together = AllOf(tuple(Phrase(word) for word, _ in words))
            among = [chunk for chunk, _ in self.match(together, limit)]
            are_all = len(among) < limit
        found = self._with_phrase(matching.text, among)
        if are_all or len(found) >= MANY_VERBATIM:
            return found
        return self._unscored(matching, limit, kind, found)

    def _unscored(
        self,
        matching: Matching,
        limit: int,
        kind: TermKind,
        best: Sequence[ChunkId] = (),
    ) -> list[ChunkId]:
        """At most `limit` chunks that match: if more do, `best`, or those by score."""
        table = _TABLES[kind]
        kept, selection = self._state.condition(f"{table}.rowid")
        rows = self._connection.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? {kept} LIMIT ?",
            (expression_of(matching), *selection, limit + 1),
        )
        found = [ChunkId(chunk) for (chunk,) in typed(rows, int)]
        if len(found) <= limit:
            return found
        if best:
            return list(best)
        return [chunk for chunk, _ in self.match(matching, limit, kind=kind)]

    def _with_phrase(self, text: str, chunks: Iterable[ChunkId]) -> list[ChunkId]:
        """Those of `chunks` with the terms of `text` next to each other in a field.

        FTS5 takes .4 ms to look one of them up, or compares all chunks with the terms.
        """
        wanted = _as_line(text)
        if not wanted.strip():
            return []
        rows = self._connection.execute(
            f"SELECT id, {COLUMNS} FROM chunk_content "
            "WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(chunks)),),
        )
        columns = len(COLUMNS.split(", "))
        return [
            ChunkId(chunk)
            for chunk, *fields in typed(rows, int, *[str] * columns)
            if any(wanted in _as_line(field) for field in fields if field)
        ]

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        """The documents with a chunk that matches, in no order."""
        table = _TABLES[kind]
        rows = self._connection.execute(
            f"SELECT DISTINCT document_id FROM {table} "
            f"CROSS JOIN chunk INDEXED BY chunk_place ON chunk.id = {table}.rowid "
            f"WHERE {table} MATCH ?",
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
                kept = kind is TermKind.WORD and frequency(self._connection, term)
                row = (
                    (kept,)
                    if kept
                    else self._connection.execute(sql, (term,)).fetchone()
                )
                known[kind, term] = row[0] if row else 0
            found[term] = known[kind, term]
        return found

    def indexed_chunks(self, kind: TermKind) -> int:
        """The number of chunks with terms of a kind, as FTS5 counts them for scores."""
        sql = f"SELECT block FROM {_TABLES[kind]}_data WHERE id = 1"
        ((totals,),) = typed(self._connection.execute(sql), bytes)
        return _first_number(totals)

    def document_words(
        self, words: Sequence[Phrase], chunks: Sequence[ChunkId], weights: FieldWeights
    ) -> list[DocumentWords]:
        """How often the documents of `chunks`, best first, have each of `words`.

        Long documents are left out, and those that are too many.
        """
        if self._counter is None:
            self._counter = WordCounter(self._connection, COLUMNS.split(", "))
        return self._counter.document_words(
            [expression_of(word) for word in words],
            chunks,
            weights,
            documents=self._state.totals()[0],
        )

    def terms_in(self, chunks: Iterable[ChunkId]) -> Counter[str]:
        """The number of `chunks` that each of their terms occurs in."""
        found: Counter[str] = Counter()
        for text in self._indexed_texts(chunks):
            found.update({stem for _, stem in stems(text)})
        return found

    def words_with(self, terms: Collection[str], limit: int) -> dict[str, list[str]]:
        """The words with each of `terms` as stem, for each occurrence.

        In the first `limit` chunks of each term.
        """
        return {term: self._words_with(term, limit) for term in terms}

    def _words_with(self, term: str, limit: int) -> list[str]:
        sql = "SELECT rowid FROM keyword WHERE keyword MATCH ? LIMIT ?"
        # A stem may have a stem of its own, under which it is not found.
        for matching in (Phrase(as_searched(term) or term), Prefix(term)):
            rows = self._connection.execute(sql, (expression_of(matching), limit))
            texts = self._indexed_texts([ChunkId(chunk) for (chunk,) in rows])
            if found := words_of_stem(texts, term):
                return found
        return []

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


def _as_line(text: str) -> str:
    """The terms of a text with a space before and after each."""
    return f" {' '.join(stemmed(text))} "


def _groups(matching: Matching) -> list[list[Phrase | Prefix]]:
    """Groups of phrases, of which a chunk has one of each if it matches.

    None if the condition cannot be written so.
    """
    if isinstance(matching, AllOf):
        found = [_alternatives(part) for part in matching.parts]
        return found if all(found) else []
    alternatives = _alternatives(matching)
    return [alternatives] if alternatives else []


def _alternatives(matching: Matching) -> list[Phrase | Prefix]:
    """The phrases of which a chunk has one if it matches; none as above."""
    match matching:
        case AnyOf(parts):
            found = [_alternatives(part) for part in parts]
            return [each for own in found for each in own] if all(found) else []
        case AllOf():
            return []
        case Phrase() | Prefix():
            return [matching]


def _word(sql: str, matching: Phrase | Prefix, kind: TermKind) -> Word:
    """A phrase or prefix, with its term if it has one only."""
    expression = expression_of(matching)
    if kind is not TermKind.WORD or isinstance(matching, Prefix):
        return Word(sql, expression)
    found = stemmed(matching.text)
    return Word(sql, expression, found[0] if len(found) == 1 else "")


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


def _first_number(varints: bytes) -> int:
    """The first of FTS5's numbers: seven bits per byte, in the last the eighth is 0."""
    number = 0
    for byte in varints:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return number
