"""Saved quotations: what is verified, what moved, what was changed, here or there."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ragtui_core import Selection, Vault, open_vault
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.saving.saved_citations import write_citation
from support.vaults import vault_fixture

QUOTE = "The *impeller* is changed every second winter at sea."
PUMP = f"# Pump\n\n{QUOTE}\n"


vault = vault_fixture({"pump.md": PUMP, "boat.md": "# Boat\n\nThe boat leaks.\n"})


@pytest.fixture
def saved(vault: Vault) -> str:
    citation = vault.quotations.quote(Selection(QUOTE, "pump.md"))
    return f"An answer. [1]\n\n{write_citation(citation)}"


def written(text: str) -> Callable[[Path], object]:
    return lambda file: file.write_text(text)


def moved(file: Path) -> None:
    (file.parent / "pumps").mkdir()
    file.rename(file.parent / "pumps" / "one.md")


@pytest.mark.parametrize(
    ("change", "verdict", "path", "line"),
    [
        (written(PUMP), Verdict.EXACT, "pump.md", 3),
        (written(f"New.\n\nAnother.\n\n{PUMP}"), Verdict.EXACT, "pump.md", 7),
        (written("# Pump\n\nIt is changed.\n"), Verdict.STALE, "pump.md", None),
        (Path.unlink, Verdict.FILE_MISSING, "pump.md", None),
        (moved, Verdict.ELSEWHERE, "pumps/one.md", 3),
    ],
)
def test_a_saved_quotation_is_compared_with_the_files(
    vault: Vault,
    saved: str,
    change: Callable[[Path], object],
    verdict: Verdict,
    path: str,
    line: int | None,
) -> None:
    change(vault.root / "pump.md")
    vault.index(embed=False)
    (found,) = vault.quotations.verify(saved)
    assert (found.verdict, found.path) == (verdict, path)
    assert (found.lines.first if found.lines else None) == line
    if found.span:
        assert found.span.of((vault.root / path).read_text()) == QUOTE


def test_what_was_changed_in_the_text_is_altered_but_line_breaks_are_not(
    vault: Vault, saved: str
) -> None:
    for edited, verdict in (
        (saved.replace("second winter", "third winter"), Verdict.ALTERED),
        (saved.replace("every second", "every\n> second"), Verdict.NORMALISED),
    ):
        (found,) = vault.quotations.verify(edited)
        assert found.verdict is verdict
    assert vault.quotations.verify("# No\n\n> quoted\n>\n> — someone\n") == []


def test_verifying_needs_no_index(vault: Vault, saved: str, tmp_path: Path) -> None:
    bare = open_vault(vault.root, db=tmp_path / "none.db")
    (found,) = bare.quotations.verify(saved)
    assert found.verdict is Verdict.EXACT
    bare.close()
