"""Shared statements (`store/session.py`) in PostgreSQL's dialect, about one vault."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from ragtui_core.store.postgres.connection import PostgresSession

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_TABLES = (
    "document|chunk|tag|note_key|addressee|link|heading|skipped|mail_file|mail_place|"
    "meta"
)
_READ = re.compile(rf"\b(FROM|JOIN) ({_TABLES})\b(?: AS (\w+))?")
_CHANGED = re.compile(rf"^\s*(?:UPDATE|DELETE FROM) (?:{_TABLES})\b")
_HINT = re.compile(r" INDEXED BY \w+")
_LIST = re.compile(r"\bIN :(\w+)")
_PARAMETER = re.compile(r"(?<!:):(\w+)")


class SharedSession(PostgresSession):
    """A session whose statements name no vault."""

    @classmethod
    def of(cls, session: PostgresSession) -> SharedSession:
        """The statements of another session's connection, for its vault."""
        return cls(session.connection, session.vault)

    def rows(self, sql: str, **values: Any) -> list[Any]:
        return super().rows(of_vault(sql), **values)

    def binary_rows(self, sql: str, **values: Any) -> list[Any]:
        return super().binary_rows(of_vault(sql), **values)

    def run(self, sql: str, **values: Any) -> None:
        super().run(of_vault(sql), **values)

    def run_many(self, sql: str, values: Iterable[Mapping[str, Any]]) -> None:
        super().run_many(of_vault(sql), values)

    def replace(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        names = columns.split(", ")
        marks = ", ".join(f"%({name})s" for name in names)
        changes = ", ".join(f"{name} = excluded.{name}" for name in names[1:])
        super().run_many(
            f"INSERT INTO {table} (vault, {columns}) VALUES (%(vault)s, {marks}) "
            f"ON CONFLICT (vault, {names[0]}) DO UPDATE SET {changes}",
            (dict(zip(names, row, strict=True)) for row in rows),
        )


@cache
def of_vault(sql: str) -> str:
    """A shared statement with psycopg's parameters, about the rows of one vault.

    The server reads a table in parentheses as if its condition were in the statement.
    """
    sql = _HINT.sub("", sql.replace("%", "%%"))
    sql = _PARAMETER.sub(r"%(\1)s", _LIST.sub(r"= ANY(:\1)", sql))
    if _CHANGED.match(sql):
        return sql.replace(" WHERE ", " WHERE vault = %(vault)s AND ", 1)
    return _READ.sub(_of_vault, sql)


def _of_vault(match: re.Match[str]) -> str:
    word, table, alias = match.groups()
    rows = f"(SELECT * FROM {table} WHERE vault = %(vault)s)"
    return f"{word} {rows} AS {alias or table}"
