"""Filters as selections of chunks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_core.store.session import Condition
from ragtui_core.store.sqlite.chunk_selection import EVERYTHING, KEPT, ChunkSelection
from ragtui_core.store.tables.document_rows import next_id
from ragtui_core.store.tables.filters import condition_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.store.reader_state import ReaderState
    from ragtui_core.store.selection import Filter
    from ragtui_core.store.session import Session


def select(state: ReaderState, filters: Sequence[Filter]) -> ChunkSelection:
    """The chunks of documents that satisfy every filter; there is at least one."""
    # An index finds what negated filters exclude, not what they keep.
    excludes = all(item.negated for item in filters)
    if excludes:
        filters = [replace(item, negated=False) for item in filters]
    chosen = condition_of(state, filters, " OR " if excludes else " AND ")
    ((found,),) = state.tables.rows(
        f"SELECT count(*) FROM document WHERE {chosen.sql}", **chosen.values
    )
    total = state.totals().documents
    if found == (0 if excludes else total):
        return EVERYTHING
    is_small = found * 2 <= total
    sql = chosen.sql if is_small else f"NOT coalesce({chosen.sql}, false)"
    size = next_id(state.tables, "chunk")
    keeps_found = is_small != excludes
    marks = bytearray(size) if keeps_found else bytearray(KEPT * size)
    _mark(state.tables, Condition(sql, chosen.values), marks, int(keeps_found))
    return ChunkSelection.marked(marks)


def _mark(session: Session, chosen: Condition, marks: bytearray, mark: int) -> None:
    """Set `mark` for each chunk of the documents that satisfy a condition."""
    rows = session.rows(
        "SELECT document.id, min(chunk.id), max(chunk.id), count(*) "
        "FROM document CROSS JOIN chunk ON chunk.document = document.id "
        f"WHERE {chosen.sql} GROUP BY document.id",
        **chosen.values,
    )
    scattered = []
    for document, first, last, count in rows:
        if last - first + 1 == count:
            marks[first : last + 1] = bytes([mark]) * count
        else:
            scattered.append(document)
    # Documents that were edited have chunks with ids of several times.
    sql = "SELECT id FROM chunk WHERE document IN :documents"
    for (chunk,) in session.rows(sql, documents=scattered):
        marks[chunk] = mark
