"""Statements that both stores execute: one text, which each writes in its own dialect.

Parameters are `:name`; `IN :name` is any of a list. Tables are those of one vault,
and their names follow FROM, JOIN, UPDATE or INTO. `INDEXED BY` is for SQLite
alone. Changes are part of a transaction of the caller's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Condition:
    """SQL on a row, and its parameters by name."""

    sql: str
    values: dict[str, Any] = field(default_factory=dict)


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

    def replace(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        """Insert rows of `columns`, the first of which is the key, or replace them."""


FIRST_ROWS = 1_000
"""Rows that are asked for at first; mostly no more are needed."""


def in_two_parts(session: Session, sql: str, **values: Any) -> Iterator[Any]:
    """The rows of an ordered statement: the first ones, then all others."""
    for start, limit in ((0, FIRST_ROWS), (FIRST_ROWS, 1 << 31)):
        part = {**values, "limit": limit, "start": start}
        rows = session.rows(f"{sql} LIMIT :limit OFFSET :start", **part)
        yield from rows
        if len(rows) < FIRST_ROWS:
            return


def escaped(text: str) -> str:
    r"""`text` for a pattern of LIKE whose escape is `\`."""
    return re.sub(r"([%_\\])", r"\\\1", text)


def lower_ascii(text: str) -> str:
    """`text` with letters of ASCII in lower case, as `lower` of both stores has it."""
    return "".join(
        character.lower() if character.isascii() else character for character in text
    )
