"""Phrases of several terms: the chunks that have them, and where in their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.postgres.indexed_terms import KINDS, TSVECTORS, weights_at
from ragtui_core.store.postgres.postings import Postings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.matching import TermKind
    from ragtui_core.store.postgres.reader_state import PostgresReaderState
    from ragtui_core.store.postgres.term_conditions import QueryPhrase

BEGINNINGS = """
SELECT place - at + 1 FROM unnest({vector}) AS held, unnest(held.positions) AS place,
    unnest(CAST(:terms AS text[])) WITH ORDINALITY AS wanted (term, at)
WHERE held.lexeme = term OR ({is_prefix} AND at = :length AND held.lexeme ^@ term)
GROUP BY 1 HAVING count(DISTINCT at) = :length
"""
"""The positions in a tsvector at which all terms of a phrase follow each other."""

_OF_TERMS = "ts_filter(setweight({vector}, 'A', CAST(:terms AS text[])), '{{a}}')"
"""A tsvector without all other terms."""


def read_phrase(
    state: PostgresReaderState,
    phrase: QueryPhrase,
    kind: TermKind,
    weights: FieldWeights | None,
) -> Postings:
    """The chunks with a phrase, of all chunks; `weights` of None are equal."""
    vector = TSVECTORS[kind]
    held = vector if phrase.is_prefix else _OF_TERMS.format(vector=vector)
    begun = BEGINNINGS.format(vector=held, is_prefix=phrase.is_prefix)
    rows = state.tables.binary_rows(
        f"SELECT chunk.id, chunk.{vector[:-1]}_count, ARRAY({begun}) "
        f"FROM chunk WHERE {state.matching(KINDS[kind], vector)}",
        query=phrase.tsquery,
        terms=list(phrase.terms),
        length=len(phrase.terms),
    )
    return _postings(rows, kind, weights)


def _postings(
    rows: Sequence[tuple[int, int, list[int]]],
    kind: TermKind,
    weights: FieldWeights | None,
) -> Postings:
    """Chunks with a phrase: ids, lengths in terms, positions at which it begins."""
    import numpy as np

    chunks, lengths, begun = zip(*rows, strict=True) if rows else ((), (), ())
    numbers = np.repeat(np.arange(len(rows)), list(map(len, begun)))
    positions = np.array(
        [position for positions in begun for position in positions], np.int64
    )
    counts = np.bincount(numbers, weights_at(kind, weights, positions), len(rows))
    return Postings.of_lists(chunks, counts.astype(np.float64), lengths)
