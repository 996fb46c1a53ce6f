"""Queries to words and subwords: BM25 as FTS5 computes it, from postings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.index_limits import indexable
from ragtui_core.store.matching import Matching, TermKind
from ragtui_core.store.postgres.indexed_terms import KINDS
from ragtui_core.store.postgres.placed_terms import INDEXED, word_texts
from ragtui_core.store.reading.reader_protocols import KeywordReader
from ragtui_core.store.records import Occurrences
from ragtui_core.text.stemming import words_of_stem
from ragtui_core.types import ChunkId, DocumentId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

    from ragtui_core.store.postgres.postings import ScoredPostings
    from ragtui_core.store.postgres.reader_state import PostgresReaderState
    from ragtui_core.store.selection import SelectedChunks

_NONE = FieldWeights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class PostgresKeywordReader(KeywordReader):
    """Words and subwords: grams, parts of identifiers."""

    def __init__(self, state: PostgresReaderState) -> None:
        self._state = state
        self._postings = state.postings

    def match(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        found, postings = self._postings.matching(matching, kind, within, weights)
        return _best_of(found, postings, limit)

    def best_chunks(
        self, matching: Matching, limit: int, within: SelectedChunks | None = None
    ) -> list[ChunkId]:
        return [chunk for chunk, _ in self.match(matching, limit, within=within)]

    def documents_matching(
        self,
        matching: Matching,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
    ) -> list[DocumentId]:
        found, _ = self._postings.matching(matching, kind, within)
        rows = self._state.tables.rows(
            "SELECT DISTINCT document FROM chunk WHERE id IN :chunks",
            chunks=found.tolist(),
        )
        return [DocumentId(document) for (document,) in rows]

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        stored = {term: indexable(term) for term in terms}
        if self._state.is_restricted:
            of_terms = self._postings.of_terms(stored.values(), kind)
            return {term: of_terms[saved].chunks.size for term, saved in stored.items()}
        known = self._state.cache.once("frequencies", dict[str, dict[int, int]])
        if missing := [saved for saved in stored.values() if saved not in known]:
            known.update(self._frequencies(missing))
        return {
            term: known[saved].get(KINDS[kind], 0) for term, saved in stored.items()
        }

    def _frequencies(self, terms: list[str]) -> dict[str, dict[int, int]]:
        """The number of chunks of terms, by kind; a search asks for several kinds."""
        rows = self._state.tables.rows(
            "SELECT term, kind, sum(octet_length(records))::int / 8 FROM posting "
            "WHERE kind = ANY(:kinds::int[]) AND term = ANY(:keys::text[]) "
            "GROUP BY term, kind",
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
        postings_of, wanted = self._postings.of_terms(saved, kind), list(chunks)
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
                rows.append((ChunkId(chunk), place, *counts))
        return rows

    def words_with(self, terms: Collection[str], limit: int) -> dict[str, list[str]]:
        postings_of = self._postings.of_terms(terms)
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
        return self._postings.terms_from(start)


def _best_of(
    candidates: npt.NDArray[np.int64],
    postings: Sequence[ScoredPostings],
    limit: int,
) -> list[tuple[ChunkId, float]]:
    """The best `limit` of the candidates with their scores, as FTS5 orders them."""
    import numpy as np

    if not candidates.size:
        return []
    sums = np.zeros(1 + max(int(p.chunks.max()) for p in postings if p.chunks.size))
    for scored in postings:
        sums[scored.chunks] += scored.scores
    own = sums[candidates]
    if len(candidates) > limit:
        are_best = own >= np.partition(own, -limit)[-limit]
        candidates, own = candidates[are_best], own[are_best]
    order = np.argsort(-own, kind="stable")[:limit]
    listed = zip(candidates[order].tolist(), own[order].tolist(), strict=True)
    return [(ChunkId(chunk), score) for chunk, score in listed]
