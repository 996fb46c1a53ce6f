"""What backs a selected text, in an index that has words alone."""

from string import ascii_lowercase

import pytest

from ragtui_core import Vault
from ragtui_core.citations.selected_text import Selection
from ragtui_core.errors import DocumentNotFound
from ragtui_core.search_results import Relaxation
from ragtui_core.types import Lines
from support.vaults import IndexVault, vault_fixture

PLAN = "# Plan\n\nThe impeller needs care.\n\nWe buy a hose for the boat.\n"

PUMP = "# Pump\n\nIt moves water.\n\nChange the impeller each winter.\n"

HOSE = "# Hose\n\nA hose of rubber.\n"


vault = vault_fixture({"plan.md": PLAN, "pump.md": PUMP, "hose.md": HOSE})


def of_plan(line: int) -> Selection:
    return Selection(PLAN.splitlines()[line - 1], "plan.md", Lines(line, line))


@pytest.mark.parametrize(("line", "path"), [(3, "pump.md"), (5, "hose.md")])
def test_a_sentence_is_backed_by_notes_that_share_words(
    vault: Vault, line: int, path: str
) -> None:
    hits = vault.quotations.sources_of(of_plan(line)).hits
    assert hits[0].path == path
    assert "plan.md" not in {hit.path for hit in hits}


def test_the_quotation_contains_the_shared_words(vault: Vault) -> None:
    cited = vault.quotations.cite(of_plan(3), 1)
    assert cited.quote == "Change the impeller each winter."


def test_a_weak_source_is_quoted_only_by_its_number(vault: Vault) -> None:
    path = vault.quotations.sources_of(of_plan(3)).hits[0].path
    with pytest.raises(DocumentNotFound, match=f"number 1: {path}"):
        vault.quotations.cite(of_plan(3))


def test_what_shares_words_alone_is_no_source(vault: Vault) -> None:
    marked = Selection("We have 23 hoses of rubber", "plan.md", Lines(1, 1))
    assert not vault.quotations.sources_of(marked).hits[0].is_weak
    with pytest.raises(DocumentNotFound, match="number 1"):
        vault.quotations.cite(marked)


def test_words_that_only_the_text_has_take_no_place(index_vault: IndexVault) -> None:
    """More of them than are looked for, all rarer than the word that is shared."""
    odd = " ".join(f"zq{letter}{letter}v" for letter in ascii_lowercase)
    files: dict[str, str | bytes] = {
        f"other{number}.md": f"# N{number}\n\nThe gasket leaks.\n"
        for number in range(2)
    }
    vault = index_vault(files | {"plan.md": f"{odd} gasket\n"})
    marked = Selection(f"{odd} gasket", "plan.md", Lines(1, 1))
    found = [hit.path for hit in vault.quotations.sources_of(marked).hits]
    assert sorted(found) == ["other0.md", "other1.md"]


def test_words_of_the_text_are_taken_as_written(vault: Vault) -> None:
    """No typo of a selection is corrected, and no note lists missing words."""
    result = vault.quotations.sources_of(of_plan(5))
    assert result.relaxed is not Relaxation.CORRECTED
    assert not any("contains every word" in note for note in result.notes)


def test_nothing_in_common_is_reported(vault: Vault) -> None:
    with pytest.raises(DocumentNotFound, match="nothing about the selected text"):
        vault.quotations.cite(Selection("Quarterly dividends", "plan.md", Lines(1, 1)))
