"""The values of fields, and how many documents have each: facets, completion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.selection import ATTACHMENT, Filter, FilterField, ValueCounts
from ragtui_core.store.session import Condition
from ragtui_core.store.tables.correspondents import by_person
from ragtui_core.store.tables.filters import (
    COLUMNS,
    COUNTED_OF_MAILS,
    OF_MAILS,
    PEOPLE,
    YEAR,
    condition_of,
    without_idle,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ragtui_core.store.reading.reader_state import ReaderState
    from ragtui_core.types import DocumentId

_VALUES = {
    field: column
    for field, (table, column, _) in COLUMNS.items()
    if table == "document" and field not in OF_MAILS
} | {
    FilterField.FROM: "sender",
    FilterField.HAS: f"CASE WHEN attachments > 0 THEN '{ATTACHMENT}' ELSE '' END",
    # The path up to its last slash.
    FilterField.FOLDER: "rtrim(path, replace(path, '/', ''))",
}
"""SQL for the value of a document, of fields of which it has one at most."""

_SEVERAL_VALUES = {
    FilterField.TAG: ("tag", "tag.tag"),
    FilterField.TO: ("addressee", "addressee.addressee"),
    FilterField.YEAR: ("chunk", YEAR),
}
"""The tables, and SQL, of fields of which a document may have several values."""

COUNTED_FIELDS = frozenset({*_VALUES, *_SEVERAL_VALUES})
"""The fields whose values can be counted."""

_FOUND = "document INDEXED BY document_facets"
"""That index has all of these values, without the texts of the rows."""


def value_counts(
    reader: ReaderState, field: FilterField, filters: Sequence[Filter]
) -> ValueCounts:
    """The values of `field`, and how many documents that satisfy filters have each."""
    chosen = condition_of(reader, without_idle(reader, filters))
    if field in COUNTED_OF_MAILS:  # the mails alone are read: partial indexes
        chosen = Condition(f"{chosen.sql} AND source != ''", chosen.values)
    return _grouped(reader, field, "document", chosen)


def value_counts_among(
    reader: ReaderState,
    fields: Collection[FilterField],
    filters: Sequence[Filter],
    among: Collection[DocumentId],
) -> dict[FilterField, ValueCounts]:
    """The values of several fields, of the documents `among` alone."""
    chosen = condition_of(reader, without_idle(reader, filters))
    values = {**chosen.values, "among": list(among)}
    chosen = Condition(f"{chosen.sql} AND document.id IN :among", values)
    return {field: _grouped(reader, field, _FOUND, chosen) for field in fields}


def _grouped(
    reader: ReaderState, field: FilterField, table: str, chosen: Condition
) -> ValueCounts:
    """The counts of one field."""
    value, joined, count = _VALUES.get(field, ""), "", "count(*)"
    if field in _SEVERAL_VALUES:
        several, value = _SEVERAL_VALUES[field]
        joined = f"JOIN {several} ON {several}.document = document.id"
        count = "count(DISTINCT document.id)"
    counts = reader.tables.rows(
        f"SELECT {value}, {count} "
        f"FROM (SELECT * FROM {table} WHERE {chosen.sql}) AS document {joined} "
        f"WHERE {value} != '' GROUP BY 1 ORDER BY 2 DESC, 1",
        **chosen.values,
    )
    if field in PEOPLE:  # each of whom is shown once
        return tuple(by_person(counts))
    return tuple((text.rstrip("/"), count) for text, count in counts)
