"""Filters on documents as SQL, and the documents of each value of a field."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from ragtui_core.store.filter_values import (
    COUNTED_OF_MAILS,
    OF_MAILS,
    escaped,
    matching_values,
    most_similar,
)
from ragtui_core.store.matching import Phrase, TermKind
from ragtui_core.store.postgres.reader_state import (
    EVERYTHING,
    ChosenDocuments,
    ChunkSelection,
    Condition,
    ReaderState,
)
from ragtui_core.store.postgres.term_conditions import tsquery_of
from ragtui_core.store.selection import (
    ATTACHMENT,
    Filter,
    FilterField,
    ValueCounts,
)
from ragtui_core.text.folding import folded
from ragtui_core.types import DocumentId


def select(state: ReaderState, filters: Sequence[Filter]) -> ChunkSelection:
    """The chunks of documents that satisfy every filter."""
    if not filters:
        return EVERYTHING
    chosen = condition_of(state, filters)
    ((kept, total, are_kept, chunks),) = state.session.binary_rows(
        _SELECTED.format(condition=chosen.sql), **chosen.values
    )
    if kept == total:
        return EVERYTHING
    chunks = chunks or b""
    count = len(chunks) // 4 if are_kept else None
    return ChunkSelection(ChosenDocuments(chosen, chunks, are_kept), count=count)


_SELECTED = """
WITH judged AS MATERIALIZED (
    SELECT document.id, {condition} AS is_kept FROM document
    WHERE document.vault = %(vault)s
), counted AS (
    SELECT kept, total, 2 * kept <= total AS are_kept FROM (
        SELECT count(*) FILTER (WHERE is_kept) AS kept, count(*) AS total FROM judged
    ) AS each
)
SELECT kept, total, are_kept, CASE WHEN kept < total THEN (
    SELECT string_agg(int4send(chunk.id), '') FROM judged
    JOIN chunk ON chunk.vault = %(vault)s AND chunk.document = judged.id
    WHERE is_kept = are_kept
) END
FROM counted
"""
"""The fewer chunks, those of documents that satisfy a condition or of the others."""


def nearest_value(state: ReaderState, field: FilterField, value: str) -> str | None:
    """The value of `field` most similar to `value`, as a suggestion."""
    if field not in _COLUMNS or field in OF_MAILS - {FilterField.FROM}:
        return None
    return most_similar(value, _values(state, field))


KIND = (
    "CASE WHEN strpos(encoding, '/') > 0 "
    "THEN split_part(encoding, '/', 1) ELSE 'markdown' END"
)
"""The kind of a row of `document`: `pdf` of the encoding `pdf/1`."""

_COLUMNS = {
    FilterField.TAG: ("tag", "tag", ""),
    FilterField.TYPE: ("document", "type", ""),
    FilterField.KIND: ("document", KIND, ""),
    FilterField.STATUS: ("document", "status", ""),
    FilterField.COMPANY: ("document", "company", ""),
    FilterField.CATEGORY: ("document", "category", ""),
    FilterField.FROM: ("document", "sender", "AND source != ''"),
    FilterField.TO: ("document", "recipients", "AND source != ''"),
    FilterField.SUBJECT: ("document", "title", "AND source != ''"),
    FilterField.YEAR: ("document", "substr(day, 1, 4)", ""),
}
"""Table, column and condition of fields whose values are compared with a filter's."""


def condition_of(state: ReaderState, filters: Sequence[Filter]) -> Condition:
    """Filters as SQL on a row of `document`; it needs the parameter `vault`."""
    parts: list[str] = []
    values: dict[str, Any] = {}
    for item in filters:
        if item.field is FilterField.FILE:
            name = f"filter{len(values)}"
            values[name] = list(item.values)
            either = [f"document.path = ANY(%({name})s::text[])"]
        else:
            either = []
            for value in item.values:
                one = _of_value(state, item.field, value)
                name = f"filter{len(values)}"
                either.append(one.sql.replace("%(value)s", f"%({name})s"))
                if "value" in one.values:
                    values[name] = one.values["value"]
        sql = f"coalesce({' OR '.join(either)}, false)"
        parts.append(f"NOT {sql}" if item.negated else sql)
    return Condition(" AND ".join(parts) or "true", values)


def _of_value(state: ReaderState, field: FilterField, value: str) -> Condition:
    """SQL with at most one parameter, `value`."""
    match field:
        case FilterField.HAS:
            is_known = folded(value).rstrip("s") == ATTACHMENT
            return Condition(
                "(source != '' AND attachments > 0)" if is_known else "false"
            )
        case FilterField.BULK:
            return _with("(source != '' AND category = %(value)s)", value)
        case FilterField.THREAD:
            return _with(_IN_THREAD, value.strip("<> "))
        case FilterField.AFTER:
            return _with("day >= %(value)s", value)
        case FilterField.BEFORE:
            return _with("day < %(value)s", value)
        case FilterField.FOLDER:
            inside = escaped(value.strip("/")) + "/%"
            return _at_a_place(
                "(path ILIKE %(value)s OR path ILIKE '%%/' || %(value)s)", inside
            )
        case FilterField.INSIDE:
            inside = f"{escaped(value)}/%" if value else "%"
            return _at_a_place("path ILIKE %(value)s", inside)
        case FilterField.PATH:
            wild = value if set("*?[") & set(value) else f"*{value}*"
            return _with("lower(document.path) ~ %(value)s", _regex_of(_lower(wild)))
        case FilterField.WORDS:
            query = tsquery_of(Phrase(value), TermKind.WORD)
            return _with(_WITH_WORDS, query) if query else Condition("false")
        case _:
            return _one_of(
                field, list(matching_values(field, value, _values(state, field)))
            )


def _with(sql: str, value: Any) -> Condition:
    return Condition(sql, {"value": value})


_WITH_WORDS = (
    "document.id IN (SELECT chunk.document FROM chunk WHERE chunk.vault = %(vault)s "
    "AND chunk.words @@ %(value)s::tsquery)"
)

_IN_THREAD = """document.id IN (
    WITH RECURSIVE known (id) AS (
        SELECT %(value)s::text COLLATE "C"
        UNION SELECT other.id FROM known, LATERAL (
            SELECT mail.thread AS id FROM document AS mail
            WHERE mail.vault = %(vault)s AND mail.source != ''
                AND mail.message_id = known.id AND mail.thread != ''
            UNION ALL SELECT mail.message_id FROM document AS mail
            WHERE mail.vault = %(vault)s AND mail.source != ''
                AND mail.thread = known.id AND mail.message_id != ''
        ) AS other
    )
    SELECT mail.id FROM known JOIN document AS mail ON mail.vault = %(vault)s
        AND mail.source != '' AND (mail.message_id = known.id OR mail.thread = known.id)
)"""
"""The mails that refer to each other, by the Message-ID of one of them."""


def _at_a_place(sql: str, value: str) -> Condition:
    """A condition on the path, which may also be that of a copy of a mail."""
    own = sql.replace("path", "document.path")
    copies = (
        "SELECT mail_place.document FROM mail_place "
        f"WHERE mail_place.vault = %(vault)s AND {sql}"
    )
    return _with(f"({own} OR document.id IN ({copies}))", value)


def _one_of(field: FilterField, values: list[str]) -> Condition:
    listed = "= ANY(%(value)s::text[])"
    if field is FilterField.TAG:
        inside = (
            "SELECT tag.document FROM tag "
            f"WHERE tag.vault = %(vault)s AND tag.tag {listed}"
        )
        return _with(f"document.id IN ({inside})", values)
    _, column, condition = _COLUMNS[field]
    return _with(f"({column} {listed} {condition})", values)


def _values(state: ReaderState, field: FilterField) -> list[str]:
    known = state.cache.values
    if field not in known:
        table, column, condition = _COLUMNS[field]
        rows = state.session.rows(
            f"SELECT DISTINCT {column} FROM {table} WHERE vault = %(vault)s {condition}"
        )
        known[field] = [text for (text,) in rows if text]
    return known[field]


_COUNTED = {
    FilterField.TAG: (
        "tag.tag",
        "document JOIN tag ON tag.vault = document.vault "
        "AND tag.document = document.id",
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
    filters: Sequence[Filter] = (),
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
    conditions = ["document.vault = %(vault)s", f"{value} != ''", chosen.sql]
    if field in COUNTED_OF_MAILS:
        conditions.append("source != ''")
    given = dict(chosen.values)
    if among is not None:
        conditions.append("document.id = ANY(%(counted)s::int[])")
        given["counted"] = list(among)
    rows = state.session.rows(
        f"SELECT {value}, count(*) FROM {tables} "
        f"WHERE {' AND '.join(conditions)} GROUP BY 1 ORDER BY 2 DESC, 1",
        **given,
    )
    return tuple((text.rstrip("/"), count) for text, count in rows)


def _lower(text: str) -> str:
    """`text` with letters of ASCII in lower case, as paths in "C" are compared."""
    return "".join(each.lower() if each.isascii() else each for each in text)


_NOTHING = "(?!)"
"""Matches no text."""

_MEANT = re.compile(r"([!-/:-@\[-`{-~])")
"""All punctuation of ASCII."""


def _regex_of(pattern: str) -> str:
    """SQLite's glob pattern as an expression for a whole text.

    For `[` alone it is one that matches nothing.

    `*` is any text, `?` a character, `[a-c]` one of a list, `[^a-c]` one of no list.
    """
    parts = ["^"]
    at = 0
    while at < len(pattern):
        character = pattern[at]
        at += 1
        if character == "*":
            parts.append(".*")
        elif character == "?":
            parts.append(".")
        elif character == "[":
            end = _end_of_list(pattern, at)
            if end < 0:
                return _NOTHING
            parts.append(_list(pattern[at:end]))
            at = end + 1
        else:
            parts.append(_quoted(character))
    return "".join([*parts, "$"])


def _end_of_list(pattern: str, start: int) -> int:
    first = start + pattern.startswith("^", start)
    return pattern.find("]", first + 1)


def _list(text: str) -> str:
    negated = text.startswith("^")
    alternatives = []
    items = text[negated:]
    at = 0
    while at < len(items):
        if items[at + 1 : at + 2] == "-" and at + 2 < len(items):
            first, last = items[at], items[at + 2]
            if first <= last:
                alternatives.append(f"[{_quoted(first)}-{_quoted(last)}]")
            at += 3
        else:
            alternatives.append(_quoted(items[at]))
            at += 1
    either = f"(?:{'|'.join(alternatives) or _NOTHING})"
    return f"(?!{either})." if negated else either


def _quoted(character: str) -> str:
    return _MEANT.sub(r"\\\1", character)
