"""Filters on documents as SQL, and the documents of each value of a field."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import apsw

from ragtui_core.store.filter_values import (
    COUNTED_OF_MAILS,
    OF_MAILS,
    escaped,
    matching_values,
    most_similar,
)
from ragtui_core.store.matching import Phrase
from ragtui_core.store.selection import (
    ATTACHMENT,
    Filter,
    FilterField,
    ValueCounts,
)
from ragtui_core.store.sqlite.document_rows import next_id
from ragtui_core.store.sqlite.keyword_rows import expression_of
from ragtui_core.store.sqlite.reader_state import (
    DOCUMENTS,
    EVERYTHING,
    KEPT,
    ChunkSelection,
)
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.text.folding import folded
from ragtui_core.types import DocumentId


def select(connection: apsw.Connection, filters: Sequence[Filter]) -> ChunkSelection:
    """The chunks of documents that satisfy every filter."""
    filters = [item for item in filters if not excludes_nothing(connection, item)]
    if not filters:
        return EVERYTHING
    # An index finds what negated filters exclude, not what they keep.
    excludes = all(item.negated for item in filters)
    if excludes:
        filters = [replace(item, negated=False) for item in filters]
    conditions = [_Condition.of(connection, item) for item in filters]
    sql = (" OR " if excludes else " AND ").join(each.sql for each in conditions)
    parameters = [value for condition in conditions for value in condition.parameters]
    ((found, total),) = connection.execute(
        f"SELECT (SELECT count(*) FROM document WHERE {sql}), ({DOCUMENTS})", parameters
    )
    if found == (0 if excludes else total):
        return EVERYTHING
    is_small = found * 2 <= total
    where = sql if is_small else f"NOT ({sql})"
    size = next_id(connection, "chunk")
    if is_small != excludes:
        return _marked(connection, where, parameters, bytearray(size), 1)
    return _marked(connection, where, parameters, bytearray(KEPT * size), 0)


def _marked(
    connection: apsw.Connection,
    condition: str,
    parameters: Sequence[Any],
    marks: bytearray,
    mark: int,
) -> ChunkSelection:
    """`marks` with `mark` for each chunk of the documents that satisfy a condition."""
    rows = connection.execute(
        "SELECT document.id, min(chunk.id), max(chunk.id), count(*) "
        "FROM document CROSS JOIN chunk ON chunk.document_id = document.id "
        f"WHERE {condition} GROUP BY document.id",
        parameters,
    )
    scattered = []
    for document, first, last, count in typed(rows, int, int, int, int):
        if last - first + 1 == count:
            marks[first : last + 1] = bytes([mark]) * count
        else:
            scattered.append(document)
    # Documents that were edited have chunks with ids of several times.
    rows = connection.execute(
        "SELECT id FROM chunk WHERE document_id IN (SELECT value FROM json_each(?))",
        (json.dumps(scattered),),
    )
    for (chunk,) in typed(rows, int):
        marks[chunk] = mark
    return ChunkSelection.marked(marks)


def excludes_nothing(connection: apsw.Connection, item: Filter) -> bool:
    """Whether a filter excludes values that no document has, as a default one may."""
    field = FilterField.CATEGORY if item.field is FilterField.BULK else item.field
    if not item.negated or field not in _KEPT & _COLUMNS.keys():
        return False
    known = _kept_values(connection, field)
    if item.field is FilterField.BULK:
        return set(known).isdisjoint(item.values)
    return not any(any(matching_values(field, v, known)) for v in item.values)


def nearest_value(
    connection: apsw.Connection, field: FilterField, value: str
) -> str | None:
    """The value of `field` most similar to `value`, as a suggestion."""
    if field not in _COLUMNS or field in OF_MAILS - {FilterField.FROM}:
        return None
    return most_similar(value, _values(connection, field))


_KEPT = frozenset(
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

KIND = (
    "CASE WHEN instr(encoding, '/') "
    "THEN substr(encoding, 1, instr(encoding, '/') - 1) ELSE 'markdown' END"
)
"""The kind of a row of `document`: `pdf` of the encoding `pdf/1`."""

_MAIL = "document WHERE source != ''"

_COLUMNS = {
    FilterField.TAG: ("tag", "tag"),
    FilterField.TYPE: ("document", "type"),
    FilterField.KIND: ("document", KIND),
    FilterField.STATUS: ("document", "status"),
    FilterField.COMPANY: ("document", "company"),
    FilterField.CATEGORY: ("document", "category"),
    FilterField.FROM: (_MAIL, "sender"),
    FilterField.TO: (_MAIL, "recipients"),
    FilterField.SUBJECT: (_MAIL, "title"),
    FilterField.YEAR: ("document", "substr(day, 1, 4)"),
}
"""Table and column of the fields whose values are compared with those of a filter."""


def condition_of(
    connection: apsw.Connection, item: Filter
) -> tuple[str, tuple[Any, ...]]:
    """A filter as SQL on a row of `document`, and its parameters."""
    condition = _Condition.of(connection, item)
    return condition.sql, condition.parameters


@dataclass(frozen=True, slots=True)
class _Condition:
    """SQL on a row of `document`, and its parameters in order."""

    sql: str
    parameters: tuple[Any, ...]

    @classmethod
    def of(cls, connection: apsw.Connection, item: Filter) -> "_Condition":
        if item.field is FilterField.FILE:
            # As one condition: SQLite's expression depth is limited to 1,000.
            named = "path IN (SELECT value FROM json_each(?))"
            sql = f"NOT {named}" if item.negated else named
            return cls(sql, (json.dumps(item.values),))
        either = [_of_value(connection, item.field, value) for value in item.values]
        sql = "(" + " OR ".join(one.sql for one in either) + ")"
        parameters = tuple(value for one in either for value in one.parameters)
        return cls(f"NOT {sql}" if item.negated else sql, parameters)


def _of_value(
    connection: apsw.Connection, field: FilterField, value: str
) -> _Condition:
    match field:
        case FilterField.HAS:
            is_known = folded(value).rstrip("s") == ATTACHMENT
            wanted = "source != '' AND attachments > 0" if is_known else "false"
            return _Condition(f"({wanted})", ())
        case FilterField.BULK:
            return _Condition("(source != '' AND category = ?)", (value,))
        case FilterField.THREAD:
            return _Condition(_IN_THREAD, (value.strip("<> "),))
        case FilterField.AFTER:
            return _Condition("day >= ?", (value,))
        case FilterField.BEFORE:
            return _Condition("day < ?", (value,))
        case FilterField.FOLDER:
            inside = escaped(value.strip("/")) + "/%"
            return _at_a_place(
                r"(path LIKE ? ESCAPE '\' OR path LIKE ? ESCAPE '\')",
                (inside, f"%/{inside}"),
            )
        case FilterField.INSIDE:
            inside = f"{escaped(value)}/%" if value else "%"
            return _at_a_place(r"path LIKE ? ESCAPE '\'", (inside,))
        case FilterField.PATH:
            wild = value if set("*?[") & set(value) else f"*{value}*"
            return _Condition("lower(path) GLOB lower(?)", (wild,))
        case FilterField.WORDS:
            return _Condition(
                "document.id IN (SELECT document_id FROM chunk WHERE id IN "
                "(SELECT rowid FROM keyword WHERE keyword MATCH ?))",
                (expression_of(Phrase(value)),),
            )
        case _:
            chosen = json.dumps(
                list(matching_values(field, value, _values(connection, field)))
            )
            return _one_of(field, chosen)


_IN_THREAD = """document.id IN (
    WITH RECURSIVE known (id) AS (
        VALUES (?)
        UNION SELECT thread FROM document AS mail JOIN known ON message_id = known.id
            WHERE source != '' AND thread != ''
        UNION SELECT message_id FROM document AS mail JOIN known ON thread = known.id
            WHERE source != '' AND message_id != ''
    )
    SELECT mail.id FROM known JOIN document AS mail ON source != ''
        AND (message_id = known.id OR thread = known.id)
)"""
"""The mails that refer to each other, by the Message-ID of one of them."""


def _at_a_place(sql: str, parameters: tuple[str, ...]) -> _Condition:
    """A condition on the path, which may also be that of a copy of a mail."""
    copies = f"SELECT document FROM mail_place WHERE {sql}"
    return _Condition(f"({sql} OR document.id IN ({copies}))", parameters * 2)


def _one_of(field: FilterField, values: str) -> _Condition:
    listed = "IN (SELECT value FROM json_each(?))"
    if field is FilterField.TAG:
        inside = f"SELECT document_id FROM tag WHERE tag {listed}"
        return _Condition(f"document.id IN ({inside})", (values,))
    is_mail = "source != '' AND " if field in OF_MAILS else ""
    return _Condition(f"({is_mail}{_COLUMNS[field][1]} {listed})", (values,))


def _values(connection: apsw.Connection, field: FilterField) -> list[str]:
    if field in _KEPT:
        return _kept_values(connection, field)
    table, column = _COLUMNS[field]
    rows = connection.execute(f"SELECT DISTINCT {column} FROM {table}")
    return [text for (text,) in rows if text]


def _kept_values(connection: apsw.Connection, field: FilterField) -> list[str]:
    sql = "SELECT value FROM value_count WHERE field = ? ORDER BY value"
    return [value for (value,) in typed(connection.execute(sql, (field,)), str)]


_RECIPIENTS = (
    "json_each(iif(source = '', '[]', "
    "coalesce(json_extract(metadata, '$.mail.to'), '[]')))"
)

_COUNTED = {
    FilterField.TAG: ("tag", " JOIN tag ON document_id = document.id"),
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
    connection: apsw.Connection, field: FilterField, filters: Sequence[Filter] = ()
) -> ValueCounts:
    """The values of `field`, and how many documents have each.

    Args:
        connection: To the index.
        field: One of `COUNTED_FIELDS`. Folders are those that contain a document
            themselves.
        filters: Only documents that satisfy all of these count.
    """
    filters = [item for item in filters if not excludes_nothing(connection, item)]
    if field in _KEPT and not filters:
        rows = connection.execute(
            "SELECT value, documents FROM value_count WHERE field = ? "
            "ORDER BY documents DESC, value",
            (field,),
        )
        return _without_slash(typed(rows, str, int))
    where, parameters = _where(connection, filters, None)
    if field in COUNTED_OF_MAILS:
        where += " AND source != ''"  # the mails alone are read: partial indexes
    if field in _OF_DOCUMENTS:
        return _counted(connection, [field], where, parameters)[field]
    return _grouped(connection, field, where, parameters)


def value_counts_among(
    connection: apsw.Connection,
    fields: Collection[FilterField],
    filters: Sequence[Filter],
    among: Collection[DocumentId],
) -> dict[FilterField, ValueCounts]:
    """The same of several fields, of the documents `among` alone, in one pass."""
    where, parameters = _where(connection, filters, among)
    counted = [field for field in fields if field in _OF_DOCUMENTS]
    found = _counted(connection, counted, where, parameters, _FOUND)
    for field in fields:
        if field not in found:
            found[field] = _grouped(connection, field, where, parameters, _FOUND)
    return found


def _where(
    connection: apsw.Connection,
    filters: Sequence[Filter],
    among: Collection[DocumentId] | None,
) -> tuple[str, list[Any]]:
    """The condition of filters, and of being among some documents."""
    conditions, parameters = ["true"], list[Any]()
    for item in filters:
        if not excludes_nothing(connection, item):
            sql, given = condition_of(connection, item)
            conditions.append(sql)
            parameters += given
    if among is not None:
        conditions.append("document.id IN (SELECT value FROM json_each(?))")
        parameters.append(json.dumps(list(among)))
    return " AND ".join(conditions), parameters


def _grouped(
    connection: apsw.Connection,
    field: FilterField,
    where: str,
    parameters: Sequence[Any],
    table: str = "document",
) -> ValueCounts:
    """The counts of a field of which a document may have several values."""
    value, joined = _COUNTED[field]
    rows = connection.execute(
        f"SELECT {value}, count(*) FROM {table}{joined} "
        f"WHERE {value} != '' AND {where} GROUP BY 1 ORDER BY 2 DESC, 1",
        parameters,
    )
    return tuple(typed(rows, str, int))


def _counted(
    connection: apsw.Connection,
    fields: Sequence[FilterField],
    where: str,
    parameters: Sequence[Any],
    table: str = "document",
) -> dict[FilterField, ValueCounts]:
    """The counts of fields of which a document has one value at most.

    Each document is read once: SQLite would read them for each field.
    """
    columns_of = {field: _COUNTED[field][0] for field in fields}
    if table == _FOUND and FilterField.FOLDER in columns_of:
        columns_of[FilterField.FOLDER] = _INDEXED_FOLDER
    values = ", ".join(columns_of.values())
    rows = connection.execute(
        f"SELECT {values} FROM {table} WHERE {where}", parameters
    ).fetchall()
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
