"""Saved quotations: what is verified, what moved, what was changed, here or there."""

from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.recheck import Rechecked
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.types import Lines
from support.answers import citations, collected
from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\nThe *impeller* is changed every second winter at sea.\n",
    "boat.md": "# Boat\n\nThe boat leaks near the bow and is bailed out daily.\n",
}


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    made = make_vault(NOTES)
    made.index(embed=False)
    return made


async def saved(vault: Vault, question: str = "impeller changed winter") -> str:
    events = await collected(vault.ask(question))
    return "An answer. [1]\n\n" + "\n\n".join(map(write_citation, citations(events)))


def only(checked: list[Rechecked]) -> Rechecked:
    assert len(checked) == 1
    return checked[0]


async def test_a_saved_answer_is_verified(vault: Vault) -> None:
    found = only(vault.quotations.verify(await saved(vault)))
    assert (found.verdict, found.path) == (Verdict.EXACT, "pump.md")
    assert found.lines == Lines(3, 3)


async def test_a_quotation_moved_within_its_file_is_verified(vault: Vault) -> None:
    text = await saved(vault)
    file = vault.root / "pump.md"
    file.write_text("New first line.\n\nAnother.\n\n" + file.read_text())
    found = only(vault.quotations.verify(text))
    assert found.verdict is Verdict.EXACT
    assert found.lines == Lines(7, 7)
    assert found.span is not None
    assert found.span.of(file.read_text()) == found.saved.quote


async def test_a_quotation_that_the_file_lost_is_stale(vault: Vault) -> None:
    text = await saved(vault)
    (vault.root / "pump.md").write_text("# Pump\n\nIt is changed every winter.\n")
    assert only(vault.quotations.verify(text)).verdict is Verdict.STALE


async def test_a_quotation_changed_in_the_answer_is_altered(vault: Vault) -> None:
    text = (await saved(vault)).replace("second winter", "third winter")
    assert only(vault.quotations.verify(text)).verdict is Verdict.ALTERED


async def test_a_deleted_file_is_missing(vault: Vault) -> None:
    text = await saved(vault)
    (vault.root / "pump.md").unlink()
    assert only(vault.quotations.verify(text)).verdict is Verdict.FILE_MISSING


async def test_a_file_that_moved_is_found(vault: Vault) -> None:
    text = await saved(vault)
    (vault.root / "pumps").mkdir()
    (vault.root / "pump.md").rename(vault.root / "pumps" / "one.md")
    vault.index(embed=False)
    found = only(vault.quotations.verify(text))
    assert (found.verdict, found.path) == (Verdict.ELSEWHERE, "pumps/one.md")


async def test_a_rewrapped_quotation_is_verified(vault: Vault) -> None:
    text = (await saved(vault)).replace("every second", "every\n> second")
    assert only(vault.quotations.verify(text)).verdict is Verdict.NORMALISED


def test_a_text_without_citations_has_none(vault: Vault) -> None:
    assert vault.quotations.verify("# Nothing\n\n> quoted\n>\n> — someone\n") == []


async def test_verifying_needs_no_index(vault: Vault, tmp_path: Path) -> None:
    text = await saved(vault)
    bare = open_vault(vault.root, db=tmp_path / "none.db")
    assert only(bare.quotations.verify(text)).verdict is Verdict.EXACT
