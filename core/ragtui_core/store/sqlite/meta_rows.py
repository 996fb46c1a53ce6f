"""The rows of table `meta`: facts about the whole index."""

import apsw

from ragtui_core.store.sqlite.row_checksums import check_row, row_checksum

MODEL = "model"
"""The id of the embedding model whose vectors serve."""

NEXT_MODEL = "next_model"
"""The id of the model whose vectors are being made; empty when none are."""

SIGNATURE = "signature"
"""What the chunks depend on, besides the files."""

INDEXED_AT = "indexed_at"
"""When the index was last known to be complete, ISO 8601."""

MISSING = "missing_documents"
"""How many documents are kept although their files are gone; empty if none."""

REVISION = "revision"
"""Counts the changes to documents; vectors do not count."""

VAULT = "vault"
"""The vault's real path, for people who look at the file."""


def meta_value(connection: apsw.Connection, key: str) -> str:
    """The value of `key`, or the empty string.

    Raises:
        DamagedRow: It is not as it was written.
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
    """Note that documents changed; within a transaction of the caller's."""
    revision = int(meta_value(connection, REVISION) or 0) + 1
    set_meta_value(connection, REVISION, str(revision))
