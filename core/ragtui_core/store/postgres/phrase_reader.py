"""Phrases of several terms: the chunks that have them, from their tsvectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragtui_core.store.postgres.indexed_terms import KINDS, TSVECTORS
from ragtui_core.store.postgres.likely_chunks import (
    LikelyChunks,
    best_of_phrase,
    likely_chunks,
)
from ragtui_core.store.postgres.phrase_counts import phrase_postings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.matching import TermKind
    from ragtui_core.store.postgres.postings import Postings
    from ragtui_core.store.postgres.reader_state import ReaderState
    from ragtui_core.store.postgres.term_conditions import QueryPhrase
    from ragtui_core.types import ChunkId

_ROWS = "chunk.id, chunk.{count}, {held}"
"""Ids, lengths in terms, and the positions of the phrase's terms."""

_EVERYWHERE = f"""
SELECT {_ROWS} FROM chunk WHERE chunk.vault = %(vault)s AND {{matching}}
"""

_LIKELY = f"""
SELECT {_ROWS} FROM chunk WHERE chunk.vault = %(vault)s
    AND chunk.id = ANY(%(chunks)s::int[]) AND chunk.{{vector}} @@ %(query)s::tsquery
"""

_LIKELY_OR_ALL = f"""
WITH likely(id, length, held) AS MATERIALIZED ({_LIKELY})
SELECT likely.*, true FROM likely
UNION ALL
SELECT {_ROWS}, false FROM chunk WHERE chunk.vault = %(vault)s AND {{matching}}
    AND chunk.id <> ALL(%(chunks)s::int[])
    AND (SELECT count(*) FROM likely) < %(enough)s
"""
"""The others, too, if too few of the likely ones have the phrase; in one statement, for
the network takes its time for each. The server looks at no other row otherwise."""


class PhraseReader:
    """Phrases of several terms."""

    def __init__(self, state: ReaderState) -> None:
        """Use the session of `state`, and its selection."""
        self._state = state
        self._session = state.session

    def postings(
        self, phrase: QueryPhrase, kind: TermKind, weights: FieldWeights | None
    ) -> Postings:
        """The chunks with a phrase, of all chunks; `weights` of None are equal."""
        rows = self._rows(_EVERYWHERE, phrase, kind)
        return phrase_postings(phrase, kind, weights, rows)

    def best(
        self, phrase: QueryPhrase, limit: int, kind: TermKind
    ) -> list[ChunkId] | None:
        """At most `limit` chunks with a phrase, in no order: the best if more have it.

        None if all chunks have to be compared. If too few of the likely ones have it,
        they have been, and their scores are kept.
        """
        likely = self._likely(phrase, limit, kind)
        if likely is None:
            return None
        if not likely.chunks:
            return []
        _, average = self._state.corpus(KINDS[kind])
        chunks = likely.chunks
        if likely.next_best is None:
            rows = self._rows(_LIKELY, phrase, kind, chunks=chunks)
        else:
            given = {"chunks": chunks, "enough": limit}
            all_rows = self._rows(_LIKELY_OR_ALL, phrase, kind, **given)
            rows = [row for *row, is_likely in all_rows if is_likely]
            if len(rows) < limit:
                self._keep(phrase, kind, [row for *row, _ in all_rows])
                return None
        if len(rows) <= limit and likely.next_best is None:
            return [chunk for chunk, *_ in rows]
        found = phrase_postings(phrase, kind, None, rows)
        best = best_of_phrase(found, limit, average, likely)
        return best.chunks if best.are_all else None

    def _keep(
        self, phrase: QueryPhrase, kind: TermKind, rows: Sequence[Sequence[Any]]
    ) -> None:
        """Keep the scores of all chunks with a phrase."""
        found = phrase_postings(phrase, kind, None, rows)
        scored = found.scored(*self._state.corpus(KINDS[kind]))
        self._state.postings.scored((phrase, None, kind), lambda: scored)

    def _likely(
        self, phrase: QueryPhrase, limit: int, kind: TermKind
    ) -> LikelyChunks | None:
        """The chunks that may be the best; None if no term of the phrase is known."""
        chosen = self._state.selection
        _, average = self._state.corpus(KINDS[kind])
        kept = self._state.postings
        terms = [term for term in set(phrase.terms) if (kind, term) in kept]
        known = [kept.of_term(kind, term) for term in terms]
        return likely_chunks(known, kind, limit, average, chosen) if known else None

    def _rows(
        self, sql: str, phrase: QueryPhrase, kind: TermKind, **values: object
    ) -> list[Any]:
        """Chunks of a statement: ids, lengths in terms, tsvectors of these terms."""
        vector = TSVECTORS[kind]
        held = f"ts_filter(setweight({vector}, 'A', %(terms)s::text[]), '{{a}}')"
        statement = sql.format(
            held=vector if phrase.is_prefix else held,
            vector=vector,
            matching=self._state.matching(KINDS[kind], vector),
            count=f"{vector[:-1]}_count",
        )
        terms = {} if phrase.is_prefix else {"terms": list(phrase.terms)}
        return self._session.binary_rows(
            statement, query=phrase.tsquery, **terms, **values
        )
