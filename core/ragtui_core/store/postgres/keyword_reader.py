"""Queries to words and subwords: BM25 as FTS5 computes it, from postings."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.index_limits import indexable
from ragtui_core.store.matching import Matching, TermKind
from ragtui_core.store.postgres.chunk_selection import (
    EVERYTHING,
    PostgresChunkSelection,
)
from ragtui_core.store.postgres.indexed_terms import KINDS, TSVECTORS
from ragtui_core.store.postgres.match_scores import best_of, matching_chunks
from ragtui_core.store.postgres.phrase_reader import read_phrase
from ragtui_core.store.postgres.placed_terms import INDEXED, word_texts
from ragtui_core.store.postgres.postings import Postings, ScoredPostings, TermPostings
from ragtui_core.store.postgres.reader_state import PostgresReaderState
from ragtui_core.store.postgres.term_conditions import (
    QueryPhrase,
    phrases_of,
    tsquery_of,
)
from ragtui_core.store.reading.reader_protocols import KeywordReader
from ragtui_core.store.records import Occurrences
from ragtui_core.store.selection import SelectedChunks
from ragtui_core.text.stemming import words_of_stem
from ragtui_core.types import ChunkId, DocumentId

_POSTINGS = """
SELECT term, kind, block, records FROM posting
WHERE kind = :kind AND term = ANY(:keys::text[])
"""

_READABLE_POSTINGS = """
SELECT term, kind, block, records
FROM readable_postings(:keys::text[])
"""
"""Postings of chunks that the role may read: of all kinds, since it takes most of the
time to find these chunks."""

_NONE = FieldWeights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

_LAST_CHARACTER = "\U0010ffff"

_TERMS = """
SELECT term, chunks FROM term WHERE kind = :kind
    AND term >= {start} AND term < {end}
"""

_READABLE_TERMS = """
SELECT term, chunks FROM readable_terms(:kind, {start}, {end})
"""


class PostgresKeywordReader(KeywordReader):
    """Words and subwords: grams, parts of identifiers."""

    def __init__(self, state: PostgresReaderState) -> None:
        self._state = state
        self._session = state.session

    def match(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        chunks, _ = self._state.corpus(KINDS[kind])
        if not chunks or tsquery_of(matching, kind) is None:
            return []
        phrases = list(phrases_of(matching, kind))
        # The postings of all words in one statement.
        words = (phrase.terms for phrase in phrases if not phrase.is_prefix)
        self._of_terms((terms[0] for terms in words if len(terms) == 1), kind)
        postings = [self._scored(phrase, weights, kind) for phrase in phrases]
        chosen = PostgresChunkSelection.of(within or EVERYTHING)
        candidates = matching_chunks(matching, kind, postings, chosen)
        return best_of(candidates, postings, limit)

    def _scored(
        self, phrase: QueryPhrase, weights: FieldWeights | None, kind: TermKind
    ) -> ScoredPostings:
        """The chunks with a phrase of one or several terms, and its scores there."""

        def read() -> ScoredPostings:
            corpus = self._state.corpus(KINDS[kind])
            return self._postings(phrase, weights, kind).scored(*corpus)

        return self._state.postings.scored((phrase, weights, kind), read)

    def _postings(
        self, phrase: QueryPhrase, weights: FieldWeights | None, kind: TermKind
    ) -> Postings:
        if len(phrase.terms) > 1:
            return read_phrase(self._state, phrase, kind, weights)
        if not phrase.is_prefix:
            (term,) = phrase.terms
            return self._of_terms([term], kind)[term].weighted(kind, weights)
        begun = [term for term, _ in self._terms_from(phrase.terms[0], kind)]
        postings_of = self._of_terms(begun, kind)
        return Postings.of_any(
            postings.weighted(kind, weights) for postings in postings_of.values()
        )

    def _of_terms(
        self, terms: Iterable[str], kind: TermKind
    ) -> dict[str, TermPostings]:
        kept = self._state.postings
        listed = list(dict.fromkeys(terms))
        if missing := [term for term in listed if (kind, term) not in kept.terms]:
            if self._state.is_restricted:
                kinds: Iterable[TermKind] = tuple(TermKind)
                rows = self._session.binary_rows(_READABLE_POSTINGS, keys=missing)
            else:
                kinds = (kind,)
                rows = self._session.binary_rows(
                    _POSTINGS, keys=missing, kind=KINDS[kind]
                )
            for read in kinds:
                own = ((t, *row) for t, of, *row in rows if of == KINDS[read])
                kept.add_terms(read, missing, own)
        return {term: kept.terms[kind, term] for term in listed}

    def documents_matching(
        self,
        matching: Matching,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
    ) -> list[DocumentId]:
        if not (query := tsquery_of(matching, kind)):
            return []
        kept = self._state.condition("chunk.id", within)
        matches = self._state.matching(KINDS[kind], TSVECTORS[kind])
        rows = self._state.tables.rows(
            f"SELECT DISTINCT chunk.document FROM chunk WHERE {matches} {kept.sql}",
            query=query,
            **kept.values,
        )
        return [DocumentId(document) for (document,) in rows]

    def best_chunks(
        self, matching: Matching, limit: int, within: SelectedChunks | None = None
    ) -> list[ChunkId]:
        """At most `limit` chunks that match, in no order: the best if more do.

        Of several phrases, each of which would be read by a statement, no more than
        `limit` are not scored.
        """
        kind = TermKind.WORD
        lengths = [len(phrase.terms) for phrase in phrases_of(matching, kind)]
        query = tsquery_of(matching, kind)
        if query and sum(length > 1 for length in lengths) > 1:
            kept = self._state.condition("chunk.id", within)
            matches = self._state.matching(KINDS[kind], TSVECTORS[kind])
            rows = self._state.tables.rows(
                f"SELECT chunk.id FROM chunk WHERE {matches} {kept.sql} LIMIT :limit",
                query=query,
                limit=limit + 1,
                **kept.values,
            )
            if len(rows) <= limit:
                return [ChunkId(chunk) for (chunk,) in rows]
        return [chunk for chunk, _ in self.match(matching, limit, within=within)]

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        stored = {term: indexable(term) for term in terms}
        if self._state.is_restricted:
            postings_of = self._of_terms(stored.values(), kind)
            return {
                term: postings_of[saved].chunks.size for term, saved in stored.items()
            }
        known = self._state.cache.once("frequencies", dict[str, dict[int, int]])
        if missing := [saved for saved in stored.values() if saved not in known]:
            known.update(self._frequencies(missing))
        return {
            term: known[saved].get(KINDS[kind], 0) for term, saved in stored.items()
        }

    def _frequencies(self, terms: list[str]) -> dict[str, dict[int, int]]:
        """The number of chunks of terms, by kind; a search asks for several kinds."""
        rows = self._session.rows(
            "SELECT term, kind, chunks FROM term "
            "WHERE kind = ANY(:kinds::int[]) AND term = ANY(:keys::text[])",
            keys=terms,
            kinds=list(KINDS.values()),
        )
        counts: dict[str, dict[int, int]] = {term: {} for term in terms}
        for term, kind, chunks in rows:
            counts[term][kind] = chunks
        return counts

    def occurrences(
        self,
        terms: Sequence[str],
        chunks: Collection[ChunkId],
        weights: FieldWeights,
        kind: TermKind = TermKind.WORD,
    ) -> list[Occurrences]:
        import numpy as np

        saved = list(map(indexable, terms))
        postings_of, wanted = self._of_terms(saved, kind), list(chunks)
        own_weights = replace(_NONE, heading=weights.heading, body=weights.body)
        field_weights = replace(weights, heading=0.0, body=0.0)
        rows = list[Occurrences]()
        for place, term in enumerate(saved):
            postings = postings_of[term]
            among = postings.among(np.isin(postings.chunks, wanted))
            own = among.weighted(kind, own_weights).counts.tolist()
            # Parts and grams are counted in all of a chunk's text at once.
            fields = [0.0] * len(own)
            if kind is TermKind.WORD:
                fields = among.weighted(kind, field_weights).counts.tolist()
            for chunk, *counts in zip(among.chunks.tolist(), own, fields, strict=True):
                rows.append(Occurrences(ChunkId(chunk), place, *counts))
        return rows

    def words_with(self, terms: Collection[str], limit: int) -> dict[str, list[str]]:
        postings_of = self._of_terms(terms, TermKind.WORD)
        first = {
            term: sorted(postings_of[term].chunks.tolist())[:limit] for term in terms
        }
        texts = self.indexed_texts(
            {chunk for listed in first.values() for chunk in listed}
        )
        return {
            term: words_of_stem([texts[c] for c in chunks if c in texts], term)
            for term, chunks in first.items()
        }

    def indexed_texts(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, str]:
        rows = self._state.tables.rows(
            f"SELECT chunk.id, {INDEXED} FROM chunk "
            "JOIN document ON document.id = chunk.document WHERE chunk.id IN :chunks",
            chunks=list(chunks),
        )
        return {ChunkId(chunk): "\n".join(word_texts(*row)) for chunk, *row in rows}

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        return self._terms_from(start, TermKind.WORD)

    def _terms_from(self, start: str, kind: TermKind) -> list[tuple[str, int]]:
        source = _READABLE_TERMS if self._state.is_restricted else _TERMS
        return self._session.rows(
            f"{source.format(start=':start', end=':end')} ORDER BY term",
            kind=KINDS[kind],
            start=start,
            end=start + _LAST_CHARACTER,
        )
