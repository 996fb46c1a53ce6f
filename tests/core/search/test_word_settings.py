"""The settings `search.stop_words` and `search.stemmer`."""

from collections.abc import Mapping

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from support.vaults import IndexVault

GERMAN: dict[str, str | bytes] = {
    "a.md": "Das Haus ist alt und wird nicht verkauft.\n",
    "b.md": "Der Garten ist groß und hat einen Zaun.\n",
}
ENGLISH: dict[str, str | bytes] = {
    "a.md": "This is what they said about where it is, and what they were.\n",
    "b.md": "Anchors hold boats. Ropes hold anchors.\n",
    "c.md": "Boats sail.\n",
}


def found(vault: Vault, query: str, flags: Mapping[str, object]) -> list[str]:
    with_settings = open_vault(vault.root, flags=flags)
    result = with_settings.search(query, SearchOptions(mode=Mode.KEYWORD))
    with_settings.close()
    return [hit.path for hit in result.hits]


@pytest.mark.parametrize(("stemmer", "paths"), [("language", ["a.md"]), ("porter", [])])
def test_forms_are_found_by_the_stemmer_that_is_set(
    index_vault: IndexVault, stemmer: str, paths: list[str]
) -> None:
    vault = index_vault(GERMAN)
    assert found(vault, "die Häuser", {"search.stemmer": stemmer}) == paths


def test_function_words_are_searched_if_not_left_out(index_vault: IndexVault) -> None:
    vault = index_vault(ENGLISH)
    query = "what were the anchors"
    assert "a.md" not in found(vault, query, {})
    assert "a.md" in found(vault, query, {"search.stop_words": False})
