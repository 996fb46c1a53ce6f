"""The rows of table `meta`: facts about the whole index."""

import apsw

from ragtui_core.store.facts import REVISION
from ragtui_core.store.sqlite.row_checksums import check_row, row_checksum


def meta_value(connection: apsw.Connection, key: str) -> str:
    """The value of `key`, or the empty string.

    Raises:
        DamagedRow: Its checksum does not match.
    """
    sql = "SELECT checksum, key, value FROM meta WHERE key = ?"
    row = connection.execute(sql, (key,)).fetchone()
    if not row:
        return ""
    check_row(int(row[0]), row[1:], f"{key!r} in table meta")
    return str(row[2])


def set_meta_value(connection: apsw.Connection, key: str, value: str) -> None:
    """Set `key`; within a transaction of the caller's."""
    sql = "INSERT OR REPLACE INTO meta (key, value, checksum) VALUES (?, ?, ?)"
    connection.execute(sql, (key, value, row_checksum(key, value)))


def count_revision(connection: apsw.Connection) -> None:
    """Increment the revision; within a transaction of the caller's."""
    revision = int(meta_value(connection, REVISION) or 0) + 1
    set_meta_value(connection, REVISION, str(revision))
