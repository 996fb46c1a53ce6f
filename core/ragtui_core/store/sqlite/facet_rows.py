"""Counts the documents of each value of a field."""

import json
from collections.abc import Collection, Sequence
from typing import Any

import apsw

from ragtui_core.store.selection import Filter, FilterField, ValueCounts
from ragtui_core.store.sqlite.filter_rows import KIND, condition_of
from ragtui_core.store.sqlite.row_checksums import typed
from ragtui_core.types import DocumentId

_COUNTED = {
    FilterField.TAG: ("tag", "document JOIN tag ON document_id = document.id"),
    FilterField.TYPE: ("type", "document"),
    FilterField.KIND: (KIND, "document"),
    FilterField.STATUS: ("status", "document"),
    FilterField.COMPANY: ("company", "document"),
    FilterField.CATEGORY: ("category", "document"),
    FilterField.YEAR: ("substr(day, 1, 4)", "document"),
    # The path up to its last slash.
    FilterField.FOLDER: ("rtrim(path, replace(path, '/', ''))", "document"),
}
"""The expression to group by, and the tables."""


def value_counts(
    connection: apsw.Connection,
    field: FilterField,
    filters: Sequence[Filter] = (),
    among: Collection[DocumentId] | None = None,
) -> ValueCounts:
    """The values of `field`, and how many documents have each.

    Args:
        connection: To the index.
        field: One of `COUNTED_FIELDS`. Folders are those that hold a document
            themselves.
        filters: Only documents that satisfy all of these count.
        among: Only these documents count; None is all.
    """
    value, tables = _COUNTED[field]
    conditions = ["value != ''"]
    parameters: list[Any] = []
    for item in filters:
        sql, given = condition_of(connection, item)
        conditions.append(sql)
        parameters += given
    if among is not None:
        conditions.append("document.id IN (SELECT value FROM json_each(?))")
        parameters.append(json.dumps(list(among)))
    rows = connection.execute(
        f"SELECT {value} AS value, count(*) AS found FROM {tables} "
        f"WHERE {' AND '.join(conditions)} GROUP BY 1 ORDER BY found DESC, value",
        parameters,
    )
    return tuple((text.rstrip("/"), count) for text, count in typed(rows, str, int))
