"""Vaults that were opened are remembered."""

from pathlib import Path

import pytest

from ragtui_core.vault.recent_vaults import (
    FILE,
    MAX_VAULTS,
    recent_vaults,
    remember_vault,
)


def test_the_newest_comes_first_and_once(tmp_path: Path) -> None:
    vaults = [tmp_path / f"v{n}" for n in range(MAX_VAULTS + 2)]
    for vault in [*vaults, vaults[0]]:
        vault.mkdir(exist_ok=True)
        remember_vault(tmp_path / "data", vault)
    known = recent_vaults(tmp_path / "data")
    assert known[:2] == [vaults[0], vaults[-1]]
    assert len(known) == MAX_VAULTS


def test_a_deleted_folder_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    remember_vault(tmp_path, tmp_path / "v")
    (tmp_path / "v").rmdir()
    assert recent_vaults(tmp_path) == []


@pytest.mark.parametrize("damaged", ["", "{}", '[7, "x"]', "{\x00"])
def test_a_damaged_list_is_no_list(tmp_path: Path, damaged: str) -> None:
    (tmp_path / FILE).write_text(damaged)
    assert recent_vaults(tmp_path) == []
    remember_vault(tmp_path, tmp_path)
    assert recent_vaults(tmp_path) == [tmp_path]


def test_a_folder_that_cannot_be_written_is_let_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    remember_vault(tmp_path / "file", tmp_path)
    assert recent_vaults(tmp_path / "file") == []
