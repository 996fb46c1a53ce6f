"""No file may grow: what was there stays, and the message says what to do."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ragtui_core.errors import SettingsError, StorageError
from ragtui_core.search.saved_searches import SavedSearch
from ragtui_core.settings.settings_files import write_settings
from ragtui_core.vault.recent_vaults import recent_vaults, remember_vault
from support.vaults import IndexVault, MakeVault


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """No write of this process may make a file larger than `size` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_settings_stay_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# mine\n[search]\nlimit = 7\n")
    before = file.read_bytes()
    with (
        files_at_most(10),
        pytest.raises(SettingsError, match=r"config\.toml: cannot be written"),
    ):
        write_settings(file, {"search.limit": 9})
    assert file.read_bytes() == before
    assert [*tmp_path.iterdir()] == [file]


def test_saved_searches_stay_as_they_were(make_vault: MakeVault) -> None:
    saved = make_vault({"a.md": "# Apple"}).saved_searches
    saved.save(SavedSearch("fruit", "apple"))
    folder = saved._file.parent
    before = {file: file.read_bytes() for file in folder.iterdir()}
    with files_at_most(10), pytest.raises(StorageError, match="cannot be written"):
        saved.save(SavedSearch("more", "banana"))
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_the_list_of_vaults_stays_as_it_was(tmp_path: Path) -> None:
    vaults = [tmp_path / "one", tmp_path / "two"]
    for vault in vaults:
        vault.mkdir()
    remember_vault(tmp_path / "data", vaults[0])
    with files_at_most(10):
        remember_vault(tmp_path / "data", vaults[1])
    assert recent_vaults(tmp_path / "data") == vaults[:1]
    assert len([*(tmp_path / "data").iterdir()]) == 1


def test_an_index_that_cannot_grow_stays_as_it_was(index_vault: IndexVault) -> None:
    vault = index_vault({"a.md": "# Apple"})
    (vault.root / "b.md").write_text("# Banana\n\n" + "many different words " * 20_000)
    with files_at_most(200_000), pytest.raises(StorageError, match=r"disk|--db"):
        vault.index(embed=False)
    assert [hit.path for hit in vault.search("apple").hits] == ["a.md"]
    vault.index(embed=False)
    assert vault.documents.paths() == ["a.md", "b.md"]
