"""Shared statements (`store/session.py`) in SQLite's dialect."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import apsw

_LIST = re.compile(r"\bIN :(\w+)")


class SqliteSession:
    """A connection; the file is of one vault."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, **values: Any) -> list[Any]:
        given = {
            name: json.dumps(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return self._connection.execute(_written(sql), given).fetchall()

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
