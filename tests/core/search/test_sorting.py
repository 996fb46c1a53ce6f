"""The newest first, and words as typed."""

from ragtui_core import Vault
from ragtui_core.search.options import SearchOptions, Sort
from ragtui_core.search_results import Mode
from support.vaults import MakeVault

NEWEST = SearchOptions(sort=Sort.NEWEST, limit=5)


def dated(vault: MakeVault) -> Vault:
    files: dict[str, str | bytes] = {
        f"{month:02}.md": f"---\nupdated: 2025-{month:02}-01\n---\n"
        f"# Pump {month}\n\n{'pump ' * (13 - month)}impeller.\n\n"
        f"## More\n\nA pump again.\n"
        for month in range(1, 13)
    }
    files["new.md"] = "---\nupdated: 2026-01-01\n---\n# Ferry\n\nIt leaves at seven.\n"
    made = vault(files)
    made.index()
    return made


def paths(vault: Vault, query: str, options: SearchOptions) -> list[str]:
    return [hit.path for hit in vault.search(query, options).hits]


def test_the_newest_that_contain_the_words_come_first(make_vault: MakeVault) -> None:
    vault = dated(make_vault)
    expected = [f"{month:02}.md" for month in (12, 11, 10, 9, 8)]
    words = SearchOptions(sort=Sort.NEWEST, limit=5, mode=Mode.KEYWORD)
    assert paths(vault, "pump impeller", words) == expected
    ranked = paths(vault, "pump impeller", SearchOptions(mode=Mode.KEYWORD, limit=5))
    assert ranked != expected
    # What is merely new is not shown for that.
    assert "new.md" not in paths(vault, "pump impeller", NEWEST)
    everything = SearchOptions(sort=Sort.NEWEST, limit=3, dedup=False)
    found = vault.search("pump impeller", everything).hits
    assert found[0].fields.updated == "2025-12-01"


def test_a_search_by_meaning_sorts_what_it_would_show(make_vault: MakeVault) -> None:
    vault = dated(make_vault)
    meant = SearchOptions(mode=Mode.SEMANTIC, limit=4)
    by_date = SearchOptions(mode=Mode.SEMANTIC, limit=4, sort=Sort.NEWEST)
    hits = vault.search("machine that moves water", by_date).hits
    days = [hit.fields.updated for hit in hits]
    assert days == sorted(days, reverse=True)
    shown = paths(vault, "machine that moves water", meant)
    assert {hit.path for hit in hits} <= set(shown) | {"new.md"}
