"""A checksum per row, which detects changed bytes in its columns.

SQLite checks the structure of its pages, not their content. Checksums of whole
pages (SQLite's cksumvfs) would detect every flipped bit, but prevent memory mapping,
which vector search depends on.
"""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import apsw

from ragtui_core.store.sqlite.store_errors import DamagedRow

COLUMNS = {
    "meta": ("key", "value"),
    "document": (
        *("id", "path", "size", "mtime_ns", "checked_ns", "hash", "encoding"),
        *("title", "company", "category", "summary", "status", "tags"),
        *("created", "updated", "name", "metadata", "problems"),
        *("changed_ns", "inode"),
    ),
    "chunk": (
        *("id", "document_id", "span_start", "span_end", "first_line", "last_line"),
        *("heading_path", "tokens", "embedding_key", "text"),
    ),
    "tag": ("tag", "document_id"),
    "skipped": ("path", "reason"),
    "link": (
        *("document_id", "span_start", "span_end", "line"),
        *("key", "target", "heading"),
    ),
    "heading": (
        *("document_id", "span_start", "span_end", "first_line", "last_line"),
        *("level", "heading_path"),
    ),
}
"""The columns of each table in the order of its checksum.

All but the checksum itself and `chunk.embedded`, which follows from the vectors.
"""


def columns_of(table: str) -> str:
    """The columns with a checksum of `table`, in the order of its checksum."""
    return ", ".join(f"{table}.{name}" for name in COLUMNS[table])


def row_checksum(*values: Any) -> int:
    """CRC-32 of a row's values: finds every run of up to 32 changed bits."""
    return crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"))


def check_row(expected: int, values: Iterable[Any], what: str) -> None:
    """Compare a row with its checksum; `what` names it in a message.

    Raises:
        DamagedRow: They differ.
    """
    if row_checksum(*values) != expected:
        raise DamagedRow(f"the checksum of {what} does not match")


def typed(rows: Iterable[tuple[Any, ...]], *types: type) -> list[Any]:
    """All of `rows`, whose values are of `types`.

    A flipped bit can make a number of a text, which SQLite would hand out.

    Raises:
        DamagedRow: A value is of another type.
    """
    found = list(rows)
    if {tuple(map(type, row)) for row in found} - {types}:
        raise DamagedRow("a value is of the wrong type")
    return found


def register_checksum(connection: apsw.Connection) -> None:
    """Register the SQL function `checksum` with `connection`."""
    connection.create_scalar_function("checksum", row_checksum, deterministic=True)
