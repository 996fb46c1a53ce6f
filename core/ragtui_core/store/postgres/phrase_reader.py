"""Phrases of several terms: the chunks that have them, from their tsvectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.postgres.indexed_terms import KINDS, TSVECTORS
from ragtui_core.store.postgres.phrase_counts import phrase_postings

if TYPE_CHECKING:
    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.matching import TermKind
    from ragtui_core.store.postgres.postings import Postings
    from ragtui_core.store.postgres.reader_state import ReaderState
    from ragtui_core.store.postgres.term_conditions import QueryPhrase


def read_phrase(
    state: ReaderState,
    phrase: QueryPhrase,
    kind: TermKind,
    weights: FieldWeights | None,
) -> Postings:
    """The chunks with a phrase, of all chunks; `weights` of None are equal."""
    vector = TSVECTORS[kind]
    # Of the positions, those of the phrase's terms; those of a prefix are not known.
    held = f"ts_filter(setweight({vector}, 'A', CAST(:terms AS text[])), '{{a}}')"
    terms = {} if phrase.is_prefix else {"terms": list(phrase.terms)}
    rows = state.tables.binary_rows(
        f"SELECT chunk.id, chunk.{vector[:-1]}_count, {held if terms else vector} "
        f"FROM chunk WHERE {state.matching(KINDS[kind], vector)}",
        query=phrase.tsquery,
        **terms,
    )
    return phrase_postings(phrase, kind, weights, rows)
