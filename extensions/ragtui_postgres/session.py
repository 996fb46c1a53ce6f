"""A connection to the tables of one vault, which are first in its search path.

Statements are those of `store/session.py`, with casts and functions of PostgreSQL where
this package has them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from ragtui_core import check_cancelled
from ragtui_postgres.connection import Connection

_HINT = re.compile(r" INDEXED BY \w+")
_LIST = re.compile(r"\bIN :(\w+)")
_PARAMETER = re.compile(r"(?<!:):(\w+)")


@cache
def in_dialect(sql: str) -> str:
    """A statement with psycopg's parameters, of which `IN` takes lists as arrays."""
    sql = _LIST.sub(r"= ANY(:\1)", _HINT.sub("", sql.replace("%", "%%")))
    return _PARAMETER.sub(r"%(\1)s", sql)


def _as_parameter(value: Any) -> Any:
    """A list of integers as text, which psycopg would make one by one."""
    if isinstance(value, list) and value and isinstance(value[0], int):
        return f"{{{','.join(map(str, value))}}}"
    return value


class PostgresSession:
    """A connection whose search path begins with the schema of a vault."""

    def __init__(self, connection: Connection, schema: str) -> None:
        """Use `connection`, which commits each statement."""
        self.connection = connection
        self.schema = schema

    def rows(self, sql: str, **values: Any) -> list[Any]:
        check_cancelled()
        given = {key: _as_parameter(value) for key, value in values.items()}
        sql = in_dialect(sql)
        if not self.connection.is_pooled:
            return self.connection.execute(sql, given).fetchall()
        with self.connection.pipeline(), self.connection.prepared():
            cursor = self.connection.execute(sql, given)
        return cursor.fetchall()

    def run(self, sql: str, **values: Any) -> None:
        self.connection.execute(in_dialect(sql), values)

    def run_many(self, sql: str, values: Iterable[Mapping[str, Any]]) -> None:
        if rows := list(values):
            with self.connection.cursor() as cursor:
                cursor.executemany(in_dialect(sql), rows)

    def insert(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        with (
            self.connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def replace(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        names = columns.split(", ")
        marks = ", ".join(f":{name}" for name in names)
        changes = ", ".join(f"{name} = excluded.{name}" for name in names[1:])
        self.run_many(
            f"INSERT INTO {table} ({columns}) VALUES ({marks}) "
            f"ON CONFLICT ({names[0]}) DO UPDATE SET {changes}",
            (dict(zip(names, row, strict=True)) for row in rows),
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction, which readers learn of; rolled back if the block raises."""
        with self.connection.transaction():
            yield
            self.run("UPDATE vault SET version = version + 1")
