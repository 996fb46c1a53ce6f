"""Checksums of stored vectors, in a table beside each table of vectors.

Vectors are read from sqlite-vec's own tables: blocks of (usually) 1,024 vectors each,
with the rows that they belong to and a bitmap of those in use.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import apsw

from ragtui_core.store.sqlite.store_errors import DamagedRow

if TYPE_CHECKING:
    from ragtui_core.types import ChunkId

TABLE = "chunk_vector"
"""The vectors in use."""

NEXT_TABLE = "chunk_vector_next"
"""The vectors of another model, until they are complete."""

VECTOR_TABLES = (TABLE, NEXT_TABLE)


def checksum_table(vectors: str) -> str:
    """The name of the table with the checksums of table `vectors`."""
    return f"checksum_of_{vectors}"


def create_vectors(connection: apsw.Connection, vectors: str, dimension: int) -> None:
    """Create the empty table `vectors` and that of its checksums, in place of others.

    Part of a transaction of the caller's.
    """
    drop_vectors(connection, vectors)
    connection.execute(
        f"CREATE VIRTUAL TABLE {vectors} USING vec0 (embedding float[{dimension}])"
    ).fetchall()
    _create_checksums(connection, vectors)


def drop_vectors(connection: apsw.Connection, vectors: str) -> None:
    """Drop the table `vectors` and that of its checksums, if they exist."""
    for table in (vectors, checksum_table(vectors)):
        connection.execute(f"DROP TABLE IF EXISTS {table}").fetchall()


def _create_checksums(connection: apsw.Connection, vectors: str) -> None:
    connection.execute(
        f"CREATE TABLE {checksum_table(vectors)} "
        "(id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL)"
    ).fetchall()


def add_checksums(
    connection: apsw.Connection,
    vectors: str,
    added: "Iterable[tuple[ChunkId | int, bytes]]",
) -> None:
    """Store the checksums of vectors that are added."""
    connection.executemany(
        f"INSERT INTO {checksum_table(vectors)} VALUES (?, ?)",
        [(chunk, crc32(vector)) for chunk, vector in added],
    )


def add_missing_checksums(connection: apsw.Connection, vectors: str) -> None:
    """Create the checksums of vectors of an older index, which has none."""
    known = "SELECT 1 FROM sqlite_schema WHERE name = ?"
    if connection.execute(known, (vectors,)).fetchone():
        _create_checksums(connection, vectors)
        add_checksums(connection, vectors, stored_vectors(connection, vectors))


def stored_vectors(
    connection: apsw.Connection, vectors: str
) -> Iterator[tuple[int, bytes]]:
    """Each row of table `vectors` with its vector, block by block.

    Raises:
        DamagedRow: The blocks and the list of rows contradict each other.
    """
    total = 0
    for block, size, bitmap, ids, data in connection.execute(
        f"SELECT chunk_id, size, validity, rowids, vectors FROM {vectors}_chunks "
        f"LEFT JOIN {vectors}_vector_chunks00 AS v "
        "ON v._rowid_ = chunk_id AND v.rowid = chunk_id"
    ):
        rows = memoryview(ids).cast("q")
        used = [place for place in range(size) if bitmap[place >> 3] >> (place & 7) & 1]
        listed = [(rows[place], block, place) for place in used]
        if _locations(connection, vectors, [row for row, *_ in listed]) != listed:
            raise DamagedRow(f"block {block} of {vectors} contradicts its list of rows")
        total += len(used)
        width = len(data) // size
        for place in used:
            yield rows[place], data[place * width : (place + 1) * width]
    rowids: list[Any] = connection.execute(
        f"SELECT count(*) FROM {vectors}_rowids"
    ).fetchall()
    if rowids != [(total,)]:
        raise DamagedRow(f"{vectors} lists rows that are in no block")


def _locations(
    connection: apsw.Connection, vectors: str, rows: Sequence[int]
) -> list[tuple[Any, ...]]:
    """Each of `rows` with its block and its place there, as listed by row."""
    return connection.execute(
        "SELECT r.rowid, chunk_id, chunk_offset FROM json_each(?) AS j "
        f"CROSS JOIN {vectors}_rowids AS r ON r.rowid = j.value",
        (json.dumps(rows),),
    ).fetchall()
