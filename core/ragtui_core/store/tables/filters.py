"""Filters as SQL on rows of table `document`, and of `chunk` beside it."""

from __future__ import annotations

import difflib
import re
import unicodedata
from typing import TYPE_CHECKING, Any

from ragtui_core.store.index_limits import indexable
from ragtui_core.store.matching import Phrase
from ragtui_core.store.selection import ATTACHMENT, Filter, FilterField
from ragtui_core.store.session import Condition, escaped, lower_ascii
from ragtui_core.store.tables.correspondents import also_known_as, is_name_of
from ragtui_core.text.folding import folded, name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ragtui_core.store.reading.reader_state import ReaderState

OF_MAILS = frozenset({FilterField.FROM, FilterField.TO, FilterField.SUBJECT})
"""Fields in which a filter finds words."""

COUNTED_OF_MAILS = frozenset({FilterField.FROM, FilterField.TO, FilterField.HAS})
"""Fields of which only mails have values that are counted."""

PEOPLE = frozenset({FilterField.FROM, FilterField.TO})
"""Fields of names and addresses."""

KIND = (
    "CASE WHEN encoding LIKE '%/%' "
    "THEN rtrim(rtrim(encoding, replace(encoding, '/', '')), '/') ELSE 'markdown' END"
)
"""The kind of a row of `document`: `pdf` of the encoding `pdf/1`."""

DAY, UNTIL = "coalesce(own_day, day)", "coalesce(own_until, until)"
"""The days of a row of `chunk` beside its document."""

YEAR = f"substr({DAY}, 1, 4)"
"""The year of a passage."""

_WITH_PASSAGES = "document JOIN chunk ON chunk.document = document.id"

COLUMNS = {
    FilterField.YEAR: (_WITH_PASSAGES, YEAR, ""),
    FilterField.TAG: ("tag", "tag", ""),
    FilterField.TYPE: ("document", "type", ""),
    FilterField.KIND: ("document", KIND, ""),
    FilterField.STATUS: ("document", "status", ""),
    FilterField.COMPANY: ("document", "company", ""),
    FilterField.CATEGORY: ("document", "category", ""),
    FilterField.FROM: ("document", "sender", "AND source != ''"),
    FilterField.TO: ("document", "recipients", "AND source != ''"),
    FilterField.SUBJECT: ("document", "title", "AND source != ''"),
}
"""Table, column and condition of fields whose values are compared with a filter's."""


def nearest_value(reader: ReaderState, field: FilterField, value: str) -> str | None:
    """The value of `field` most similar to `value`, as a suggestion."""
    if field not in COLUMNS or field in OF_MAILS - {FilterField.FROM}:
        return None
    return most_similar(value, _values(reader, field))


def _values(reader: ReaderState, field: FilterField) -> list[str]:
    """The values of a field, which are read once for each state of the index."""
    table, column, condition = COLUMNS[field]
    has_index = column.isidentifier()
    sql = _NEXT_VALUES if has_index else "SELECT DISTINCT {1} FROM {0}"
    sql = sql.format(table, column, condition)
    return reader.cache.once(
        sql, lambda: [text for (text,) in reader.tables.rows(sql) if text]
    )


_NEXT_VALUES = """
WITH RECURSIVE known (value) AS (
    SELECT min({1}) FROM {0} WHERE {1} > '' {2}
    UNION ALL SELECT (SELECT min({1}) FROM {0} WHERE {1} > known.value {2})
    FROM known WHERE known.value IS NOT NULL
)
SELECT value FROM known WHERE value IS NOT NULL
"""
"""Each value looked up in the index of a column, without reading all of its rows."""


def without_idle(reader: ReaderState, filters: Iterable[Filter]) -> list[Filter]:
    """The filters except those that exclude values which no document has.

    For example, `-status:archived` in a vault in which nothing is archived.
    """
    return [item for item in filters if not _is_idle(reader, item)]


def _is_idle(reader: ReaderState, item: Filter) -> bool:
    is_bulk = item.field is FilterField.BULK
    field = FilterField.CATEGORY if is_bulk else item.field
    if not item.negated or field not in COLUMNS or field in OF_MAILS:
        return False
    known = _values(reader, field)
    if is_bulk:
        return set(known).isdisjoint(item.values)
    return not any(any(matching_values(field, v, known)) for v in item.values)


def condition_of(
    reader: ReaderState, filters: Sequence[Filter], joined: str = " AND "
) -> Condition:
    """Filters as SQL on `document`; one passage must satisfy all filters of passages.

    `joined` is the SQL between them: " AND " or " OR ".
    """
    own = [item for item in filters if _is_of_passages(reader, item)]
    if not own:
        return passage_condition(reader, filters, joined)
    passage = passage_condition(reader, own, name="passage")
    others = [item for item in filters if item not in own]
    rest = passage_condition(reader, others, joined)
    exists = f"SELECT 1 FROM chunk WHERE chunk.document = document.id AND {passage.sql}"
    values = {**rest.values, **passage.values}
    return Condition(f"{rest.sql} AND EXISTS ({exists})", values)


def passage_condition(
    reader: ReaderState,
    filters: Iterable[Filter],
    joined: str = " AND ",
    name: str = "filter",
) -> Condition:
    """Filters as SQL on rows of `document`, and of `chunk` if these are of passages."""
    parts, values = [], dict[str, Any]()
    for item in filters:
        either = []
        for one in _conditions(reader, item):
            parameter = f"{name}{len(values)}"
            either.append(one.sql.replace(":value", f":{parameter}"))
            values.update((parameter, value) for value in one.values.values())
        sql = f"({' OR '.join(either)})"
        parts.append(f"NOT coalesce({sql}, false)" if item.negated else sql)
    return Condition(joined.join(parts) or "true", values)


def _conditions(reader: ReaderState, item: Filter) -> list[Condition]:
    """Conditions, one of which the filter's documents satisfy."""
    if item.field is FilterField.FILE:
        # As one condition: SQLite's expression depth is limited to 1,000.
        return [_with("document.path IN :value", list(item.values))]
    return [_of_value(reader, item.field, value) for value in _spellings(item)]


_OF_POSITIONS = (FilterField.FOLDER, FilterField.INSIDE, FilterField.PATH)


def _spellings(item: Filter) -> Iterable[str]:
    """The values of a filter; those of paths as they may be written on a disk."""
    if item.field not in _OF_POSITIONS:
        return item.values
    return dict.fromkeys(
        unicodedata.normalize(form, value)
        for value in item.values
        for form in ("NFC", "NFD")
    )


_OF_DATES = {
    FilterField.AFTER: f"{UNTIL} >= :value",
    FilterField.BEFORE: f"{DAY} < :value",
    FilterField.DATE: f"({UNTIL} >= :value AND {DAY} < :value || '~')",
    FilterField.YEAR: f"{YEAR} = :value",
    FilterField.CHANGED: "changed >= :value",
    FilterField.IS: "state = :value",
    # A day, month or year, or the first and the last day of some.
    FilterField.DUE: "(due >= substr(:value, 1, 10) AND CASE WHEN :value LIKE '%/%' "
    "THEN due <= substr(:value, 12) ELSE due < :value || '~' END "
    "OR due LIKE '--%' AND CASE WHEN :value NOT LIKE '%/%' "
    "THEN substr(:value, 6) != '' AND due LIKE '--' || substr(:value, 6) || '%' "
    "WHEN substr(:value, 6, 5) <= substr(:value, 17) "
    "THEN substr(due, 3) BETWEEN substr(:value, 6, 5) AND substr(:value, 17) "
    "ELSE substr(due, 3) NOT BETWEEN substr(:value, 17) AND substr(:value, 6, 5) "
    "OR substr(due, 3) IN (substr(:value, 6, 5), substr(:value, 17)) END)",
}

OF_PASSAGES = frozenset(
    {
        *(FilterField.AFTER, FilterField.BEFORE, FilterField.DATE, FilterField.YEAR),
        *(FilterField.IS, FilterField.DUE),
    }
)
"""Fields that the passages of a document have on their own."""


def are_of_passages(reader: ReaderState, filters: Iterable[Filter]) -> bool:
    """Whether some passages of a document may satisfy filters, and others not."""
    return any(_is_of_passages(reader, item) for item in filters)


def _is_of_passages(reader: ReaderState, item: Filter) -> bool:
    is_of_speakers = item.field is FilterField.FROM and _speakers(reader)
    return item.field in OF_PASSAGES or bool(is_of_speakers)


def _speakers(reader: ReaderState) -> list[str]:
    """The distinct lists of speakers of passages, each joined with line feeds."""
    sql = _NEXT_VALUES.format("chunk", "speakers", "AND speakers != ''")
    return reader.cache.once(sql, lambda: [text for (text,) in reader.tables.rows(sql)])


def _addressees(reader: ReaderState) -> list[str]:
    sql = _NEXT_VALUES.format("addressee", "addressee", "")
    return reader.cache.once(sql, lambda: [text for (text,) in reader.tables.rows(sql)])


def _of_value(reader: ReaderState, field: FilterField, value: str) -> Condition:
    """SQL with at most one parameter, `value`."""
    match field:
        case FilterField.HAS:
            is_known = folded(value).rstrip("s") == ATTACHMENT
            return Condition(
                "(source != '' AND attachments > 0)" if is_known else "false"
            )
        case FilterField.BULK:
            return _with("(source != '' AND category = :value)", value)
        case FilterField.THREAD:
            return _with(_IN_THREAD, value.strip("<> "))
        case FilterField.LINKS:
            return _with(_LINKING, indexable(name_key(value)))
        case field if field in _OF_DATES:
            return _with(_OF_DATES[field], value)
        case FilterField.FOLDER:
            return _at_a_position(
                r"(lower(path) LIKE :value ESCAPE '\' "
                r"OR lower(path) LIKE '%/' || :value ESCAPE '\')",
                escaped(value.strip("/")) + "/%",
            )
        case FilterField.INSIDE:
            inside = f"{escaped(value)}/%" if value else "%"
            return _at_a_position(r"lower(path) LIKE :value ESCAPE '\'", inside)
        case FilterField.PATH:
            wild = value if set("*?[") & set(value) else f"*{value}*"
            return reader.like_path(lower_ascii(wild))
        case FilterField.WORDS:
            return reader.with_words(Phrase(value))
        case _:
            return _of_values(reader, field, value)


def _with(sql: str, value: str | list[str]) -> Condition:
    return Condition(sql, {"value": value})


_IN_THREAD = """document.id IN (
    WITH RECURSIVE known (id) AS (
        SELECT mail.message_id FROM document AS mail
        WHERE mail.source != '' AND mail.message_id = :value
        UNION SELECT mail.thread FROM document AS mail
        WHERE mail.source != '' AND mail.thread = :value
        UNION SELECT CASE mail.message_id WHEN known.id THEN mail.thread
            ELSE mail.message_id END
        FROM known CROSS JOIN document AS mail
        WHERE mail.message_id != '' AND mail.thread != '' AND (
            (mail.source != '' AND mail.message_id = known.id)
            OR (mail.source != '' AND mail.thread = known.id))
    )
    SELECT mail.id FROM known CROSS JOIN document AS mail
    WHERE (mail.source != '' AND mail.message_id = known.id)
        OR (mail.source != '' AND mail.thread = known.id)
)"""
"""The mails that refer to each other, by the Message-ID of one of them.

With CROSS JOIN, SQLite looks mails up by the ids that are known, in indexes whose
condition on `source` has to be in each part of OR."""


_LINKING = """document.id IN (
    SELECT link.document FROM link WHERE link.key = :value OR link.key IN (
        SELECT other.key FROM note_key CROSS JOIN note_key AS other
        WHERE note_key.key = :value AND other.document = note_key.document)
)"""
"""The notes that link to one, by any of its names."""


def _at_a_position(sql: str, value: str) -> Condition:
    """A condition on the path, which may also be that of a copy of a mail."""
    own = sql.replace("path", "document.path")
    copies = f"SELECT mail_place.document FROM mail_place WHERE {sql}"
    return _with(f"({own} OR document.id IN ({copies}))", lower_ascii(value))


def _one_of(field: FilterField, values: list[str]) -> Condition:
    if field is FilterField.TAG:
        inside = "SELECT tag.document FROM tag WHERE tag.tag IN :value"
        return _with(f"document.id IN ({inside})", values)
    _, column, condition = COLUMNS[field]
    return _with(f"({column} IN :value {condition})", values)


def _of_values(reader: ReaderState, field: FilterField, value: str) -> Condition:
    """On the values of a field; a sender may be one who speaks in a chat."""
    known = _values(reader, field)
    values = list(matching_values(field, value, known))
    if field is FilterField.FROM:
        named = matching_values(field, value, [*known, *_addressees(reader)])
        values += set(also_known_as(named, known)).difference(values)
    if field is FilterField.FROM and (
        said := [
            names
            for names in _speakers(reader)
            if any(matching_values(field, value, names.split("\n")))
        ]
    ):
        sql = "(speakers IN :value OR (source != '' AND sender IN :value))"
        return _with(sql, [*values, *said])
    return _one_of(field, values)


def matching_values(
    field: FilterField, value: str, values: Iterable[str]
) -> Iterator[str]:
    """Which of `values` of `field` match `value`."""
    wanted = folded(value.removeprefix("#") if field is FilterField.TAG else value)
    for text in values:
        known = folded(text)
        is_person = field in PEOPLE and is_name_of(text, value)
        if is_person or known == wanted or (wanted and _belongs(field, known, wanted)):
            yield text


def _belongs(field: FilterField, known: str, wanted: str) -> bool:
    """A tag below the one wanted; one of several values, or words of a company's."""
    if field is FilterField.TAG:
        return known.startswith(f"{wanted}/")
    if field in {FilterField.STATUS, FilterField.CATEGORY}:
        return wanted in known.split(", ")
    if field is FilterField.COMPANY or field in OF_MAILS:
        return bool(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", known))
    return False


def most_similar(value: str, values: Iterable[str]) -> str | None:
    """The one of `values` most similar to `value`, as a suggestion."""
    known = {folded(text): text for text in values}
    near = difflib.get_close_matches(folded(value), known, n=1, cutoff=0.6)
    return known[near[0]] if near else None
