"""Which files belong to a vault."""

import os
from pathlib import Path

import pytest

from ragtui_core.errors import VaultError
from ragtui_core.indexing.ignore_rules import is_ignored
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.settings import IndexSettings

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


def test_markdown_files_of_every_ending_and_depth(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b/c.markdown", "b/d/E.MD", "b/f.xyz", "g")
    assert found(tmp_path) == ["a.md", "b/c.markdown", "b/d/E.MD"]


def test_hidden_and_foreign_folders_are_skipped(tmp_path: Path) -> None:
    write(tmp_path, ".git/a.md", ".b.md", "node_modules/x/c.md", "ok/d.md")
    assert found(tmp_path) == ["ok/d.md"]


def test_names_with_spaces_emoji_and_line_feeds(tmp_path: Path) -> None:
    names = ["with space.md", "🦊.md", "two\nlines.md", "ümläut.md"]
    write(tmp_path, *names)
    assert found(tmp_path) == sorted(names)


def test_a_name_that_is_not_unicode_is_reported(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"bad\xff.md")).write_text("x")
    assert found(tmp_path) == []
    assert "not valid Unicode" in next(iter(reasons(tmp_path).values()))


IGNORES = [
    (".gitignore", "*.tmp.md\n/build/\n"),
    (".ragtuiignore", "drafts/\n!drafts-kept.md\n"),
    ("sub/.gitignore", "local.md\n"),
]


def vault_with_ignores(root: Path) -> None:
    for path, text in IGNORES:
        write(root, path, text=text)
    write(root, "a.tmp.md", "build/b.md", "sub/build/c.md", "drafts/d.md")
    write(root, "sub/local.md", "local.md", "sub/drafts/e.md", "sub/ok.md")


EXPECTED = ["local.md", "sub/build/c.md", "sub/ok.md"]


def test_ignore_files_count_from_their_folder_down(tmp_path: Path) -> None:
    vault_with_ignores(tmp_path)
    assert found(tmp_path) == EXPECTED


def test_one_files_verdict_is_that_of_the_whole_scan(tmp_path: Path) -> None:
    vault_with_ignores(tmp_path)
    write(tmp_path, ".hidden/x.md", "node_modules/y.md")
    everything = [p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.md")]
    kept = [p for p in everything if not is_ignored(tmp_path, p, DEFAULTS)]
    assert sorted(kept) == EXPECTED


def test_a_deeper_file_may_take_back_what_a_higher_one_ignores(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="*.md\n")
    write(tmp_path, "sub/.gitignore", text="!kept.md\n")
    write(tmp_path, "a.md", "sub/kept.md", "sub/other.md")
    assert found(tmp_path) == ["sub/kept.md"]


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


def test_a_link_inside_counts_if_its_target_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, "own.md", ".store/kept.md")
    (tmp_path / "twin.md").symlink_to(tmp_path / "own.md")
    (tmp_path / "kept.md").symlink_to(tmp_path / ".store/kept.md")
    assert found(tmp_path) == ["kept.md", "own.md"]


def test_loops_and_dangling_links_end_the_walk_well(tmp_path: Path) -> None:
    write(tmp_path, "a/own.md")
    (tmp_path / "a/loop").symlink_to(tmp_path)
    (tmp_path / "self.md").symlink_to(tmp_path / "self.md")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    assert found(tmp_path) == ["a/own.md"]
    assert set(reasons(tmp_path)) == {"self.md", "gone.md", "a/loop"}


def test_a_folder_named_like_a_file_is_walked_not_read(tmp_path: Path) -> None:
    write(tmp_path, "x.md/inner.md")
    assert found(tmp_path) == ["x.md/inner.md"]


def test_a_missing_vault_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match=r"missing or unreadable .*no longer exists"):
        scan_vault(tmp_path / "none", DEFAULTS)
