"""What of a vault is indexed, folder by folder."""

from ragtui_core import Vault
from ragtui_core.indexing.coverage import FolderCoverage, by_folder
from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "top.md": "# Top\n\nText.",
    "a/one.md": "# One\n\nText.",
    "a/b/two.md": "# Two\n\nText.",
    "a/b/bad.md": b"\x00\x01\x02",
    "a-b/three.md": "# Three\n\nText.",
}


def folders(vault: Vault, stale: list[str]) -> dict[str, FolderCoverage]:
    return {each.folder: each for each in by_folder(vault.coverage.folders(), stale)}


def test_folders_count_all_that_lies_below(make_vault: MakeVault) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    found = folders(vault, ["a/b/two.md", "gone/x.md"])
    assert list(found) == ["", "a", "a/b", "a-b", "gone"]
    assert found[""] == FolderCoverage("", 4, 4, 0, 1, 2)
    assert found["a"] == FolderCoverage("a", 2, 2, 0, 1, 1)
    assert found["a/b"] == FolderCoverage("a/b", 1, 1, 0, 1, 1)
    assert found["a-b"] == FolderCoverage("a-b", 1, 1, 0, 0, 0)
    vault.index()
    assert folders(vault, [])["a"].embedded_share == 1.0


def test_stale_files_are_new_changed_or_deleted(make_vault: MakeVault) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    assert vault.coverage.stale() == []
    (vault.root / "a/one.md").write_text("# One\n\nOther text.")
    (vault.root / "top.md").unlink()
    (vault.root / "new.md").write_text("# New")
    assert vault.coverage.stale() == ["a/one.md", "new.md", "top.md"]
