"""Examines an index file from end to end; seconds for a large one."""

import re
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import apsw

from ragtui_core.store.sqlite.connection import (
    close,
    connect,
    load_vector_extension,
)
from ragtui_core.store.sqlite.migrations import LATEST, steps
from ragtui_core.store.sqlite.posting_checks import wrong_postings
from ragtui_core.store.sqlite.row_checksums import (
    COLUMNS,
    check_row,
    columns_of,
    register_checksum,
)
from ragtui_core.store.sqlite.store_errors import DamagedRow, ends_too_soon
from ragtui_core.store.sqlite.vector_checksums import (
    TABLE,
    VECTOR_TABLES,
    checksum_table,
    create_vectors,
    stored_vectors,
)


def find_damage(path: Path, vfs: str = "") -> str | None:
    """The first sign of damage in the index at `path`, in words; None if it is intact.

    Raises:
        StorageError: `path` is not a regular file.
        apsw.Error: It cannot be read (busy, no permission, a failing disk).
    """
    try:
        connection = connect(path, write=False, vfs=vfs)
    except _DAMAGED as error:
        return str(error)
    try:
        return next(_signs(connection), None)
    except _NO_ACCESS as error:
        if ends_too_soon(error):
            return "it ends too soon"
        raise
    except DamagedRow as error:
        return str(error)
    except (apsw.Error, ValueError, TypeError, LookupError) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        close(connection)


_DAMAGED = (apsw.CorruptError, apsw.NotADBError)

_NO_ACCESS = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.FullError,
    apsw.IOError,
    apsw.LockedError,
)
"""Errors of the file's disk, or that of temporary files."""


def _signs(connection: apsw.Connection) -> Iterator[str]:
    connection.execute("BEGIN").fetchall()  # One state of the file for all checks.
    has_extension = load_vector_extension(connection)
    yield from _structure(connection)
    if connection.pragma("user_version") != LATEST:
        return
    yield from _schema(connection, has_extension=has_extension)
    for table in COLUMNS:
        for expected, *row in connection.execute(
            f"SELECT checksum, {columns_of(table)} FROM {table}"
        ):
            check_row(expected, row, f"a row of table {table}")
    yield from _vectors(connection)
    yield from wrong_postings(connection)


def _structure(connection: apsw.Connection) -> Iterator[str]:
    """Damage found by SQLite and FTS5 themselves."""
    for (found,) in connection.execute("PRAGMA integrity_check(1)"):
        if found != "ok":
            yield str(found).splitlines()[-1]
    for row in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {row[0]} belongs to no document"


def _schema(connection: apsw.Connection, *, has_extension: bool) -> Iterator[str]:
    """Tables that are missing or not declared as in the migrations."""
    there = _declarations(connection)
    fresh = apsw.Connection(":memory:")
    register_checksum(fresh)
    try:
        for _, sql in steps():
            fresh.execute(sql).fetchall()
        if has_extension and load_vector_extension(fresh):
            for table in VECTOR_TABLES:
                if table in there:
                    create_vectors(fresh, table, _dimension(connection, table))
        for name, declared in _declarations(fresh).items():
            if there.get(name) != declared:
                yield f"{name} is missing or changed"
    finally:
        fresh.close()


def _dimension(connection: apsw.Connection, table: str) -> int:
    """The dimension of a table of vectors, from its declaration."""
    sql = "SELECT sql FROM sqlite_schema WHERE name = ?"
    ((declared,),) = connection.execute(sql, (table,))
    found = re.search(r"float\[(\d+)\]", str(declared))
    return int(found[1]) if found else 1


def _declarations(connection: apsw.Connection) -> dict[str, object]:
    """Columns of tables and the SQL of all else, by name.

    The SQL of a table keeps the traces of what its columns were before.
    """
    rows = connection.execute(
        "SELECT name, type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%', sql "
        "FROM sqlite_schema WHERE sql NOT NULL"
    ).fetchall()
    return {
        str(name): _columns(connection, str(name)) if is_table else sql
        for name, is_table, sql in rows
    }


def _columns(connection: apsw.Connection, table: str) -> list[tuple[object, ...]]:
    sql = 'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?)'
    return connection.execute(sql, (table,)).fetchall()


def _vectors(connection: apsw.Connection) -> Iterator[str]:
    """Vectors that differ from their checksums, or are not those of the chunks."""
    known = _declarations(connection)
    for table in VECTOR_TABLES:
        if table in known:
            yield from _changed_vectors(connection, table)
    with_vector, strays = "SELECT NULL WHERE false", "0"
    if TABLE in known:
        with_vector = f"SELECT id FROM {checksum_table(TABLE)}"
        strays = f"SELECT count(*) FROM ({with_vector} EXCEPT SELECT id FROM chunk)"
    ((wrong,),) = connection.execute(
        f"SELECT (SELECT count(*) FROM chunk WHERE embedded != (id IN ({with_vector})))"
        f" + ({strays})"
    )
    if wrong:
        yield f"{wrong} chunks have lost their vectors, or vectors their chunks"


def _changed_vectors(connection: apsw.Connection, table: str) -> Iterator[str]:
    checksums = checksum_table(table)
    vectors = 0
    for row, vector in stored_vectors(connection, table):
        vectors += 1
        expected = connection.execute(
            f"SELECT checksum FROM {checksums} WHERE id = ?", (row,)
        ).fetchall()
        if expected != [(crc32(vector),)]:
            yield f"the checksum of vector {row} of {table} does not match"
    if connection.execute(f"SELECT count(*) FROM {checksums}").fetchall() != [
        (vectors,)
    ]:
        yield f"{table} has lost vectors"
