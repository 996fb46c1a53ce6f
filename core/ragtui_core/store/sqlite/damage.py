"""Examines an index file from end to end; seconds for a large one."""

from collections.abc import Iterator
from pathlib import Path

import apsw

from ragtui_core.store.sqlite.connection import (
    close,
    connect,
    load_vector_extension,
)
from ragtui_core.store.sqlite.migrations import LATEST, steps
from ragtui_core.store.sqlite.row_checksums import (
    check_row,
    chunk_columns,
    document_columns,
    register_checksum,
)
from ragtui_core.store.sqlite.store_errors import DamagedRow

_TABLES = ("meta", "document", "tag", "chunk", "skipped", "link", "heading")
"""Tables whose rows are read completely, so that each text is decoded."""

_VECTOR_TABLES = ("chunk_vector", "chunk_vector_next")

_UNIT = 1e-3
"""Tolerance of a unit vector's length, because of float32 rounding."""


def find_damage(path: Path, vfs: str = "") -> str | None:
    """The first sign of damage in the index at `path`, in words; None if it is intact.

    A file that cannot be read at all (busy, no permission, a failing disk) shows none.
    """
    try:
        connection = connect(path, write=False, vfs=vfs)
    except (apsw.CorruptError, apsw.NotADBError) as error:
        return str(error)
    except Exception:
        return None
    try:
        return next(_signs(connection), None)
    except _NO_ACCESS:
        return None
    except DamagedRow as error:
        return str(error)
    except (apsw.Error, ValueError, TypeError) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        close(connection)


_NO_ACCESS = (apsw.BusyError, apsw.IOError, apsw.CantOpenError, apsw.LockedError)


def _signs(connection: apsw.Connection) -> Iterator[str]:
    connection.execute("BEGIN").fetchall()  # One state of the file for all checks.
    vectors = load_vector_extension(connection)
    yield from _structure(connection)
    yield from _schema(connection)
    for table in _TABLES:
        for _ in connection.execute(f"SELECT * FROM {table}"):
            pass
    _check_checksums(connection)
    if vectors:
        yield from _vectors(connection)


def _structure(connection: apsw.Connection) -> Iterator[str]:
    """Damage found by SQLite and FTS5 themselves."""
    for (found,) in connection.execute("PRAGMA integrity_check(1)"):
        if found != "ok":
            yield str(found).splitlines()[-1]
    for row in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {row[0]} belongs to no document"


def _schema(connection: apsw.Connection) -> Iterator[str]:
    """Tables that are missing or not declared as in the migrations."""
    if connection.pragma("user_version") != LATEST:
        return
    fresh = apsw.Connection(":memory:")
    register_checksum(fresh)
    try:
        for _, sql in steps():
            fresh.execute(sql).fetchall()
        there = _declarations(connection)
        for name, declared in _declarations(fresh).items():
            if there.get(name) != declared:
                yield f"{name} is missing or changed"
    finally:
        fresh.close()


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


def _check_checksums(connection: apsw.Connection) -> None:
    for table, columns in _CHECKSUMMED.items():
        for expected, *row in connection.execute(
            f"SELECT checksum, {columns} FROM {table}"
        ):
            check_row(expected, row, f"a row of table {table}")


_CHECKSUMMED = {
    "meta": "key, value",
    "document": document_columns(),
    "chunk": chunk_columns(),
}


def _vectors(connection: apsw.Connection) -> Iterator[str]:
    known = _declarations(connection)
    for table in _VECTOR_TABLES:
        if table not in known:
            continue
        rows = connection.execute(
            "SELECT rowid, vec_distance_L2(embedding, vec_sub(embedding, embedding)) "
            f"FROM {table}"
        )
        for row, length in rows:
            if length is None or abs(length - 1.0) > _UNIT:
                yield f"vector {row} of {table} is not a unit vector"
    if "chunk_vector" in known:
        ((missing,),) = connection.execute(
            "SELECT count(*) FROM chunk WHERE embedded "
            "AND id NOT IN (SELECT rowid FROM chunk_vector)"
        )
        if missing:
            yield f"{missing} chunks have lost their vectors"
