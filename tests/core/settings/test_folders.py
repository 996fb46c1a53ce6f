"""Which folder is the vault: argument, `.ragtui.toml`, setting, current folder."""

import itertools
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st

from ragtui_core.errors import SettingsError, VaultError
from ragtui_core.settings.folders import find_vault, marked_folder

SETTINGS = ("none", "config", "environment", "flag")


@pytest.mark.parametrize(
    ("argument", "marked", "setting", "started"),
    itertools.product([True, False], [True, False], SETTINGS, [True, False]),
)
def test_every_combination_follows_the_one_order(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    argument: bool,
    marked: bool,
    setting: str,
    started: bool,
) -> None:
    notes, deep = tmp_path / "notes", tmp_path / "notes" / "a" / "b"
    deep.mkdir(parents=True)
    if marked:
        (notes / ".ragtui.toml").touch()
    if setting == "config":
        config = tmp_path / "config.toml"
        config.write_text(f"vault = '{tmp_path / 'set'}'")
        monkeypatch.setenv("RAGTUI_CONFIG", str(config))
    elif setting == "environment":
        monkeypatch.setenv("RAGTUI_VAULT", str(tmp_path / "set"))
    flags = {"vault": str(tmp_path / "set") if setting == "flag" else None}

    candidates = (
        tmp_path / "argument" if argument else None,
        notes if marked and started else None,
        tmp_path / "set" if setting != "none" else None,
        deep if started else None,
    )
    found = find_vault(candidates[0], start=deep if started else None, flags=flags)
    assert found == next(filter(None, candidates), None)


@given(depth=st.integers(0, 6), marks=st.sets(st.integers(0, 6)))
def test_the_deepest_marked_folder_counts(depth: int, marks: set[int]) -> None:
    with TemporaryDirectory() as top:
        levels = [Path(top).joinpath(*"abcdef"[:level]) for level in range(7)]
        levels[-1].mkdir(parents=True)
        for level in marks:
            (levels[level] / ".ragtui.toml").touch()
        above = [level for level in marks if level <= depth]
        expected = levels[max(above)] if above else None
        assert marked_folder(levels[depth]) == expected


@pytest.mark.parametrize("name", ["x" * 5000, "a/" * 3000])
def test_an_impossible_folder_is_not_marked(tmp_path: Path, name: str) -> None:
    assert marked_folder(tmp_path / name) is None


def test_a_folder_named_like_the_settings_file_marks_nothing(tmp_path: Path) -> None:
    (tmp_path / ".ragtui.toml").mkdir()
    assert find_vault(start=tmp_path) == tmp_path


def test_a_relative_setting_counts_from_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAGTUI_VAULT", "notes")
    assert find_vault(start=tmp_path) == tmp_path / "notes"


def test_errors_name_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(VaultError, match="is not a valid path"):
        find_vault("a\0b", start=tmp_path)
    monkeypatch.setenv("RAGTUI_SEARCH_LIMIT", "x")
    with pytest.raises(SettingsError, match="RAGTUI_SEARCH_LIMIT"):
        find_vault(start=tmp_path)
