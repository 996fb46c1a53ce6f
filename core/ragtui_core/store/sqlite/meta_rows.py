"""The rows of table `meta`: facts about the whole index."""

import apsw

from ragtui_core.store.sqlite.row_checksums import check_row, row_checksum

MODEL = "model"
"""The id of the embedding model whose vectors are in use."""

NEXT_MODEL = "next_model"
"""The id of the model whose vectors are being created; else empty."""

SIGNATURE = "signature"
"""The inputs, besides the files, that the chunks depend on."""

INDEXED_AT = "indexed_at"
"""When the index was last known to be complete, ISO 8601."""

MISSING = "missing_documents"
"""The number of documents kept although their files are missing; empty if none."""

REVISION = "revision"
"""Counts the changes to documents; vectors do not count."""

VAULT = "vault"
"""The vault's real path, for users who inspect the file."""


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
