"""An index of another schema: its tables are replaced, its vectors survive."""

from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import apsw
import pytest

from ragtui_core import open_vault
from ragtui_core.errors import IndexDamaged, IndexMissing
from ragtui_core.store.sqlite import schema
from ragtui_core.store.sqlite.connection import connect
from ragtui_core.store.tables.meta import TABLES
from support.damaged_index import answers
from support.index_snapshot import differences, snapshot
from support.older_index import NOTES, unpack
from support.vaults import write_files

SCHEMAS = {31: "156e48ac5019421a"}
"""The digest of `tables.sql` and `schema.sql` of the version."""


def test_another_schema_has_another_version() -> None:
    own = resources.files("ragtui_core.store.sqlite") / "schema.sql"
    digest = sha256(TABLES.encode() + own.read_bytes()).hexdigest()
    assert digest[:16] == SCHEMAS[schema.SCHEMA_VERSION]


def vectors_by_key(place: Path) -> dict[bytes, bytes]:
    """The vector of each embedded passage, by what was embedded."""
    connection = connect(place, write=False)
    rows: list[Any] = connection.execute(
        "SELECT embedding_key, vector FROM embedding JOIN chunk ON id = chunk"
    ).fetchall()
    connection.close()
    return dict(rows)


def count(place: Path, table: str) -> int:
    connection = connect(place, write=False)
    number = connection.execute(f"SELECT count(*) FROM {table}").get
    connection.close()
    return int(number)


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """An index of an older schema, beside its vault."""
    write_files(tmp_path / "vault", NOTES)
    place = tmp_path / "index.db"
    unpack(18, place)
    return place


def test_vectors_survive_a_change_of_schema(older: Path) -> None:
    before = vectors_by_key(older)
    assert len(before) == len(NOTES)
    root = older.parent / "vault"
    (root / "old.md").write_text("# Old\n\nThis one has changed.\n")
    (root / "copy.md").write_text(str(NOTES["power/cells.md"]))
    vault = open_vault(root, db=older)
    with pytest.raises(IndexMissing, match=r"older ragtui.*ragtui index"):
        vault.search("buoy")
    vault.index(embed=False)
    after = vectors_by_key(older)
    assert after.items() < before.items()
    assert len(after) == len(NOTES) - 1
    # The copy has the same key as the note.
    assert count(older, "embedding") == len(NOTES)
    vault.index()
    assert after.items() < vectors_by_key(older).items()
    assert count(older, "former_embedding") == 0
    assert vault.coverage.check_index()
    fresh = open_vault(root, db=older.parent / "fresh.db")
    fresh.index()
    assert answers(vault) == answers(fresh)
    assert not differences(snapshot(older), snapshot(fresh.index_path))
    vault.close()
    fresh.close()


def test_another_model_does_not_take_the_former_vectors(older: Path) -> None:
    vault = open_vault(older.parent / "vault", db=older)
    with vault._store.writer() as writer:
        assert count(older, "former_embedding") == len(NOTES)
        writer.vectors.use_model("another", 8)
    assert count(older, "former_embedding") == 0
    vault.close()


def test_an_index_of_0_1_gets_new_vectors(tmp_path: Path) -> None:
    write_files(tmp_path / "vault", NOTES)
    place = tmp_path / "index.db"
    unpack(3, place)
    vault = open_vault(tmp_path / "vault", db=place)
    vault.index()
    assert vault.search("buoy").hits
    assert count(place, "embedding") == len(NOTES)
    vault.close()


def test_a_table_that_is_missing_is_damage(tmp_path: Path) -> None:
    place = tmp_path / "index.db"
    unpack(18, place)
    connection = apsw.Connection(str(place))
    connection.execute("ALTER TABLE chunk DROP COLUMN embedding_key").fetchall()
    connection.close()
    vault = open_vault(tmp_path, db=place)
    with pytest.raises(IndexDamaged, match="not of schema 18"):
        vault.index()
    vault.close()
