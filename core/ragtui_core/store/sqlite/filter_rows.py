"""Filters as selections of chunks, and the documents of each value of a field."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ragtui_core.store.filter_values import COUNTED_OF_MAILS, matching_values
from ragtui_core.store.selection import ATTACHMENT, Filter, FilterField, ValueCounts
from ragtui_core.store.session import Condition
from ragtui_core.store.sqlite.chunk_selection import EVERYTHING, KEPT, ChunkSelection
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.store.tables.documents import next_id
from ragtui_core.store.tables.filters import COLUMNS, KIND, condition_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ragtui_core.store.reader_state import ReaderState
    from ragtui_core.store.session import Session
    from ragtui_core.types import DocumentId

DOCUMENTS = "SELECT coalesce(sum(documents), 0) FROM value_count WHERE field = 'kind'"
"""The number of documents, from the kept counts: each document has a kind."""


def select(state: ReaderState, filters: Sequence[Filter]) -> ChunkSelection:
    """The chunks of documents that satisfy every filter."""
    filters = _without_idle(state, filters)
    if not filters:
        return EVERYTHING
    # An index finds what negated filters exclude, not what they keep.
    excludes = all(item.negated for item in filters)
    if excludes:
        filters = [replace(item, negated=False) for item in filters]
    chosen = condition_of(state, filters, " OR " if excludes else " AND ")
    ((found, total),) = state.tables.rows(
        f"SELECT (SELECT count(*) FROM document WHERE {chosen.sql}), ({DOCUMENTS})",
        **chosen.values,
    )
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
    for document, first, last, count in typed(rows, int, int, int, int):
        if last - first + 1 == count:
            marks[first : last + 1] = bytes([mark]) * count
        else:
            scattered.append(document)
    # Documents that were edited have chunks with ids of several times.
    sql = "SELECT id FROM chunk WHERE document IN :documents"
    for (chunk,) in session.rows(sql, documents=scattered):
        marks[chunk] = mark


def _without_idle(state: ReaderState, filters: Iterable[Filter]) -> list[Filter]:
    return [item for item in filters if not excludes_nothing(state, item)]


def excludes_nothing(state: ReaderState, item: Filter) -> bool:
    """Whether a filter excludes values that no document has, as a default one may."""
    field = FilterField.CATEGORY if item.field is FilterField.BULK else item.field
    if not item.negated or field not in COUNTED_FIELDS & COLUMNS.keys():
        return False
    known = kept_values(state.tables, field)
    if item.field is FilterField.BULK:
        return set(known).isdisjoint(item.values)
    return not any(any(matching_values(field, v, known)) for v in item.values)


COUNTED_FIELDS = frozenset(
    {
        FilterField.TAG,
        FilterField.TYPE,
        FilterField.KIND,
        FilterField.STATUS,
        FilterField.COMPANY,
        FilterField.CATEGORY,
        FilterField.YEAR,
        FilterField.FOLDER,
    }
)
"""The fields of table `value_count`."""


def kept_values(session: Session, field: FilterField) -> list[str]:
    """The values of one of `COUNTED_FIELDS`."""
    sql = "SELECT value FROM value_count WHERE field = :field ORDER BY value"
    return [value for (value,) in session.rows(sql, field=field)]


_RECIPIENTS = (
    "json_each(iif(source = '', '[]', "
    "coalesce(json_extract(metadata, '$.mail.to'), '[]')))"
)

_COUNTED = {
    FilterField.TAG: ("tag.tag", " JOIN tag ON tag.document = document.id"),
    FilterField.TYPE: ("type", ""),
    FilterField.KIND: (KIND, ""),
    FilterField.STATUS: ("status", ""),
    FilterField.COMPANY: ("company", ""),
    FilterField.CATEGORY: ("category", ""),
    FilterField.FROM: ("sender", ""),
    FilterField.TO: ("each.value", f", {_RECIPIENTS} AS each"),
    FilterField.HAS: (f"iif(attachments > 0, '{ATTACHMENT}', '')", ""),
    FilterField.YEAR: ("substr(day, 1, 4)", ""),
    FilterField.FOLDER: ("path", ""),
}
"""The expression to group by, and the tables that are joined to `document`."""


_OF_DOCUMENTS = tuple(field for field, (_, joined) in _COUNTED.items() if not joined)
"""The fields of which a document has one value at most."""

_FOUND = "document INDEXED BY document_facets"
"""The table when documents are given: an index of all values, without the texts."""

_INDEXED_FOLDER = "rtrim(path, replace(path, '/', ''))"
"""In that index instead of the path; otherwise finding it takes ten times as long."""


def value_counts(
    state: ReaderState, field: FilterField, filters: Sequence[Filter]
) -> ValueCounts:
    """The values of `field`, and how many documents that satisfy filters have each."""
    filters = _without_idle(state, filters)
    if field in COUNTED_FIELDS and not filters:
        rows = state.tables.rows(
            "SELECT value, documents FROM value_count WHERE field = :field "
            "ORDER BY documents DESC, value",
            field=field,
        )
        return _without_slash(rows)
    chosen = condition_of(state, filters)
    if field in COUNTED_OF_MAILS:  # the mails alone are read: partial indexes
        chosen = Condition(f"{chosen.sql} AND source != ''", chosen.values)
    if field in _OF_DOCUMENTS:
        return _counted(state.tables, [field], chosen)[field]
    return _grouped(state.tables, field, chosen)


def value_counts_among(
    state: ReaderState,
    fields: Collection[FilterField],
    filters: Sequence[Filter],
    among: Collection[DocumentId],
) -> dict[FilterField, ValueCounts]:
    """The values of several fields, of the documents `among` alone, in one pass."""
    chosen = condition_of(state, _without_idle(state, filters))
    chosen = Condition(
        f"{chosen.sql} AND document.id IN :among",
        {**chosen.values, "among": list(among)},
    )
    counted = [field for field in fields if field in _OF_DOCUMENTS]
    found = _counted(state.tables, counted, chosen, _FOUND)
    for field in fields:
        if field not in found:
            found[field] = _grouped(state.tables, field, chosen, _FOUND)
    return found


def _grouped(
    session: Session, field: FilterField, chosen: Condition, table: str = "document"
) -> ValueCounts:
    """The counts of a field of which a document may have several values."""
    value, joined = _COUNTED[field]
    rows = session.rows(
        f"SELECT {value}, count(*) FROM {table}{joined} "
        f"WHERE {value} != '' AND {chosen.sql} GROUP BY 1 ORDER BY 2 DESC, 1",
        **chosen.values,
    )
    return tuple(typed(rows, str, int))


def _counted(
    session: Session,
    fields: Sequence[FilterField],
    chosen: Condition,
    table: str = "document",
) -> dict[FilterField, ValueCounts]:
    """The counts of fields of which a document has one value at most.

    Each document is read once: SQLite would read them for each field.
    """
    columns_of = {field: _COUNTED[field][0] for field in fields}
    if table == _FOUND and FilterField.FOLDER in columns_of:
        columns_of[FilterField.FOLDER] = _INDEXED_FOLDER
    values = ", ".join(f"coalesce({value}, '')" for value in columns_of.values())
    rows = session.rows(
        f"SELECT {values} FROM {table} WHERE {chosen.sql}", **chosen.values
    )
    columns = zip(*rows, strict=True) if rows else ((),) * len(fields)
    found = {}
    for field, column in zip(fields, columns, strict=True):
        counts = Counter[Any](column)
        if field is FilterField.FOLDER:
            folders = Counter[str]()
            for path, count in counts.items():
                folders[path[: path.rfind("/") + 1]] += count
            counts = folders
        pairs = typed(counts.items(), str, int)
        pairs.sort(key=lambda pair: (-pair[1], pair[0]))
        found[field] = _without_slash(pair for pair in pairs if pair[0])
    return found


def _without_slash(counts: Iterable[tuple[str, int]]) -> ValueCounts:
    """The counts, with folders as they are shown."""
    return tuple((text.rstrip("/"), count) for text, count in counts)
