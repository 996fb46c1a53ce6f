"""The tables of vectors: in use, and the next model's; a row per embedded chunk.

sqlite-vec compares them (`vec_distance_L2`). Its virtual table `vec0` stores blocks of
vectors, of which reading one means reading all before it: single ones took two to five
times as long (docs/decisions/0016-vector-codes.md).
"""

from typing import Any

import apsw

from ragtui_core.store.facts import VECTOR_REVISION
from ragtui_core.store.sqlite.session import Session
from ragtui_core.store.tables.meta import meta_value

TABLE = "embedding"
"""The vectors in use."""

NEXT_TABLE = "next_embedding"
"""The vectors of another model, until they are complete."""

BLOCK = 128
"""Chunks per row of `quantized_block`: their codes fill a page."""

_FLOAT = 4
"""Bytes of a number."""


def dimension_of(connection: apsw.Connection, table: str) -> int:
    """The length of the vectors in a table; 0 if it has none."""
    rows: list[Any] = connection.execute(
        f"SELECT length(vector) FROM {table} LIMIT 1"
    ).fetchall()
    return int(rows[0][0]) // _FLOAT if rows else 0


def vector_revision(connection: apsw.Connection) -> int:
    """A number that grows with each change of the vectors in use."""
    return int(meta_value(Session(connection), VECTOR_REVISION) or 0)
