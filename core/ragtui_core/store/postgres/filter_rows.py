"""Filters as selections of chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.postgres.chunk_selection import (
    EVERYTHING,
    ChosenDocuments,
    ChunkSelection,
)
from ragtui_core.store.tables.filters import condition_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.store.reader_state import ReaderState
    from ragtui_core.store.selection import Filter


def select(state: ReaderState, filters: Sequence[Filter]) -> ChunkSelection:
    """The chunks of documents that satisfy every filter; there is at least one."""
    chosen = condition_of(state, filters)
    ((kept, total, are_kept, chunks),) = state.tables.rows(
        _SELECTED.format(condition=chosen.sql), **chosen.values
    )
    if kept == total:
        return EVERYTHING
    chunks = chunks or b""
    count = len(chunks) // 4 if are_kept else None
    return ChunkSelection(ChosenDocuments(chosen, chunks, are_kept), count=count)


_SELECTED = """
WITH judged AS MATERIALIZED (
    SELECT document.id, coalesce({condition}, false) AS is_kept FROM document
), counted AS (
    SELECT kept, total, 2 * kept <= total AS are_kept FROM (
        SELECT count(*) FILTER (WHERE is_kept) AS kept, count(*) AS total FROM judged
    ) AS each
)
SELECT kept, total, are_kept, CASE WHEN kept < total THEN (
    SELECT string_agg(int4send(chunk.id), '') FROM judged
    JOIN chunk ON chunk.document = judged.id
    WHERE is_kept = are_kept
) END
FROM counted
"""
"""The fewer chunks, those of documents that satisfy a condition or of the others."""
