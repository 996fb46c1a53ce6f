"""Searches with a name."""

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import StorageError
from ragtui_core.search.options import Sort
from ragtui_core.search.saved_searches import SavedSearch
from support.vaults import MakeVault

OXYGEN = SavedSearch("Oxygen", "tag:oxygen", Sort.NEWEST)
PUMPS = SavedSearch("pumps ü", 'pump "two words"')


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    return make_vault({"a.md": "# A\n"})


def test_searches_are_kept_for_the_next_time(vault: Vault) -> None:
    assert vault.saved_searches.all() == ()
    vault.saved_searches.save(PUMPS)
    vault.saved_searches.save(OXYGEN)
    again = open_vault(vault.root)
    assert again.saved_searches.all() == (OXYGEN, PUMPS)
    again.saved_searches.save(SavedSearch("Oxygen", "probe"))
    assert [saved.query for saved in vault.saved_searches.all()] == [
        "probe",
        PUMPS.query,
    ]
    again.saved_searches.delete("Oxygen")
    again.saved_searches.delete("never there")
    assert vault.saved_searches.all() == (PUMPS,)
    assert sorted(p.name for p in vault.root.iterdir()) == ["a.md"]


@pytest.mark.parametrize("damaged", ["", "{", '[{"name": 1}]', "7", '["x"]'])
def test_a_damaged_file_is_reported_and_stays(vault: Vault, damaged: str) -> None:
    vault.saved_searches.save(PUMPS)
    file = vault.index_path.with_name("searches.json")
    file.write_text(damaged)
    for ask in (
        vault.saved_searches.all,
        lambda: vault.saved_searches.save(OXYGEN),
        lambda: vault.saved_searches.delete("x"),
    ):
        with pytest.raises(StorageError, match=r"searches\.json\): fix or delete it"):
            ask()
    assert file.read_text() == damaged


def test_an_unwritable_folder_is_reported(vault: Vault) -> None:
    vault.index_path.parent.parent.mkdir(parents=True)
    vault.index_path.parent.touch()
    with pytest.raises(StorageError, match="saved searches cannot be"):
        vault.saved_searches.save(PUMPS)
