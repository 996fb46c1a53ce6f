"""Queries to words and subwords: BM25 as FTS5 computes it, counted from tsvectors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ragtui_core import ChunkId, DocumentId
from ragtui_core.store import KeywordReader, Matching, TermKind, indexable
from ragtui_core.text import words_of_stem
from ragtui_postgres.indexed_terms import (
    INDEXED,
    RANGES,
    TSVECTORS,
    QueryPhrase,
    phrases_of,
    tsquery_of,
    word_texts,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ragtui_core.settings import FieldWeights
    from ragtui_core.store import Occurrences, ReaderState, SelectedChunks

_GRAM_WEIGHTS = (2.5, 1.0)
"""BM25 weights of fields and body."""

_SCORED = """
WITH begun AS (
    SELECT id, length, phrase, idf, at - place AS start
    FROM {kind}_with(:query::tsquery, :terms::text[]) AS hit, unnest(held) AS held
    JOIN unnest(:phrases::int[], :places::int[], :keys::text[], :prefixes::bool[],
        :sizes::int[], :idfs::float8[])
        AS wanted (phrase, place, term, is_prefix, size, idf)
        ON lexeme = term OR (is_prefix AND lexeme ^@ term),
    unnest(positions) AS at
    WHERE true {kept}
    GROUP BY id, length, phrase, idf, size, start
    HAVING count(DISTINCT place) = size
), counted AS (
    SELECT id, length, idf,
        sum((:weights::float8[])[width_bucket(start, :firsts::int[])]) AS number
    FROM begun GROUP BY id, length, phrase, idf
)
SELECT id, sum(idf * number * 2.2::float8
    / (number + 0.3::float8 + 0.9::float8 * length / :average::float8)) AS score
FROM counted GROUP BY id ORDER BY score DESC, id LIMIT :limit
"""
"""Chunks by their BM25 scores, with k1 1.2 and b 0.75. A phrase begins where all of its
terms follow each other."""

_OCCURRENCES = """
SELECT chunk.id, place::int - 1,
    sum((:own::float8[])[width_bucket(at::int, :firsts::int[])]),
    sum((:others::float8[])[width_bucket(at::int, :firsts::int[])])
FROM chunk, unnest(ts_filter(setweight({kind}, 'B', :terms::text[]), '{{b}}')) AS held
JOIN unnest(:terms::text[]) WITH ORDINALITY AS wanted (term, place) ON lexeme = term,
unnest(positions) AS at
WHERE chunk.id IN :chunks GROUP BY 1, 2
"""


class PostgresKeywordReader(KeywordReader):
    """Words and subwords: grams, parts of identifiers."""

    def __init__(self, reader: ReaderState) -> None:
        self.is_restricted = False
        """Whether the role may not read all terms of the vault."""
        self._reader = reader

    def match(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        phrases = phrases_of(matching, kind)
        chunks, average = self._corpus(kind)
        if not phrases or not chunks:
            return []
        counts = self._frequencies(phrases, kind)
        wanted = [
            (number, place, term, phrase.is_prefix_at(place), len(phrase.terms), idf)
            for number, phrase in enumerate(phrases)
            for idf in [_idf(counts[phrase], chunks)]
            for place, term in enumerate(phrase.terms)
        ]
        names = ("phrases", "places", "keys", "prefixes", "sizes", "idfs")
        kept = self._reader.condition("hit.id", within)
        has_prefix = any(phrase.is_prefix for phrase in phrases)
        rows = self._reader.tables.rows(
            _SCORED.format(kind=TSVECTORS[kind], kept=kept.sql),
            query=tsquery_of(matching, kind),
            terms=None if has_prefix else [term for _, _, term, *_ in wanted],
            weights=_weights(kind, weights),
            firsts=[field.first for field in RANGES[kind]],
            average=average,
            limit=limit,
            **dict(zip(names, map(list, zip(*wanted, strict=True)), strict=True)),
            **kept.values,
        )
        return [(ChunkId(chunk), score) for chunk, score in rows]

    def _corpus(self, kind: TermKind) -> tuple[int, float]:
        """The number of chunks with terms of a kind, and their average length."""
        vector = TSVECTORS[kind]
        sql = f"SELECT chunks, terms FROM corpus WHERE kind = '{vector}'"
        if self.is_restricted:
            sql = f"SELECT count({vector}), sum({vector[:-1]}_count) FROM chunk"
        ((chunks, terms),) = self._reader.cache.once(
            sql, lambda: self._reader.tables.rows(sql)
        )
        return chunks, terms / chunks if chunks else 1.0

    def chunks_with(
        self,
        conditions: Sequence[Matching],
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
        limit: int | None = None,
    ) -> list[list[ChunkId]]:
        if not conditions:
            return []
        kept = self._reader.condition("hit.id", within)
        rows = self._reader.tables.rows(
            f"SELECT ARRAY(SELECT id FROM {TSVECTORS[kind]}_with(query, NULL) AS hit "
            f"WHERE true {kept.sql} ORDER BY id DESC LIMIT :limit) "
            "FROM unnest(:queries::tsquery[]) WITH ORDINALITY "
            "AS asked (query, place) ORDER BY place",
            queries=[tsquery_of(matching, kind) for matching in conditions],
            limit=limit,
            **kept.values,
        )
        return [chunks for (chunks,) in rows]

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        rows = self._reader.tables.rows(
            f"SELECT DISTINCT document FROM {TSVECTORS[kind]}_with(:query::tsquery, "
            "NULL) AS hit JOIN chunk ON chunk.id = hit.id",
            query=tsquery_of(matching, kind),
        )
        return [DocumentId(document) for (document,) in rows]

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        phrases = {term: QueryPhrase((indexable(term),)) for term in terms}
        counts = self._frequencies(phrases.values(), kind)
        return {term: counts[phrase] for term, phrase in phrases.items()}

    def _frequencies(
        self, phrases: Iterable[QueryPhrase], kind: TermKind
    ) -> dict[QueryPhrase, int]:
        """The numbers of chunks of these phrases, and of those known before."""
        known: dict[QueryPhrase, int] = self._reader.cache.once(
            ("frequencies", kind), dict[QueryPhrase, int]
        )
        missing = [phrase for phrase in dict.fromkeys(phrases) if phrase not in known]
        known.update(dict.fromkeys(missing, 0))
        # A role that may not read all terms counts the chunks that it may read.
        are_listed = not self.is_restricted
        terms = [p for p in missing if are_listed and p.is_term]
        others = [p for p in missing if not (are_listed and p.is_term)]
        if terms:
            rows = self._reader.tables.rows(
                "SELECT term, chunks FROM term WHERE kind = :kind AND term IN :terms",
                kind=TSVECTORS[kind],
                terms=[phrase.terms[0] for phrase in terms],
            )
            known.update((QueryPhrase((term,)), count) for term, count in rows)
        if others:
            rows = self._reader.tables.rows(
                f"SELECT (SELECT count(*) FROM {TSVECTORS[kind]}_with(query, NULL)) "
                "FROM unnest(:queries::tsquery[]) WITH ORDINALITY "
                "AS asked (query, place) ORDER BY place",
                queries=[phrase.tsquery() for phrase in others],
            )
            counts = (count for (count,) in rows)
            known.update(zip(others, counts, strict=True))
        return known

    def occurrences(
        self,
        terms: Sequence[str],
        chunks: Collection[ChunkId],
        weights: FieldWeights,
        kind: TermKind = TermKind.WORD,
    ) -> list[Occurrences]:
        names = [field.name for field in RANGES[kind]]
        are_own = [name in ("heading", "body") for name in names]
        each = [float(getattr(weights, name, 1.0)) for name in names]
        return self._reader.tables.rows(
            _OCCURRENCES.format(kind=TSVECTORS[kind]),
            terms=list(map(indexable, terms)),
            chunks=list(chunks),
            firsts=[field.first for field in RANGES[kind]],
            own=[w if own else 0.0 for w, own in zip(each, are_own, strict=True)],
            others=[0.0 if own else w for w, own in zip(each, are_own, strict=True)],
        )

    def words_with(self, terms: Collection[str], limit: int) -> dict[str, list[str]]:
        rows = self._reader.tables.rows(
            "SELECT ARRAY(SELECT id FROM words_with(query, NULL) ORDER BY id "
            "LIMIT :limit) FROM unnest(:queries::tsquery[]) WITH ORDINALITY "
            "AS asked (query, place) ORDER BY place",
            queries=[QueryPhrase((term,)).tsquery() for term in terms],
            limit=limit,
        )
        first = dict(zip(terms, (chunks for (chunks,) in rows), strict=True))
        texts = self.indexed_texts({c for chunks in first.values() for c in chunks})
        return {
            term: words_of_stem([texts[chunk] for chunk in chunks], term)
            for term, chunks in first.items()
        }

    def indexed_texts(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, str]:
        rows = self._reader.tables.rows(
            f"SELECT chunk.id, {INDEXED} FROM chunk "
            "JOIN document ON document.id = chunk.document WHERE chunk.id IN :chunks",
            chunks=list(chunks),
        )
        return {ChunkId(chunk): "\n".join(word_texts(*row)) for chunk, *row in rows}

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        if not self.is_restricted:
            return self._reader.tables.rows(
                "SELECT term, chunks FROM term WHERE kind = 'words' "
                "AND term >= :start AND term < :end ORDER BY term",
                start=start,
                end=start + "\U0010ffff",
            )
        return self._reader.tables.rows(
            "SELECT term, count(*) FROM chunk, "
            "unnest(tsvector_to_array(words)) AS term WHERE term ^@ :start "
            'GROUP BY 1 ORDER BY term COLLATE "C"',
            start=start,
        )


def _idf(count: int, chunks: int) -> float:
    """The inverse frequency of a phrase in `chunks`, as FTS5 has it."""
    return max(math.log((chunks - count + 0.5) / (count + 0.5)), 1e-6)


def _weights(kind: TermKind, weights: FieldWeights | None) -> list[float]:
    """The weights of the fields of a kind, in order."""
    if kind is TermKind.GRAM:
        return [*_GRAM_WEIGHTS]
    of_words: Any = weights if kind is TermKind.WORD else None
    return [float(getattr(of_words, field.name, 1.0)) for field in RANGES[kind]]
