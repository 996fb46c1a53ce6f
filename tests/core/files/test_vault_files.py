"""Files of a vault are read if they are regular, inside and not too large."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from ragtui_core import open_vault
from ragtui_core.errors import DocumentNotFound, SettingsError, UnreadableFile
from ragtui_core.files.vault_files import read_own_file, read_vault_file
from ragtui_core.settings import load_settings
from ragtui_core.settings.settings_files import write_settings
from support.child_process import run_limited
from support.vaults import MakeVault

LIMIT = 1_000_000


def pipe(file: Path) -> None:
    os.mkfifo(file)


def folder(file: Path) -> None:
    file.mkdir()


def endless(file: Path) -> None:
    file.symlink_to("/dev/zero")


def outside(file: Path) -> None:
    target = file.parent.parent / "outside"
    target.write_text("[search]\nlimit = 3\n")
    file.symlink_to(target)


def loop(file: Path) -> None:
    file.symlink_to(file.name)


def huge(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(10**12)


def listening(file: Path) -> None:
    here = Path.cwd()
    os.chdir(file.parent)  # A socket's path may have but a hundred characters.
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(file.name)
    finally:
        os.chdir(here)


HOSTILE: dict[Callable[[Path], None], str] = {
    pipe: "a pipe",
    folder: "a folder",
    endless: "a link out of the vault",
    outside: "a link out of the vault",
    loop: "a broken link",
    huge: "larger than 1 MB",
    listening: "a socket",
}
hostile = pytest.mark.parametrize("make", HOSTILE)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = (tmp_path / "vault").resolve()
    made.mkdir()
    return made


@hostile
def test_what_is_no_regular_file_is_refused_at_once(
    root: Path, make: Callable[[Path], None]
) -> None:
    make(root / "it")
    with pytest.raises(UnreadableFile, match=HOSTILE[make]):
        read_vault_file(root, "it", LIMIT)


def test_a_link_to_a_file_inside_is_read(root: Path) -> None:
    (root / "own").write_bytes(b"x")
    (root / "it").symlink_to("own")
    assert read_vault_file(root, "it", LIMIT) == b"x"


def test_a_missing_file_is_missing(root: Path) -> None:
    (root / "file").write_bytes(b"x")
    for path in ("none", "file/none"):
        with pytest.raises(FileNotFoundError):
            read_vault_file(root, path, LIMIT)


def test_a_link_inside_to_a_pipe_is_refused(root: Path) -> None:
    pipe(root / "pipe")
    (root / "it").symlink_to("pipe")
    with pytest.raises(UnreadableFile, match="a pipe"):
        read_vault_file(root, "it", LIMIT)


def test_a_file_that_says_it_is_empty_is_read_to_the_limit() -> None:
    """Files of /proc have no size; one that grew since it was looked at is alike."""
    assert read_own_file(Path("/proc/self/status"), LIMIT)
    with pytest.raises(UnreadableFile, match="larger"):
        read_own_file(Path("/proc/self/status"), 10)


@hostile
def test_notes_and_ignore_files_are_reported_and_indexing_continues(
    make_vault: MakeVault, make: Callable[[Path], None]
) -> None:
    vault = make_vault({"a.md": "# Apple"})
    for name in ("b.md", ".gitignore", ".ragtuiignore", ".ragtui.toml"):
        make(vault.root / name)
    vault.index(embed=False)
    coverage = vault.coverage.whole()
    assert coverage.documents == 1
    reasons = {item.path: item.reason for item in coverage.skipped}
    notes = {"b.md"} - ({"b.md"} if make is folder else set())  # Folders are walked.
    assert reasons.keys() == {".gitignore", ".ragtuiignore", *notes}
    assert reasons[".gitignore"].startswith("ignore file not used: ")
    with pytest.raises((UnreadableFile, DocumentNotFound)):
        vault.documents.read("b.md")
    with pytest.raises(SettingsError, match=r"\.ragtui\.toml: settings not read: it "):
        load_settings(vault.root)


def test_the_users_settings_may_be_linked_or_null(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real.toml").write_text("[search]\nlimit = 3\n")
    (tmp_path / "config.toml").symlink_to("real.toml")
    assert load_settings().search.limit == 3
    monkeypatch.setenv("RAGTUI_CONFIG", os.devnull)
    assert load_settings().search.limit != 3


def test_the_users_settings_may_not_be_a_pipe(tmp_path: Path) -> None:
    pipe(tmp_path / "config.toml")
    with pytest.raises(SettingsError, match="it is a pipe"):
        load_settings()
    with pytest.raises(SettingsError, match="it is a pipe"):
        write_settings(tmp_path / "config.toml", {"search.limit": 3})


def test_nothing_of_it_hangs(root: Path) -> None:
    """The other tests would hang themselves if this were not so; this one fails."""
    for name in (".gitignore", ".ragtuiignore", "sub.md"):
        pipe(root / name)
    (root / "a.md").write_text("x")
    run_limited(
        """
from pathlib import Path
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.settings import IndexSettings
assert len(scan_vault(Path(sys.argv[1]), IndexSettings()).skipped) == 3
""",
        root,
    )


def test_a_document_beyond_the_limit_is_not_read(make_vault: MakeVault) -> None:
    vault = make_vault({".ragtui.toml": "[index]\nmax_file_mb = 0.001\n"})
    (vault.root / "a.md").write_text("word " * 1000)
    with pytest.raises(UnreadableFile, match=r"a\.md: it is larger than 0\.001 MB"):
        open_vault(vault.root).documents.read("a.md")
