"""Statements that both stores execute: one text, which each writes in its own dialect.

Parameters are `:name`; `IN :name` is any of a list. Tables are those of one vault,
and their names follow FROM, JOIN, UPDATE or INTO. Changes are part of a transaction of
the caller's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Session(Protocol):
    """A connection to the index of one vault."""

    def rows(self, sql: str, **values: Any) -> list[Any]:
        """All rows of a statement that has some."""

    def run(self, sql: str, **values: Any) -> None:
        """Execute a statement."""

    def run_many(self, sql: str, values: Iterable[Mapping[str, Any]]) -> None:
        """Execute a statement for each of `values`."""

    def insert(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        """Insert rows of `columns`, whose keys are new."""
