"""Every page has a checksum, in new indexes and in those of older versions."""

from pathlib import Path

import apsw
import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import IndexDamaged, IndexUnusable, StorageError
from ragtui_core.store.sqlite import page_checksums, schema
from ragtui_core.store.sqlite.damage import find_damage
from ragtui_core.store.sqlite.store import SqliteStore
from support.damaged_index import PAGE
from support.failing_disk import FailingDisk, Failure
from support.older_index import plain_pages, unpack
from support.vaults import Files, write_files

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


def test_an_interrupted_upgrade_is_completed(tmp_path: Path) -> None:
    """The tables are one transaction, the new pages another, the mark a third."""
    place = tmp_path / "older.db"
    unpack(3, place)
    with plain_pages(), SqliteStore(place).writer():
        pass
    assert version_of(place) == schema.SCHEMA_VERSION
    with SqliteStore(place).writer():
        pass
    assert unverified_pages(place) == []
    connection = apsw.Connection(str(place))
    connection.pragma("user_version", schema.SCHEMA_VERSION)
    connection.close()
    with SqliteStore(place).writer():
        pass
    assert version_of(place) == schema.SCHEMA_VERSION + schema.PAGE_CHECKSUMS
    assert find_damage(place) is None


def version_of(place: Path) -> int:
    connection = apsw.Connection(str(place))
    version = int(connection.pragma("user_version"))
    connection.close()
    return version


def test_without_the_extension_it_has_none(root: Path, tmp_path: Path) -> None:
    vault = open_vault(root, db=tmp_path / "index.db")
    with plain_pages():
        vault.index(embed=False)
        assert vault.index_path.read_bytes()[20] == 0
        assert vault.search("buoy").hits
        assert not vault.coverage.check_index()
        vault.close()


def test_without_the_extension_one_with_checksums_is_only_read(vault: Vault) -> None:
    other = open_vault(vault.root, db=vault.index_path)
    with plain_pages():
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
    store = SqliteStore(vault.index_path)
    with store.reader():
        pass
    disk.fail(40, Failure.DEAD)
    with pytest.raises(StorageError, match="cannot be read"):
        store.check()
    disk.work()
    assert store.check()
    store.close()
    disk.unregister()
