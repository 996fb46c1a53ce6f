"""A checksum a row, so that a changed byte in what a hit shows does not go unseen.

SQLite checks how its pages hang together, not what stands in them. Checksums of whole
pages (SQLite's cksumvfs) would see every flipped bit, but forbid memory-mapped reading,
on which the search among vectors lives.
"""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import apsw

from ragtui_core.store.sqlite.store_errors import DamagedRow

_DOCUMENT = (
    *("id", "path", "title", "company", "category"),
    *("summary", "status", "tags", "created", "updated"),
)
"""The columns of `document` that have a checksum: all that a card shows."""

_CHUNK = (
    *("id", "document_id", "span_start", "span_end"),
    *("first_line", "last_line", "heading_path", "text"),
)
"""The columns of `chunk` that have a checksum: all that a hit shows."""

CHUNK_WIDTH = len(_CHUNK)
"""How many they are."""


def document_columns() -> str:
    """The columns with a checksum of `document`, in the order of its checksum."""
    return ", ".join(f"document.{name}" for name in _DOCUMENT)


def chunk_columns() -> str:
    """The columns with a checksum of `chunk`, in the order of its checksum."""
    return ", ".join(f"chunk.{name}" for name in _CHUNK)


def row_checksum(*values: Any) -> int:
    """CRC-32 of a row's values: finds every run of up to 32 changed bits."""
    return crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"))


def check_row(expected: int, values: Iterable[Any], what: str) -> None:
    """Compare a row with its checksum; `what` names it in a message.

    Raises:
        DamagedRow: They differ.
    """
    if row_checksum(*values) != expected:
        raise DamagedRow(f"{what} is not as it was written")


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
    """Make `checksum` known to the SQL of `connection`."""
    connection.create_scalar_function("checksum", row_checksum, deterministic=True)
