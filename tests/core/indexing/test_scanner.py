"""Which files belong to a vault."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ragtui_core.errors import VaultError
from ragtui_core.indexing.ignore_rules import is_ignored
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.settings import IndexSettings
from support.rows import rows_test

DEFAULTS = IndexSettings()


def write(root: Path, *paths: str, text: str = "x") -> None:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def found(root: Path, settings: IndexSettings = DEFAULTS) -> list[str]:
    return sorted(file.path for file in scan_vault(root, settings).files)


def reasons(root: Path) -> dict[str, str]:
    return {item.path: item.reason for item in scan_vault(root, DEFAULTS).skipped}


def kept(row: str) -> str:
    """The files of a folder that are kept, one by one and all at once."""
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for item in row.split(" ¦ "):
            path, _, target = item.partition(" => ")
            path, _, text = path.partition(": ")
            if target:
                (root / path).symlink_to(target)
            else:
                write(root, path, text=text or "x")
        files = [path for path in root.rglob("*.md") if path.is_file()]
        names = [path.relative_to(root).as_posix() for path in files]
        assert {name for name in names if not is_ignored(root, name, DEFAULTS)} >= {
            name for name in found(root) if name in names
        }
        assert "=>" in row or {
            name for name in names if not is_ignored(root, name, DEFAULTS)
        } <= {*found(root)}
        return " ¦ ".join(found(root))


test_rows = rows_test(
    Path(__file__).with_name("scanned.txt"), {"which files belong to a vault": kept}
)


def test_a_name_that_is_not_unicode_is_reported(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"bad\xff.md")).write_text("x")
    assert found(tmp_path) == []
    assert "not valid Unicode" in next(iter(reasons(tmp_path).values()))


def test_gitignore_can_be_set_aside_and_patterns_added(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="a.md\n")
    write(tmp_path, "a.md", "b.md")
    settings = IndexSettings(gitignore=False, ignore=("b.*",))
    assert found(tmp_path, settings) == ["a.md"]


def test_links_out_of_the_vault_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "outside/secret.md", "vault/own.md")
    (tmp_path / "vault/link.md").symlink_to(tmp_path / "outside/secret.md")
    (tmp_path / "vault/folder").symlink_to(tmp_path / "outside")
    assert found(tmp_path / "vault") == ["own.md"]
    assert reasons(tmp_path / "vault") == {
        "link.md": "a link out of the vault",
        "folder": "a link to a folder: it is not followed",
    }


def test_loops_and_dangling_links_end_the_walk_well(tmp_path: Path) -> None:
    write(tmp_path, "a/own.md")
    (tmp_path / "a/loop").symlink_to(tmp_path)
    (tmp_path / "self.md").symlink_to(tmp_path / "self.md")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    assert found(tmp_path) == ["a/own.md"]
    assert set(reasons(tmp_path)) == {"self.md", "gone.md", "a/loop"}


def test_a_missing_vault_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match=r"missing or unreadable .*no longer exists"):
        scan_vault(tmp_path / "none", DEFAULTS)
