"""Brings an index file to the schema of this version of ragtui.

Each file in `migrations/` is one numbered step; SQLite's `user_version` holds the
number of the last one applied, `application_id` marks the file as ragtui's.
"""

from importlib import resources
from pathlib import Path

import apsw

from ragtui_core.errors import IndexUnusable
from ragtui_core.store.connection import REBUILD_HINT, transaction

APPLICATION_ID = 0x52414754
"""ASCII `RAGT`."""

LATEST = 4
"""The newest step; a test compares it with the files."""


def check(connection: apsw.Connection, path: Path) -> int:
    """The schema version of the open index.

    Raises:
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    version = int(connection.pragma("user_version"))
    owner = connection.pragma("application_id")
    empty = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    if owner != APPLICATION_ID and not empty:
        raise IndexUnusable(
            f"{path} is a database, but not a ragtui index; it is left alone: "
            "name another file with --db"
        )
    if version > LATEST:
        raise IndexUnusable(
            f"the index {path} was written by a newer ragtui (schema {version}, this "
            f"one knows {LATEST}): update ragtui, or start anew: {REBUILD_HINT}"
        )
    return version


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Apply the steps that the index at `path` lacks, all or nothing.

    Raises:
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    if check(connection, path) == LATEST:
        return
    with transaction(connection):
        done = check(connection, path)
        for number, sql in steps():
            if number > done:
                connection.execute(sql).fetchall()
                connection.pragma("user_version", number)
        connection.pragma("application_id", APPLICATION_ID)


def steps() -> list[tuple[int, str]]:
    """Number and SQL of each step, in order."""
    folder = resources.files("ragtui_core.store") / "migrations"
    files = sorted(
        (f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name
    )
    return [(int(f.name.split("_")[0]), f.read_text("utf-8")) for f in files]
