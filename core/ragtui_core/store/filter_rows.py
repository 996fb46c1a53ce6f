"""Filters on documents, and the chunks that they leave to a search."""

import difflib
import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import apsw

from ragtui_core.model import ChunkId
from ragtui_core.store.names import folded


class FilterField(StrEnum):
    """What a filter looks at; the names are those of the query language."""

    TAG = "tag"
    FOLDER = "folder"
    PATH = "path"
    TYPE = "type"
    STATUS = "status"
    COMPANY = "company"
    CATEGORY = "category"
    AFTER = "after"
    BEFORE = "before"
    WORDS = "words"
    """Not in the query language: an FTS5 expression that some chunk matches."""
    FILE = "file"
    """Not in the query language: one document, by its path."""
    INSIDE = "inside"
    """Not in the query language: a folder by its whole path; "" is the vault."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Documents of which `field` is one of `values`; or, negated, is none of them.

    Dates are ISO 8601, a day or less precise; folders and paths relative to the
    vault. `path` is a glob in which `*` crosses folders.
    """

    field: FilterField
    values: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """The chunks that a search may find: only `chunks`, or all others."""

    chunks: frozenset[ChunkId] = frozenset()
    included: bool = False

    def keeps(self, chunk: ChunkId) -> bool:
        """Whether `chunk` may be found."""
        return (chunk in self.chunks) is self.included

    @property
    def is_everything(self) -> bool:
        """Whether nothing is left out."""
        return not self.included and not self.chunks

    @property
    def is_nothing(self) -> bool:
        """Whether everything is left out for certain."""
        return self.included and not self.chunks

    def narrowed(self, chunks: Collection[ChunkId]) -> "Selection":
        """Those of `chunks` that are kept."""
        return Selection(frozenset(filter(self.keeps, chunks)), included=True)

    def without(self, chunks: Collection[ChunkId]) -> "Selection":
        """What is kept, but for `chunks`."""
        left = self.chunks.difference(chunks)
        kept = left if self.included else self.chunks.union(chunks)
        return Selection(kept, self.included)


EVERYTHING = Selection()


def select(connection: apsw.Connection, filters: Sequence[Filter]) -> Selection:
    """The chunks of documents that satisfy every filter."""
    if not filters:
        return EVERYTHING
    conditions = [_Condition.of(connection, item) for item in filters]
    sql = " AND ".join(condition.sql for condition in conditions)
    parameters = [value for condition in conditions for value in condition.parameters]
    ((kept, total),) = connection.execute(
        f"SELECT count(*) FILTER (WHERE {sql}), count(*) FROM document", parameters
    )
    if kept == total:
        return EVERYTHING
    # Whichever is less is listed.
    included = kept * 2 <= total
    wanted = sql if included else f"NOT ({sql})"
    ((listed,),) = connection.execute(
        "SELECT json_group_array(chunk.id) FROM document CROSS JOIN chunk "
        f"ON chunk.document_id = document.id WHERE {wanted}",
        parameters,
    )
    return Selection(frozenset(json.loads(listed)), included)


def nearest_value(
    connection: apsw.Connection, field: FilterField, value: str
) -> str | None:
    """A value of `field` that looks like `value`, for who mistyped it."""
    if field not in _COLUMNS:
        return None
    known = {folded(text): text for text in _values(connection, field)}
    near = difflib.get_close_matches(folded(value), known, n=1, cutoff=0.6)
    return known[near[0]] if near else None


_COLUMNS = {
    FilterField.TAG: ("tag", "tag"),
    FilterField.TYPE: ("document", "type"),
    FilterField.STATUS: ("document", "status"),
    FilterField.COMPANY: ("document", "company"),
    FilterField.CATEGORY: ("document", "category"),
}
"""Table and column of the fields that have few values."""


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
        either = [_of_value(connection, item.field, value) for value in item.values]
        sql = "(" + " OR ".join(one.sql for one in either) + ")"
        parameters = tuple(value for one in either for value in one.parameters)
        return cls(f"NOT {sql}" if item.negated else sql, parameters)


def _of_value(
    connection: apsw.Connection, field: FilterField, value: str
) -> _Condition:
    match field:
        case FilterField.AFTER:
            return _Condition("day >= ?", (value,))
        case FilterField.BEFORE:
            return _Condition("day < ?", (value,))
        case FilterField.FILE:
            return _Condition("path = ?", (value,))
        case FilterField.FOLDER:
            inside = _escaped(value.strip("/")) + "/%"
            return _Condition(
                r"(path LIKE ? ESCAPE '\' OR path LIKE ? ESCAPE '\')",
                (inside, f"%/{inside}"),
            )
        case FilterField.INSIDE:
            inside = f"{_escaped(value)}/%" if value else "%"
            return _Condition(r"path LIKE ? ESCAPE '\'", (inside,))
        case FilterField.PATH:
            wild = value if set("*?[") & set(value) else f"*{value}*"
            return _Condition("lower(path) GLOB lower(?)", (wild,))
        case FilterField.WORDS:
            return _Condition(
                "document.id IN (SELECT document_id FROM chunk WHERE id IN "
                "(SELECT rowid FROM keyword WHERE keyword MATCH ?))",
                (value,),
            )
        case _:
            chosen = json.dumps(list(_chosen(connection, field, value)))
            return _one_of(field, chosen)


def _one_of(field: FilterField, values: str) -> _Condition:
    listed = "IN (SELECT value FROM json_each(?))"
    if field is FilterField.TAG:
        inside = f"SELECT document_id FROM tag WHERE tag {listed}"
        return _Condition(f"document.id IN ({inside})", (values,))
    return _Condition(f"{_COLUMNS[field][1]} {listed}", (values,))


def _chosen(
    connection: apsw.Connection, field: FilterField, value: str
) -> Iterator[str]:
    """The values of `field` that a person means by `value`."""
    wanted = folded(value.removeprefix("#") if field is FilterField.TAG else value)
    for text in _values(connection, field):
        known = folded(text)
        if known == wanted or (wanted and _belongs(field, known, wanted)):
            yield text


def _belongs(field: FilterField, known: str, wanted: str) -> bool:
    """A tag below the one wanted; a company with the words wanted in its name."""
    if field is FilterField.TAG:
        return known.startswith(f"{wanted}/")
    if field is FilterField.COMPANY:
        return bool(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", known))
    return False


def _values(connection: apsw.Connection, field: FilterField) -> list[str]:
    table, column = _COLUMNS[field]
    rows = connection.execute(f"SELECT DISTINCT {column} FROM {table}")
    return [text for (text,) in rows if text]


def _escaped(text: str) -> str:
    return re.sub(r"([%_\\])", r"\\\1", text)
