"""The check of a whole index finds each changed value, and nothing in a sound one."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import apsw
import pytest
import sqlite_vec

from ragtui_core.errors import IndexDamaged, StorageError
from ragtui_core.store.facts import SIGNATURE
from ragtui_core.store.sqlite.damage import find_damage
from ragtui_core.store.sqlite.migrations import LATEST
from ragtui_core.store.sqlite.row_checksums import COLUMNS, register_checksum
from ragtui_core.store.sqlite.store import Store
from ragtui_core.store.sqlite.vector_checksums import (
    NEXT_TABLE,
    TABLE,
    checksum_table,
)
from ragtui_core.vault import open_vault
from support.failing_disk import FailingDisk, Failure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOTES: dict[str, str | bytes] = {
    "buoy.md": "---\ntags: [marine]\ncompany: Acme\ntype: memo\n---\n# Buoy\n\n"
    "The second buoy drifts. [[cable]]\n",
    "漢字.md": "# 電力\n\n電池は浮標を動かす。parseConfigFile reads it.\n",
    "broken.md": "---\n[\n---\n# Broken\n",
    "empty.bin.md": b"\0\1\2\3" * 900,
}

POSTINGS = [
    f"{table}_{part}"
    for table in ("keyword", "gram", "part")
    for part in ("data", "docsize")
]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index that has a row in each table, and vectors of a second model."""
    root = tmp_path_factory.mktemp("vault")
    for path, content in NOTES.items():
        data = content if isinstance(content, bytes) else content.encode()
        (root / path).write_bytes(data)
    place = tmp_path_factory.mktemp("index") / "index.db"
    vault = open_vault(root, db=place)
    vault.index()
    with vault._store.reader() as reader:
        ids = reader.newest_chunks(9)
        vectors = reader.vectors.of(ids)
    with vault._store.writer() as writer:
        writer.vectors.use_model("another", len(vectors[ids[0]]))
        writer.vectors.add("another", list(vectors.items()))
    vault.close()
    connection = apsw.Connection(str(place))
    connection.execute("PRAGMA wal_checkpoint(truncate)").fetchall()
    connection.close()
    assert find_damage(place) is None
    return place


@pytest.fixture
def index(sound: Path, tmp_path: Path) -> Path:
    place = tmp_path / "index.db"
    shutil.copy(sound, place)
    return place


@pytest.fixture
def connection(index: Path) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(str(index))
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("table", "column"),
    [(table, name) for table, names in COLUMNS.items() for name in names],
)
def test_a_changed_value_of_any_column_is_found(
    index: Path, connection: apsw.Connection, table: str, column: str
) -> None:
    key = "_rowid_" if table in {"document", "chunk"} else column
    rows: list[Any] = connection.execute(
        f"SELECT {key}, {column} FROM {table}"
    ).fetchall()
    row, value = rows[0]
    connection.execute(
        f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (_changed(value), row)
    ).fetchall()
    connection.close()
    found = find_damage(index)
    assert found
    # The structure is examined first: a row must have its document.
    if column not in {"id", "document_id"}:
        assert f"the checksum of a row of table {table} does not match" in found


def _changed(value: Any) -> Any:
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    return f"{value} " if isinstance(value, str) else value ^ 1


def test_every_column_has_a_checksum(connection: apsw.Connection) -> None:
    """But for those that have no value of their own."""
    for table, columns in COLUMNS.items():
        rows: list[Any] = connection.execute(f"PRAGMA table_info({table})").fetchall()
        left = {name for _, name, *_ in rows} - set(columns)
        assert left == {"checksum"} | ({"embedded"} if table == "chunk" else set())


@pytest.mark.parametrize("table", POSTINGS)
def test_a_changed_block_of_postings_is_found(index: Path, table: str) -> None:
    """Bits of the last block, which has words or lengths of texts."""
    name, _, part = table.partition("_")
    column = "block" if part == "data" else "sz"
    change = f"UPDATE {table} SET {column} = ? WHERE id = ?"
    connection = apsw.Connection(str(index))
    rows: list[Any] = connection.execute(
        f"SELECT id, {column} FROM {table} ORDER BY id DESC"
    ).fetchall()
    connection.close()
    row, block = rows[0]
    sound = _postings(index, name)
    found = 0
    for bit in range(0, 8 * len(block), 13):
        changed = bytearray(block)
        changed[bit // 8] ^= 1 << bit % 8
        _set(index, change, bytes(changed), row)
        if find_damage(index):
            found += 1
        else:
            # FTS5 leaves some bits unused.
            assert part == "data", bit
            assert _postings(index, name) == sound, bit
    assert found > 8 * len(block) // 16
    _set(index, change, block, row)
    assert find_damage(index) is None


def _postings(index: Path, table: str) -> list[Any]:
    connection = apsw.Connection(str(index))
    connection.execute(
        f"CREATE VIRTUAL TABLE temp.words USING fts5vocab (main, {table}, instance)"
    ).fetchall()
    rows = connection.execute("SELECT * FROM temp.words").fetchall()
    connection.close()
    return rows


def _set(index: Path, sql: str, *values: Any) -> None:
    connection = apsw.Connection(str(index))
    connection.execute(sql, values).fetchall()
    connection.close()


@pytest.mark.parametrize("table", [TABLE, NEXT_TABLE])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE {0}_vector_chunks00 "
        "SET vectors = CAST(x'01' || substr(vectors, 2) AS BLOB)",
        "UPDATE {0}_rowids SET chunk_offset = chunk_offset + 1",
        "UPDATE {0}_rowids SET rowid = rowid + 70",
        "DELETE FROM {0}_rowids WHERE rowid = (SELECT max(rowid) FROM {0}_rowids)",
        "UPDATE {0}_chunks SET validity = CAST(x'01' || substr(validity, 2) AS BLOB)",
        "UPDATE {0}_chunks SET validity = zeroblob(128)",
        "UPDATE {0}_chunks SET rowids = CAST(x'07' || substr(rowids, 2) AS BLOB)",
        "UPDATE {0}_chunks SET size = 7",
        "DELETE FROM {0} WHERE rowid = (SELECT max(rowid) FROM {0}_rowids)",
        "UPDATE {1} SET checksum = checksum + 1",
        "DELETE FROM {1} WHERE id = (SELECT max(id) FROM {1})",
    ],
)
def test_a_changed_vector_is_found(
    index: Path, connection: apsw.Connection, table: str, change: str
) -> None:
    connection.execute(change.format(table, checksum_table(table))).fetchall()
    connection.close()
    assert find_damage(index)


@pytest.mark.parametrize("value", [0, 2])
def test_a_chunk_that_says_otherwise_than_the_vectors_is_found(
    index: Path, value: int
) -> None:
    _set(index, "UPDATE chunk SET embedded = ? WHERE id = 1", value)
    assert "vectors" in str(find_damage(index))


def test_an_older_index_gets_checksums(index: Path) -> None:
    _make_older(index)
    with Store(index).writer():
        pass
    assert find_damage(index) is None
    _set(
        index,
        f"UPDATE {TABLE}_vector_chunks00 "
        "SET vectors = CAST(x'01' || substr(vectors, 2) AS BLOB)",
    )
    assert "vector" in str(find_damage(index))


def test_damage_of_an_older_index_is_found_when_it_gets_checksums(index: Path) -> None:
    _make_older(index)
    _set(index, "UPDATE chunk SET text = text || '~' WHERE id = 1")
    with pytest.raises(IndexDamaged, match="--rebuild"), Store(index).writer():
        pass


def _make_older(index: Path) -> None:
    """The index as the version before wrote it."""
    connection = apsw.Connection(str(index))
    shown = {
        "document": "id, path, title, company, category, summary, status, tags, "
        "created, updated",
        "chunk": "id, document_id, span_start, span_end, first_line, last_line, "
        "heading_path, text",
    }
    register_checksum(connection)
    for table in set(COLUMNS) - {"document", "chunk", "meta"}:
        connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum").fetchall()
    for table, columns in shown.items():
        sql = f"UPDATE {table} SET checksum = checksum({columns})"
        connection.execute(sql).fetchall()
    for table in (TABLE, NEXT_TABLE):
        connection.execute(f"DROP TABLE {checksum_table(table)}").fetchall()
    connection.pragma("user_version", LATEST - 1)
    connection.close()


def test_another_version_may_have_made_other_subwords(index: Path) -> None:
    """Its other tables are compared all the same."""
    with Store(index).writer() as writer:
        writer.set_meta(SIGNATURE, "3 of an older version")
    _set(index, "DELETE FROM part")
    assert find_damage(index) is None
    _set(index, "DELETE FROM keyword_docsize WHERE id = 1")
    assert find_damage(index)


def test_a_check_that_cannot_be_done_is_an_error(index: Path) -> None:
    """Not an index without damage."""
    disk = FailingDisk("failing-check")
    store = Store(index, vfs=disk.name)
    with store.reader():
        pass
    disk.fail(60, Failure.DEAD)
    with pytest.raises(StorageError, match="cannot be read"):
        store.check()
    disk.work()
    store.check()
    store.close()
    disk.unregister()


def test_an_index_that_cannot_be_written_is_checked(index: Path) -> None:
    index.chmod(0o400)
    index.parent.chmod(0o500)
    try:
        assert find_damage(index) is None
    finally:
        index.parent.chmod(0o700)
