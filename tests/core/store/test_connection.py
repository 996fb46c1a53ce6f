"""Connections to an index: the memory that they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from ragtui_core.store.sqlite.connection import close, connect, small_cache
from ragtui_core.store.sqlite.store import Store

if TYPE_CHECKING:
    from pathlib import Path

ROWS, BYTES = 400, 12_000


def cached(connection: apsw.Connection) -> int:
    """Bytes of the pages that a connection keeps."""
    return connection.status(apsw.SQLITE_DBSTATUS_CACHE_USED)[0]


def test_what_is_read_once_is_not_kept_in_pages(tmp_path: Path) -> None:
    place = tmp_path / "index.db"
    with Store(place).writer():
        pass
    writer = connect(place, write=True)
    writer.execute("CREATE TABLE large (content BLOB)").fetchall()
    rows = [(b"x" * BYTES,) for _ in range(ROWS)]
    writer.executemany("INSERT INTO large VALUES (?)", rows)
    close(writer)
    reader = connect(place, write=False)
    usual = reader.pragma("cache_size")
    with small_cache(reader):
        assert len(reader.execute("SELECT content FROM large").fetchall()) == ROWS
        assert cached(reader) < ROWS * BYTES / 2
    assert reader.pragma("cache_size") == usual
    assert len(reader.execute("SELECT content FROM large").fetchall()) == ROWS
    assert cached(reader) >= ROWS * BYTES
    close(reader)
