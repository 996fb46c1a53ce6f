"""Queries to words and subwords: BM25 as FTS5 computes it, from postings."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Any

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import Matching, TermKind
from ragtui_core.store.postgres.indexed_terms import (
    KINDS,
    TSVECTORS,
    weighted_position,
)
from ragtui_core.store.postgres.indexed_texts import INDEXED, word_texts
from ragtui_core.store.postgres.match_scores import best_of, matching_chunks
from ragtui_core.store.postgres.postings import Postings, TermPostings
from ragtui_core.store.postgres.reader_state import (
    EVERYTHING,
    ChunkSelection,
    ReaderState,
)
from ragtui_core.store.postgres.term_conditions import (
    QueryPhrase,
    phrases_of,
    tsquery_of,
)
from ragtui_core.text.stemming import stems
from ragtui_core.types import ChunkId, DocumentId

_POSTINGS = """
SELECT term, block, records FROM posting
WHERE vault = %(vault)s AND kind = %(kind)s AND term = ANY(%(terms)s::text[])
"""

_READABLE_POSTINGS = """
SELECT term, block, records
FROM readable_postings(%(vault)s, %(kind)s, %(terms)s::text[])
"""
"""The same of chunks that the role may read."""

_PHRASE = """
WITH found AS MATERIALIZED (
    SELECT chunk.id FROM chunk WHERE chunk.vault = %(vault)s AND {matching}
), many AS (SELECT count(*) > %(uncounted)s::int AS are_many FROM found)
SELECT id, NULL::float8, 0 FROM found WHERE NOT (SELECT are_many FROM many)
UNION ALL
SELECT chunk.id, sum({weight}), chunk.{count}
FROM chunk, LATERAL (
    SELECT place - offsets.i AS at
    FROM unnest(chunk.{vector}) AS held (term, places, weights)
    JOIN unnest(%(terms)s::text[]) WITH ORDINALITY AS offsets (term, i)
        ON {same},
    unnest(held.places) AS place
    GROUP BY 1 HAVING count(DISTINCT offsets.i) = {length}
) AS begun
WHERE chunk.vault = %(vault)s AND chunk.id IN (SELECT id FROM found)
    AND (SELECT are_many FROM many)
GROUP BY chunk.id, chunk.{count}
"""
"""The chunks of terms next to each other, by their positions."""


class KeywordReader:
    """Words and subwords: grams, parts of identifiers."""

    def __init__(self, state: ReaderState) -> None:
        """Use the session of `state`, and its selection."""
        self._state = state
        self._session = state.session

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
        chunks, average = self._state.corpus(KINDS[kind])
        if not chunks or tsquery_of(matching, kind) is None:
            return []
        phrases = list(phrases_of(matching, kind))
        self._session.fetch_ahead(
            partial(self._postings, phrase, weights, kind) for phrase in set(phrases)
        )
        found = [self._postings(phrase, weights, kind) for phrase in phrases]
        candidates = matching_chunks(matching, kind, found, self._state.selection)
        scores = [each.scores(chunks, average) for each in found]
        return best_of(candidates, found, scores, limit)

    def _postings(
        self,
        phrase: QueryPhrase,
        weights: FieldWeights | None,
        kind: TermKind,
        uncounted: int = -1,
    ) -> Postings:
        """The chunks with a phrase.

        Args:
            phrase: One or several terms.
            weights: Of the fields.
            kind: What the terms are.
            uncounted: Up to so many chunks with several terms are only listed.
        """
        kept = self._state.postings
        if len(phrase.terms) > 1:
            key = phrase, weights, kind, uncounted
            read = partial(self._of_phrase, phrase, weights, kind, uncounted)
            return kept.of_phrase(key, read)
        if not phrase.is_prefix:
            (term,) = phrase.terms
            return self._of_terms([term], kind)[term].weighted(kind, weights)
        begun = [term for term, _ in self._terms_from(phrase.terms[0], kind)]
        found = self._of_terms(begun, kind)
        return Postings.of_any(each.weighted(kind, weights) for each in found.values())

    def _of_terms(
        self, terms: Iterable[str], kind: TermKind
    ) -> dict[str, TermPostings]:
        sql = _READABLE_POSTINGS if self._state.is_restricted else _POSTINGS

        def read(missing: list[str]) -> list[Any]:
            number = KINDS[kind]
            return self._session.binary_rows(sql, kind=number, terms=missing)

        return self._state.postings.of_terms(terms, kind, read)

    def _of_phrase(
        self,
        phrase: QueryPhrase,
        weights: FieldWeights | None,
        kind: TermKind,
        uncounted: int,
    ) -> Postings:
        vector = TSVECTORS[kind]
        same = "held.term = offsets.term"
        if phrase.is_prefix:
            same = (
                f"CASE WHEN offsets.i = {len(phrase.terms)} "
                f"THEN starts_with(held.term, offsets.term) ELSE {same} END"
            )
        sql = _PHRASE.format(
            weight=weighted_position(kind, weights),
            vector=vector,
            matching=self._state.matching(KINDS[kind], vector),
            count=f"{vector[:-1]}_count",
            same=same,
            length=len(phrase.terms),
        )
        rows = self._session.rows(
            sql,
            terms=list(phrase.terms),
            query=phrase.tsquery,
            uncounted=uncounted,
        )
        return Postings.of_rows(rows)

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        """The documents with a chunk that matches, in no order."""
        rows = self._matching("DISTINCT document", matching, kind)
        return [DocumentId(document) for (document,) in rows]

    def best_texts(self, matching: Matching, limit: int) -> list[str]:
        """The texts of `best_chunks`."""
        found = self.best_chunks(matching, limit)
        rows = self._session.rows(
            "SELECT text FROM chunk WHERE vault = %(vault)s "
            "AND id = ANY(%(chunks)s::int[])",
            chunks=found,
        )
        return [text for (text,) in rows]

    def best_chunks(
        self,
        matching: Matching,
        limit: int,
        kind: TermKind = TermKind.WORD,
        among: Collection[ChunkId] | None = None,
    ) -> list[ChunkId]:
        """At most `limit` chunks that match, in no order: the best if more do.

        `among` is not used: what was fetched ahead is for any.
        """
        if tsquery_of(matching, kind) is None:
            return []
        phrases = list(phrases_of(matching, kind))
        read = partial(self._postings, weights=None, kind=kind, uncounted=limit)
        self._session.fetch_ahead(partial(read, phrase) for phrase in set(phrases))
        found = [read(phrase) for phrase in phrases]
        candidates = matching_chunks(matching, kind, found, self._state.selection)
        if candidates.size <= limit:
            return [ChunkId(chunk) for chunk in candidates.tolist()]
        chunks, average = self._state.corpus(KINDS[kind])
        if all(each.is_counted for each in found):
            scores = [each.scores(chunks, average) for each in found]
            best = best_of(candidates, found, scores, limit)
        else:
            best = self.match(matching, limit, kind=kind)
        return [chunk for chunk, _ in best]

    def matching_chunks(
        self, matching: Matching, selection: ChunkSelection = EVERYTHING
    ) -> list[ChunkId]:
        """All chunks of a selection whose words match, in no order."""
        rows = self._matching("id", matching, TermKind.WORD, selection)
        return [ChunkId(chunk) for (chunk,) in rows]

    def _matching(
        self,
        columns: str,
        matching: Matching,
        kind: TermKind,
        selection: ChunkSelection = EVERYTHING,
    ) -> list[Any]:
        query = tsquery_of(matching, kind)
        if query is None:
            return []
        kept = selection.condition("chunk.id")
        return self._session.rows(
            f"SELECT {columns} FROM chunk WHERE vault = %(vault)s "
            f"AND {self._state.matching(KINDS[kind], TSVECTORS[kind])} {kept.sql}",
            query=query,
            **kept.values,
        )

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        """The number of chunks of each of `terms`, as tokenized; 0 for unknown ones."""

        def read(missing: list[str]) -> dict[str, int]:
            if self._state.is_restricted:
                found = self._of_terms(missing, kind)
                return {term: each.chunks.size for term, each in found.items()}
            rows = self._session.rows(
                "SELECT term, chunks FROM term WHERE vault = %(vault)s "
                "AND kind = %(kind)s AND term = ANY(%(terms)s::text[])",
                kind=KINDS[kind],
                terms=missing,
            )
            return dict.fromkeys(missing, 0) | dict(rows)

        return self._state.looked_up(
            f"frequency {kind.name}", terms, read, of_version=True
        )

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
        listed = list(chunks)
        if not listed:
            return iter(())
        rows = self._session.rows(
            f"SELECT {INDEXED} FROM chunk JOIN document "
            "ON document.vault = chunk.vault AND document.id = chunk.document "
            "WHERE chunk.vault = %(vault)s AND chunk.id = ANY(%(chunks)s::int[])",
            chunks=listed,
        )
        return ("\n".join(word_texts(*row)) for row in rows)

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        """The index's terms that begin with `start`, with their number of chunks."""
        return self._terms_from(start, TermKind.WORD)

    def _terms_from(self, start: str, kind: TermKind) -> list[tuple[str, int]]:
        return self._session.rows(
            "SELECT term, chunks FROM readable_terms("
            "%(vault)s, %(kind)s, %(start)s, %(end)s) ORDER BY term"
            if self._state.is_restricted
            else "SELECT term, chunks FROM term WHERE vault = %(vault)s "
            "AND kind = %(kind)s AND term >= %(start)s AND term < %(end)s "
            "ORDER BY term",
            kind=KINDS[kind],
            start=start,
            end=start + "\U0010ffff",
        )
