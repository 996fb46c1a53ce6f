"""A vault that suddenly looks empty keeps its index until the user confirms."""

import os
import shutil
from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import DeletionsRefused, VaultError
from ragtui_core.indexing import scanner
from ragtui_core.indexing.deletion_guard import MIN_ALL_LOST, MIN_LOST, is_doubtful
from support.vaults import IndexVault, MakeVault


def notes(count: int) -> dict[str, str | bytes]:
    return {
        f"folder{n % 4}/note{n}.md": f"# Note {n}\n\nText {n}." for n in range(count)
    }


def documents(vault: Vault) -> int:
    return vault.coverage.whole().documents


def test_an_empty_folder_instead_removes_nothing(index_vault: IndexVault) -> None:
    vault = index_vault(notes(6), embed=True)
    kept = vault.root.rename(vault.root.with_name("unmounted"))
    vault.root.mkdir()
    with pytest.raises(DeletionsRefused) as error:
        vault.index()
    for part in ("all 6 indexed documents", str(vault.root), "--accept-deletions"):
        assert part in str(error.value)
    coverage = vault.coverage.whole()
    assert (coverage.documents, coverage.embedded, coverage.missing) == (6, 6, 6)

    vault.root.rmdir()
    kept.rename(vault.root)
    vault.index()
    assert (documents(vault), vault.coverage.whole().missing) == (6, 0)


def test_most_of_many_files_lost_changes_nothing_until_accepted_once(
    index_vault: IndexVault,
) -> None:
    vault = index_vault(notes(40))
    for number in range(30):
        (vault.root / f"folder{number % 4}/note{number}.md").unlink()
    (vault.root / "new.md").write_text("# New")
    with pytest.raises(DeletionsRefused, match="30 of the 40 indexed documents"):
        vault.index(embed=False)
    assert documents(vault) == 40
    vault.accept_deletions()
    vault.index(embed=False)
    assert (documents(vault), vault.coverage.whole().missing) == (11, 0)
    shutil.rmtree(vault.root)
    vault.root.mkdir()
    with pytest.raises(DeletionsRefused):
        vault.index(embed=False)


def test_what_is_moved_or_ignored_now_is_not_lost(index_vault: IndexVault) -> None:
    vault = index_vault(notes(40))
    (vault.root / "archive").mkdir()
    for number in range(4):
        (vault.root / f"folder{number}").rename(vault.root / f"archive/{number}")
    vault.index(embed=False)
    assert documents(vault) == 40
    (vault.root / ".ragtuiignore").write_text("archive/\n")
    vault.index(embed=False)
    assert documents(vault) == 0


def test_an_old_acceptance_does_not_count(make_vault: MakeVault) -> None:
    vault = make_vault(notes(5))
    vault.accept_deletions()
    vault.index(embed=False)
    for file in vault.root.rglob("*.md"):
        file.unlink()
    with pytest.raises(DeletionsRefused):
        vault.index(embed=False)
    vault.accept_deletions()
    (accepted,) = vault.index_path.parent.glob("*.accept-deletions")
    os.utime(accepted, (0, 0))
    with pytest.raises(DeletionsRefused):
        vault.index(embed=False)


@pytest.mark.parametrize(
    ("lost", "of", "new", "doubtful"),
    [
        (MIN_ALL_LOST, MIN_ALL_LOST, 0, True),
        (MIN_ALL_LOST - 1, MIN_ALL_LOST - 1, 0, False),
        (5, 5, 1, False),
        (4, 5, 0, False),
        (MIN_LOST, 2 * MIN_LOST, 0, False),
        (MIN_LOST, 2 * MIN_LOST - 1, 5, True),
        (MIN_LOST - 1, MIN_LOST, 0, False),
        (25, 100, 0, False),
        (0, 0, 0, False),
    ],
)
def test_what_wants_a_confirmation(
    lost: int, of: int, new: int, doubtful: bool
) -> None:
    assert is_doubtful(lost, of, new) is doubtful


def test_a_vault_that_goes_while_it_is_walked_loses_nothing(
    index_vault: IndexVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = index_vault(notes(8))
    entries = scanner._entries

    def leave(root: Path, folder: str, found: scanner.Scan) -> object:
        if folder == "folder2/":
            root.rename(root.with_name("elsewhere"))
        return entries(root, folder, found)

    monkeypatch.setattr(scanner, "_entries", leave)
    with pytest.raises(VaultError, match="became unavailable during the scan"):
        vault.index(embed=False)
    monkeypatch.undo()
    assert documents(vault) == 8
    vault.root.with_name("elsewhere").rename(vault.root)
    opened = open_vault(vault.root)
    opened.index(embed=False)
    opened.close()
    assert documents(vault) == 8
