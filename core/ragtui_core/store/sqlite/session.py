"""Shared statements (`store/session.py`) in SQLite's dialect."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import apsw

from ragtui_core.store.sqlite.damage import DamagedRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_LIST = re.compile(r"\bIN :(\w+)")
_TYPES = {"INTEGER": int, "TEXT": str, "BLOB": bytes}


class SqliteSession:
    """A connection; the file is of one vault."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, **values: Any) -> list[Any]:
        """All rows of a statement that has some.

        In an index without checksums, a flipped bit can make a number of a text.

        Raises:
            DamagedRow: A value is of another type than its column.
        """
        given = {
            name: json.dumps(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        cursor = self._connection.execute(_written(sql), given)
        try:
            columns = cursor.get_description()
        except apsw.ExecutionCompleteError:
            return []
        rows = cursor.fetchall()
        for column, (_, declared) in zip(zip(*rows, strict=True), columns, strict=True):
            if declared in _TYPES and {*map(type, column)} != {_TYPES[declared]}:
                raise DamagedRow("a value is of the wrong type")
        return rows

    def run(self, sql: str, **values: Any) -> None:
        self.rows(sql, **values)

    def run_many(self, sql: str, values: Iterable[Mapping[str, Any]]) -> None:
        self._connection.executemany(_written(sql), values)

    def insert(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        self._insert("INSERT", table, columns, rows)

    def replace(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        self._insert("INSERT OR REPLACE", table, columns, rows)

    def _insert(
        self, verb: str, table: str, columns: str, rows: Iterable[Sequence[Any]]
    ) -> None:
        marks = ", ".join("?" for _ in columns.split(","))
        sql = f"{verb} INTO {table} ({columns}) VALUES ({marks})"
        self._connection.executemany(sql, rows)


@cache
def _written(sql: str) -> str:
    return _LIST.sub(r"IN (SELECT value FROM json_each(:\1))", sql)
