"""Queries to words and subwords: BM25 as FTS5 computes it, in SQL."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import Matching, TermKind
from ragtui_core.store.postgres.indexed_terms import (
    BLOCK_BITS,
    KINDS,
    TSVECTORS,
    weighted_hits,
    weighted_position,
)
from ragtui_core.store.postgres.indexed_texts import INDEXED, word_texts
from ragtui_core.store.postgres.query_language import (
    QueryPhrase,
    is_disjunction,
    phrases_of,
    tsquery_of,
)
from ragtui_core.store.postgres.reader_state import (
    EVERYTHING,
    ChunkSelection,
    Condition,
    ReaderState,
)
from ragtui_core.text.stemming import stems
from ragtui_core.types import ChunkId, DocumentId

_TERMS = """
SELECT phrase, (block << {bits}) + each.chunk AS chunk, {hits} AS f, each.length
FROM unnest(%(phrases)s::int[], %(terms)s::text[]) AS wanted (phrase, term)
JOIN posting ON posting.vault = %(vault)s AND posting.kind = %(kind)s
    AND posting.term = wanted.term,
unnest(posting.chunks, posting.hits, posting.lengths) AS each (chunk, hits, length)
"""
"""The chunks of single terms. Literals are float8: numeric is fifteen times slower."""

_READABLE_TERMS = """
SELECT phrase, chunk, {hits} AS f, length
FROM readable_hits(
    %(vault)s, %(kind)s, %(phrases)s::int[], %(terms)s::text[]) AS each
"""
"""The same of chunks that the role may read."""

_PHRASE = """
SELECT {phrase} AS phrase, chunk.id AS chunk, sum({weight}) AS f,
    chunk.{count} AS length
FROM chunk, LATERAL (
    SELECT place - offsets.i AS at
    FROM unnest(chunk.{vector}) AS held (term, places, weights)
    JOIN unnest(%(terms_{phrase})s::text[]) WITH ORDINALITY AS offsets (term, i)
        ON {same},
    unnest(held.places) AS place
    GROUP BY 1 HAVING count(DISTINCT offsets.i) = {length}
) AS begun
WHERE chunk.vault = %(vault)s AND {matching}
GROUP BY chunk.id, chunk.{count}
"""
"""The chunks of terms next to each other, by their positions."""

_IDF = "greatest(ln(({n} - {df} + 0.5::float8) / ({df} + 0.5::float8)), 1e-6::float8)"
_BM25 = (
    "f * 2.2::float8 / (f + 0.3::float8 "
    "+ 0.9::float8 * length / %(average)s::float8) * {idf}"
)
"""A term's part of the score: k1 1.2 and b 0.75, as in FTS5."""


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
        found = self._ranked(matching, limit, weights, kind)
        rows = self._session.rows(found.sql, **found.values) if found else []
        return [(ChunkId(chunk), score) for chunk, score in rows]

    def _ranked(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
    ) -> Condition | None:
        """SQL for `match`; None if nothing matches."""
        query = tsquery_of(matching, kind)
        chunks, average = self._state.corpus(KINDS[kind])
        if query is None or not chunks:
            return None
        hits = self._hits(list(phrases_of(matching, kind)), weights, kind)
        if hits is None:
            return None
        kept = self._state.selection.condition("chunk")
        vector = TSVECTORS[kind]
        together = (
            ""
            if is_disjunction(matching)
            else "AND chunk IN (SELECT id FROM chunk WHERE vault = %(vault)s "
            f"AND {self._state.matching(KINDS[kind], vector)})"
        )
        sql = (
            f"WITH hits AS ({hits.sql}) "
            f"SELECT chunk, sum({_BM25.format(idf='idf')}) AS score FROM hits "
            f"WHERE true {together} {kept.sql} "
            "GROUP BY chunk ORDER BY score DESC, chunk LIMIT %(limit)s"
        )
        values = {
            "query": query,
            "n": float(chunks),
            "average": average,
            "kind": KINDS[kind],
            "limit": limit,
        }
        return Condition(sql, values | hits.values | kept.values)

    def _hits(
        self,
        phrases: list[QueryPhrase],
        weights: FieldWeights | None,
        kind: TermKind,
    ) -> Condition | None:
        """SQL for the phrase, chunk, f, length and IDF of each phrase in each chunk.

        None if no chunk has one of them.
        """
        listed: list[tuple[int, str]] = []
        parts: list[str] = []
        values: dict[str, Any] = {}
        is_simple = not self._state.is_restricted
        for number, phrase in enumerate(phrases):
            if len(phrase.terms) > 1:
                is_simple = False
                vector = TSVECTORS[kind]
                matches = self._state.matching(KINDS[kind], vector, f"query_{number}")
                parts.append(_of_phrase(number, phrase, weights, kind, matches))
                values[f"terms_{number}"] = list(phrase.terms)
                values[f"query_{number}"] = phrase.tsquery
            elif phrase.is_prefix:
                is_simple = False
                begun = self._terms_from(phrase.terms[0], kind)
                listed += [(number, term) for term, _ in begun]
            else:
                listed.append((number, phrase.terms[0]))
        if listed:
            hits = weighted_hits(kind, weights)
            terms = _READABLE_TERMS if self._state.is_restricted else _TERMS
            parts.insert(0, terms.format(bits=BLOCK_BITS, hits=hits))
        if not parts:
            return None
        values["phrases"] = [number for number, _ in listed]
        values["terms"] = [term for _, term in listed]
        sql = " UNION ALL ".join(parts)
        if is_simple:
            idf = _IDF.format(n="%(n)s::float8", df="df.chunks")
            with_idf = (
                f"SELECT chunk, f, length, {idf} AS idf FROM ({sql}) AS found "
                "JOIN unnest(%(phrases)s::int[], %(terms)s::text[]) "
                "AS known (phrase, term) USING (phrase) JOIN term AS df "
                "ON df.vault = %(vault)s AND df.kind = %(kind)s "
                "AND df.term = known.term"
            )
            return Condition(with_idf, values)
        counted = "count(*) OVER (PARTITION BY phrase)"
        with_idf = (
            f"SELECT chunk, sum(f) AS f, max(length) AS length, "
            f"{_IDF.format(n='%(n)s::float8', df=counted)} AS idf "
            f"FROM ({sql}) AS found GROUP BY phrase, chunk"
        )
        return Condition(with_idf, values)

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        """The documents with a chunk that matches, in no order."""
        rows = self._matching("DISTINCT document", matching, kind)
        return [DocumentId(document) for (document,) in rows]

    def best_texts(self, matching: Matching, limit: int) -> list[str]:
        """The texts of `best_chunks`."""
        found = self._ranked(matching, limit)
        if not found:
            return []
        rows = self._session.rows(
            f"SELECT text FROM ({found.sql}) AS best JOIN chunk AS at "
            "ON at.vault = %(vault)s AND at.id = best.chunk",
            **found.values,
        )
        return [text for (text,) in rows]

    def best_chunks(
        self, matching: Matching, limit: int, kind: TermKind = TermKind.WORD
    ) -> list[ChunkId]:
        """At most `limit` chunks that match, in no order: the best if more do."""
        return [chunk for chunk, _ in self.match(matching, limit, kind=kind)]

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
            rows = self._session.rows(
                "SELECT (%(terms)s::text[])[phrase], count(*) FROM readable_hits("
                "%(vault)s, %(kind)s, (SELECT array_agg(i) FROM "
                "generate_subscripts(%(terms)s::text[], 1) AS i), %(terms)s::text[]) "
                "GROUP BY phrase"
                if self._state.is_restricted
                else "SELECT term, chunks FROM term WHERE vault = %(vault)s "
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


def _of_phrase(
    number: int,
    phrase: QueryPhrase,
    weights: FieldWeights | None,
    kind: TermKind,
    matching: str,
) -> str:
    same = "held.term = offsets.term"
    if phrase.is_prefix:
        last = len(phrase.terms)
        same = (
            f"CASE WHEN offsets.i = {last} THEN starts_with(held.term, offsets.term) "
            f"ELSE {same} END"
        )
    vector = TSVECTORS[kind]
    return _PHRASE.format(
        phrase=number,
        weight=weighted_position(kind, weights),
        vector=vector,
        matching=matching,
        count=f"{vector[:-1]}_count",
        same=same,
        length=len(phrase.terms),
    )
