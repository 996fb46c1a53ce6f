"""The rows of table `meta`: facts about the whole index."""

import apsw

from ragtui_core.store.facts import REVISION


def meta_value(connection: apsw.Connection, key: str) -> str:
    """The value of `key`, or the empty string."""
    sql = "SELECT value FROM meta WHERE key = ?"
    row = connection.execute(sql, (key,)).fetchone()
    return str(row[0]) if row else ""


def set_meta_value(connection: apsw.Connection, key: str, value: str) -> None:
    """Set `key`; within a transaction of the caller's."""
    sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
    connection.execute(sql, (key, value))


def count_revision(connection: apsw.Connection) -> None:
    """Increment the revision; within a transaction of the caller's."""
    revision = int(meta_value(connection, REVISION) or 0) + 1
    set_meta_value(connection, REVISION, str(revision))
