"""Filters as selections of chunks, and the documents of each value of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.filter_values import COUNTED_OF_MAILS
from ragtui_core.store.postgres.chunk_selection import (
    EVERYTHING,
    ChosenDocuments,
    ChunkSelection,
)
from ragtui_core.store.selection import ATTACHMENT, Filter, FilterField, ValueCounts
from ragtui_core.store.tables.filters import KIND, condition_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ragtui_core.store.reader_state import ReaderState
    from ragtui_core.types import DocumentId


def select(state: ReaderState, filters: Sequence[Filter]) -> ChunkSelection:
    """The chunks of documents that satisfy every filter."""
    if not filters:
        return EVERYTHING
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


_COUNTED = {
    FilterField.TAG: (
        "tag.tag",
        "document JOIN tag ON tag.document = document.id",
    ),
    FilterField.TYPE: ("type", "document"),
    FilterField.KIND: (KIND, "document"),
    FilterField.STATUS: ("status", "document"),
    FilterField.COMPANY: ("company", "document"),
    FilterField.CATEGORY: ("category", "document"),
    FilterField.FROM: ("sender", "document"),
    FilterField.TO: ("addressee", "document, unnest(addressees) AS addressee"),
    FilterField.HAS: (
        f"CASE WHEN attachments > 0 THEN '{ATTACHMENT}' ELSE '' END",
        "document",
    ),
    FilterField.YEAR: ("substr(day, 1, 4)", "document"),
    # The path up to its last slash.
    FilterField.FOLDER: ("substring(document.path FROM '^(.*/)')", "document"),
}
"""The expression to group by, and the tables."""


def value_counts(
    state: ReaderState,
    field: FilterField,
    filters: Sequence[Filter],
    among: Collection[DocumentId] | None = None,
) -> ValueCounts:
    """The values of `field`, and how many documents have each.

    Args:
        state: Reads the index.
        field: One of `COUNTED_FIELDS`. Folders are those that contain a document
            themselves.
        filters: Only documents that satisfy all of these count.
        among: Only these documents count; None is all.
    """
    value, tables = _COUNTED[field]
    chosen = condition_of(state, filters)
    conditions = [f"{value} != ''", chosen.sql]
    if field in COUNTED_OF_MAILS:
        conditions.append("source != ''")
    given = dict(chosen.values)
    if among is not None:
        conditions.append("document.id IN :counted")
        given["counted"] = list(among)
    rows = state.tables.rows(
        f"SELECT {value}, count(*) FROM {tables} "
        f"WHERE {' AND '.join(conditions)} GROUP BY 1 ORDER BY 2 DESC, 1",
        **given,
    )
    return tuple((text.rstrip("/"), count) for text, count in rows)


def value_counts_among(
    state: ReaderState,
    fields: Collection[FilterField],
    filters: Sequence[Filter],
    among: Collection[DocumentId],
) -> dict[FilterField, ValueCounts]:
    """The values of several fields, of the documents `among` alone."""
    return {field: value_counts(state, field, filters, among) for field in fields}
