"""Migrates an index file to the schema of this version of ragtui.

Each file in `migrations/` is one numbered step; SQLite's `user_version` holds the
number of the last one applied, `application_id` marks the file as ragtui's.
"""

from importlib import resources
from pathlib import Path

import apsw

from ragtui_core.errors import IndexUnusable
from ragtui_core.store.sqlite.connection import transaction
from ragtui_core.store.sqlite.row_checksums import register_checksum
from ragtui_core.store.sqlite.store_errors import REBUILD_HINT, damaged
from ragtui_core.store.sqlite.vector_checksums import (
    VECTOR_TABLES,
    add_missing_checksums,
)

APPLICATION_ID = 0x52414754
"""ASCII `RAGT`."""

LATEST = 6
"""The newest step; a test compares it with the files."""


def check(connection: apsw.Connection, path: Path) -> int:
    """The schema version of the open index.

    Raises:
        IndexDamaged: Its header does not match its tables.
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    version = int(connection.pragma("user_version"))
    owner = connection.pragma("application_id")
    rows = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    tables = {name for (name,) in rows}
    if owner == APPLICATION_ID and version > LATEST:
        raise IndexUnusable(
            f"the index {path} was written by a newer ragtui (schema {version}, this "
            f"one knows {LATEST}): update ragtui, or rebuild: {REBUILD_HINT}"
        )
    ours = tables >= _FIRST_TABLES
    if owner != APPLICATION_ID and tables and not ours:
        raise IndexUnusable(
            f"{path} is a database, but not a ragtui index; it was not changed: "
            "name another file with --db"
        )
    if tables and not (ours and owner == APPLICATION_ID and version):
        raise damaged(path, "its header does not match its tables")
    return version


_FIRST_TABLES = frozenset({"meta", "document", "chunk"})
"""The tables that every version of the index has."""


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Apply the steps that the index at `path` lacks, all or nothing.

    Raises:
        IndexDamaged: It does not have the tables of its version.
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    if check(connection, path) == LATEST:
        return
    register_checksum(connection)
    with transaction(connection):
        done = check(connection, path)
        try:
            _apply(connection, done)
        except (apsw.SQLError, apsw.ConstraintError) as error:
            raise damaged(path, f"it is not of schema {done}: {error}") from error
        connection.pragma("application_id", APPLICATION_ID)


def _apply(connection: apsw.Connection, done: int) -> None:
    for number, sql in steps():
        if number > done:
            connection.execute(sql).fetchall()
            connection.pragma("user_version", number)
    if done < _VECTOR_CHECKSUMS:
        for table in VECTOR_TABLES:
            add_missing_checksums(connection, table)


_VECTOR_CHECKSUMS = 6
"""The first version that has checksums of vectors."""


def steps() -> list[tuple[int, str]]:
    """Number and SQL of each step, in order."""
    folder = resources.files("ragtui_core.store.sqlite") / "migrations"
    files = sorted(
        (f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name
    )
    return [(int(f.name.split("_")[0]), f.read_text("utf-8")) for f in files]
