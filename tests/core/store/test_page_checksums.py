"""Every page has a checksum, in new indexes and in those of older versions."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import apsw
import pytest

from ragtui_core.errors import IndexDamaged, IndexMissing, IndexUnusable, StorageError
from ragtui_core.store.sqlite import (
    connection as connections,
    migrations,
    page_checksums,
)
from ragtui_core.store.sqlite.connection import connect, load_vector_extension
from ragtui_core.store.sqlite.damage import find_damage
from ragtui_core.store.sqlite.store import Store
from ragtui_core.vault import open_vault
from support.damaged_index import PAGE, answers
from support.failing_disk import FailingDisk, Failure
from support.index_snapshot import differences, snapshot
from support.older_index import PLAIN_VFS, make_older, make_plain_index
from support.vaults import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from ragtui_core.vault import Vault
    from support.vaults import Files

NOTES: Files = {
    "buoy.md": "---\ntags: [marine]\ncompany: Acme\ntype: memo\n---\n# Buoy\n\n"
    "The second buoy drifts. [[cable]]\n",
    "漢字.md": "# 電力\n\n電池は浮標を動かす。parseConfigFile reads it.\n",
    "broken.md": "---\n[\n---\n# Broken\n",
    "long.md": "# Long\n\n"
    + "\n\n".join(f"Paragraph {n} of many." for n in range(400)),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    write_files(folder, NOTES)
    return folder


@pytest.fixture(scope="module")
def plain_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of the notes without checksums, made once; to be copied."""
    folder = tmp_path_factory.mktemp("plain")
    write_files(folder / "vault", NOTES)
    make_plain_index(folder / "vault", folder / "index.db")
    return folder / "index.db"


def make_older_index(plain_index: Path, place: Path, version: int) -> None:
    shutil.copyfile(plain_index, place)
    make_older(place, version)


@pytest.fixture
def vault(root: Path, tmp_path: Path) -> Vault:
    vault = open_vault(root, db=tmp_path / "index.db")
    vault.index(embed=False)
    vault.close()
    return vault


def unverified_pages(place: Path) -> list[int]:
    """The pages whose last bytes are not their checksum."""
    connection = apsw.Connection(":memory:")
    data = place.read_bytes()
    wrong = [
        start // PAGE
        for start in range(0, len(data), PAGE)
        if connection.execute(
            "SELECT verify_checksum(?)", (data[start : start + PAGE],)
        ).fetchall()
        != [(1,)]
    ]
    connection.close()
    return wrong


def test_every_page_of_a_new_index_has_a_checksum(vault: Vault) -> None:
    assert vault.index_path.read_bytes()[20] == page_checksums.RESERVED
    assert unverified_pages(vault.index_path) == []
    assert vault.coverage.check_index()


def test_the_header_cannot_switch_checksums_off(vault: Vault) -> None:
    """The number of reserved bytes decides whether they are compared."""
    whole = bytearray(vault.index_path.read_bytes())
    for reserved in (0, 9, 10, 12, 24, 40, 72, 136):
        whole[20] = reserved
        vault.index_path.write_bytes(whole)
        for act in (vault.coverage.whole, vault.index):
            with pytest.raises(IndexDamaged, match="--rebuild"):
                act()
        vault.close()


@pytest.mark.parametrize("version", [4, 5, 6])
def test_an_older_index_gets_checksums(
    root: Path, plain_index: Path, tmp_path: Path, version: int
) -> None:
    place = tmp_path / "older.db"
    make_older_index(plain_index, place, version)
    vectors = stored_vectors(place)
    vault = open_vault(root, db=place)
    with pytest.raises(IndexMissing, match=r"older ragtui.*ragtui index"):
        vault.search("buoy")
    (root / "new.md").write_text("# New\n\nA cable was laid.\n")
    vault.index(embed=False)
    vault.close()
    assert unverified_pages(place) == []
    assert stored_vectors(place) == vectors
    assert vectors
    fresh = open_vault(root, db=tmp_path / "fresh.db")
    fresh.index()
    vault.index()
    assert answers(vault) == answers(fresh)
    assert not differences(snapshot(place), snapshot(fresh.index_path))
    vault.close()
    fresh.close()


def stored_vectors(place: Path) -> list[Any]:
    connection = connect(place, write=False)
    load_vector_extension(connection)
    older = "SELECT 1 FROM sqlite_schema WHERE name = 'chunk_vector'"
    sql = "SELECT chunk, vector FROM embedding"
    if connection.execute(older).fetchall():
        sql = "SELECT rowid, embedding FROM chunk_vector"
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE chunk SET text = text || '~' WHERE id = 1",
        "UPDATE document SET mtime_ns = mtime_ns + 1 WHERE id = 1",
        "UPDATE tag SET tag = 'maritime'",
        "UPDATE link SET target = 'gable'",
        "UPDATE heading SET level = 5",
        "UPDATE meta SET value = value || ' '",
    ],
)
def test_damage_of_an_older_index_is_found_when_it_gets_checksums(
    plain_index: Path, tmp_path: Path, change: str
) -> None:
    place = tmp_path / "older.db"
    make_older_index(plain_index, place, 6)
    connection = apsw.Connection(str(place))
    connection.execute(change).fetchall()
    connection.close()
    with pytest.raises(IndexDamaged, match="--rebuild"), Store(place).writer():
        pass


def test_an_interrupted_upgrade_is_completed(plain_index: Path, tmp_path: Path) -> None:
    """The steps are one transaction, the new pages another, the mark a third."""
    place = tmp_path / "older.db"
    make_older_index(plain_index, place, 6)
    with Store(place, vfs=PLAIN_VFS).writer():
        pass
    assert version_of(place) == migrations.LATEST
    with Store(place).writer():
        pass
    assert unverified_pages(place) == []
    connection = apsw.Connection(str(place))
    connection.pragma("user_version", migrations.LATEST)
    connection.close()
    with Store(place).writer():
        pass
    assert version_of(place) == migrations.LATEST + migrations.PAGE_CHECKSUMS
    assert find_damage(place) is None


def version_of(place: Path) -> int:
    connection = apsw.Connection(str(place))
    version = int(connection.pragma("user_version"))
    connection.close()
    return version


def test_without_the_extension_an_index_has_no_checksums(
    root: Path, tmp_path: Path
) -> None:
    vault = open_vault(root, db=tmp_path / "index.db", vfs=PLAIN_VFS)
    vault.index(embed=False)
    assert vault.index_path.read_bytes()[20] == 0
    assert vault.search("buoy").hits
    assert not vault.coverage.check_index()
    vault.close()


def test_without_the_extension_an_index_with_checksums_is_only_read(
    vault: Vault,
) -> None:
    other = open_vault(vault.root, db=vault.index_path, vfs=PLAIN_VFS)
    assert other.search("buoy").hits
    with pytest.raises(IndexUnusable, match=r"cksumvfs.*--rebuild"):
        other.index()
    other.close()


def test_an_index_that_cannot_be_written_is_verified(vault: Vault) -> None:
    whole = bytearray(vault.index_path.read_bytes())
    at = whole.index(b"second buoy")
    whole[at] ^= 1
    vault.index_path.write_bytes(whole)
    vault.index_path.chmod(0o400)
    vault.index_path.parent.chmod(0o500)
    try:
        with pytest.raises(IndexDamaged, match="checksum of a page"):
            vault.search("buoy")
        assert find_damage(vault.index_path)
    finally:
        vault.index_path.parent.chmod(0o700)


def test_a_check_that_cannot_be_done_is_an_error(vault: Vault) -> None:
    """Not an index without damage."""
    disk = FailingDisk("failing-check")
    store = Store(vault.index_path, vfs=disk.name)
    with store.reader():
        pass
    disk.fail(40, Failure.DEAD)
    with pytest.raises(StorageError, match="cannot be read"):
        store.check()
    disk.work()
    assert store.check()
    store.close()
    disk.unregister()


def test_an_index_that_is_made_after_it_was_opened(root: Path, tmp_path: Path) -> None:
    """Between both, SQLite has to know the size of a page without reading one."""
    place = tmp_path / "new" / "index.db"
    place.parent.mkdir()
    place.touch()
    page_checksums.register()
    opened = apsw.Connection(str(place), flags=apsw.SQLITE_OPEN_READONLY)
    vault = open_vault(root, db=place)
    vault.index(embed=False)
    vault.close()
    early = connections._configured(opened, write=False)
    assert early.execute("SELECT count(*) FROM document").get == len(NOTES)
    early.close()
