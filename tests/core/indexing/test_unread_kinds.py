"""Files of kinds that are not read are counted, so that nothing is silently missing."""

from ragtui_core.indexing.coverage import coverage_as_json
from support.vaults import MakeVault


def test_files_of_other_kinds_are_counted_by_ending(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {
        **{f"{name}.ODX": b"x" for name in "abc"},
        "d/drawing.xyz": b"x",
        "Makefile": "all:",
        "note.md": "Text.",
        ".hidden/e.odx": b"x",
    }
    vault = make_vault(files)
    done = vault.index(embed=False)
    coverage = vault.coverage.whole()
    assert coverage.unread == {".odx": 3, ".xyz": 1, "no ending": 1}
    assert done.unread == 5
    assert coverage.read == {".md": 1}
    assert coverage_as_json(coverage)["unread"] == coverage.unread
    (vault.root / "d/drawing.xyz").unlink()
    assert vault.index(embed=False).unread == 4
