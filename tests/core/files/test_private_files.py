"""Files of ragtui are private to the user under any umask and earlier mode."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core import open_vault
from ragtui_core.files.private_files import (
    DIRECTORY_MODE,
    FILE_MODE,
    is_private,
    make_private,
    make_tree_private,
    open_private,
    private_directory,
    write_private,
)
from ragtui_core.store.sqlite.connection import connect, transaction
from ragtui_core.vault.index_location import fix_permissions

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs modes of POSIX")

UMASKS = (0o000, 0o022, 0o077, 0o277)

MODES = st.integers(0, 0o777).map(lambda mode: mode | stat.S_IRUSR | stat.S_IWUSR)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=UMASKS, ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_what_is_new_is_private_under_any_umask(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "a" / "b" / "c"
    private_directory(folder)
    write_private(folder / "file", b"words")
    assert [mode(each) for each in (folder, *folder.parents[:2])] == [0o700] * 3
    assert mode(folder / "file") == 0o600
    assert (folder / "file").read_bytes() == b"words"


def test_a_file_is_at_no_moment_readable_by_others(tmp_path: Path) -> None:
    """Other processes see every state between two system calls."""
    seen: list[int] = []
    file = tmp_path / "file"

    def watch(event: str, given: tuple[object, ...]) -> None:
        if file.exists() and active:
            seen.append(mode(file))

    active = True
    sys.addaudithook(watch)
    before = os.umask(0)
    try:
        write_private(file, b"words")
        os.truncate(file, 0)
    finally:
        os.umask(before)
        active = False
    assert set(seen) == {FILE_MODE}


def test_a_directory_that_exists_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private_directory(tmp_path)
    assert mode(tmp_path) == 0o755


def test_a_file_instead_of_a_directory_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        private_directory(tmp_path / "file")


@given(before=MODES)
def test_opening_corrects_a_file_of_any_mode(
    tmp_path_factory: pytest.TempPathFactory, before: int
) -> None:
    file = tmp_path_factory.mktemp("files") / "file"
    file.write_bytes(b"line\n")
    file.chmod(before)
    with open(file, "ab", opener=open_private) as out:
        assert mode(file) == FILE_MODE
        out.write(b"line\n")
    assert file.read_bytes() == b"line\nline\n"


@given(data=st.data())
def test_a_tree_of_any_modes_is_corrected_and_nothing_outside_it(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("tree")
    outside, tree = folder / "outside", folder / "tree"
    for place in (outside, tree / "a" / "b"):
        place.mkdir(parents=True)
        (place / "file").touch()
        (place / "file").chmod(0o666)
    outside.chmod(0o777)
    (tree / "link").symlink_to(outside)
    (tree / "a" / "link").symlink_to(outside / "file")
    os.mkfifo(tree / "pipe")
    for path in (tree / "a" / "b", tree / "a", tree):
        path.chmod(data.draw(MODES) | stat.S_IXUSR)
    make_tree_private(tree)
    for path in (tree, tree / "a", tree / "a" / "b"):
        assert mode(path) == DIRECTORY_MODE
        assert is_private(path)
    assert mode(tree / "a" / "b" / "file") == FILE_MODE
    assert mode(outside) == 0o777
    assert mode(outside / "file") == 0o666


def test_a_missing_path_and_a_shared_directory_are_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    make_private(tmp_path, tmp_path / "missing")
    assert mode(tmp_path) == 0o1777
    tmp_path.chmod(0o700)


def test_an_index_and_the_files_beside_it_are_private_under_every_umask(
    tmp_path: Path, umask: int
) -> None:
    file = tmp_path / "index.db"
    connection = connect(file, write=True)
    with transaction(connection):
        connection.execute("CREATE TABLE a (b)")
        connection.execute("INSERT INTO a VALUES (1)")
    modes = {path.name: mode(path) for path in tmp_path.iterdir()}
    connection.close()
    assert modes == dict.fromkeys(("index.db", "index.db-wal", "index.db-shm"), 0o600)


@pytest.mark.parametrize("write", [False, True])
def test_an_opened_index_is_corrected_alone(tmp_path: Path, write: bool) -> None:
    file = tmp_path / "index.db"
    connect(file, write=True).close()
    for path in (file, tmp_path / "index.db-wal", tmp_path / "index.db-shm"):
        path.touch()
        path.chmod(0o664)
    tmp_path.chmod(0o755)
    connection = connect(file, write=write)
    wide = [path.name for path in tmp_path.iterdir() if not is_private(path)]
    connection.close()
    assert wide == []
    assert mode(tmp_path) == 0o755


def test_the_data_directory_is_corrected_at_the_next_start(tmp_path: Path) -> None:
    data, vault = tmp_path / "data", tmp_path / "notes"
    vault.mkdir()
    for name in ("vaults/v/chats/a.jsonl", "log/2026-01.jsonl", "evaluations.jsonl"):
        file = data / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for path in (data, *data.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    config = tmp_path / "config.toml"
    config.write_text("")
    config.chmod(0o644)
    fix_permissions.cache_clear()
    open_vault(vault).close()
    wide = [path for path in (data, *data.rglob("*"), config) if not is_private(path)]
    assert wide == []


def test_a_users_own_directory_keeps_its_mode_and_its_files(tmp_path: Path) -> None:
    data, vault = tmp_path / "data", tmp_path / "notes"
    (data / "log").mkdir(parents=True)
    vault.mkdir()
    (data / "theirs.txt").touch()
    for path in (data, data / "log", data / "theirs.txt"):
        path.chmod(0o755)
    fix_permissions.cache_clear()
    open_vault(vault).close()
    assert mode(data) == 0o755
    assert mode(data / "theirs.txt") == 0o755
    assert mode(data / "log") == 0o700


def test_a_data_directory_that_is_a_link_is_corrected_behind_it(tmp_path: Path) -> None:
    real, vault = tmp_path / "real", tmp_path / "notes"
    (real / "log").mkdir(parents=True, mode=0o755)
    vault.mkdir()
    (tmp_path / "data").symlink_to(real)
    fix_permissions.cache_clear()
    open_vault(vault).close()
    assert (mode(real), mode(real / "log")) == (0o700, 0o700)
    assert (tmp_path / "data").is_symlink()
