"""A checksum per row, which detects changed bytes in the data of hits.

SQLite checks the structure of its pages, not their content. Checksums of whole
pages (SQLite's cksumvfs) would detect every flipped bit, but prevent memory mapping,
which vector search depends on.
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
"""The number of these columns."""


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
