"""What a search can be narrowed by: values, and how many documents have them."""

from collections import Counter

import pytest

from ragtui_core import Vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import LOW_CONFIDENCE, Mode
from support.child_process import run_limited
from support.vaults import IndexVault


def counts(vault: Vault, query: str, **options: object) -> dict[str, dict[str, int]]:
    found = vault.facets(query, SearchOptions(**options))  # type: ignore[arg-type]
    return {
        facet.field: {item.value: item.count for item in facet.values}
        for facet in found
    }


FIRST_FACETS = """
from ragtui_core import open_vault
from pathlib import Path
vault = open_vault(Path(sys.argv[1]), db=Path(sys.argv[2]))
print([str(facet.field) for facet in vault.facets("")])
print("numpy" in sys.modules)
"""


def test_facets_of_a_vault_with_vectors_need_no_numpy(index_vault: IndexVault) -> None:
    vault = index_vault({"sea/gull.md": "# Gull\n\nIt sees the ferry.\n"}, embed=True)
    assert vault.coverage.whole().embedded == 1
    printed = run_limited(FIRST_FACETS, vault.root, vault.index_path)
    assert printed.splitlines() == ["['folder']", "False"]


def test_an_empty_query_counts_the_vault(field_vault: Vault) -> None:
    found = counts(field_vault, "")
    # The archived note is left out, as it is of a search.
    assert found["folder"] == {"asia": 3, "code": 1, "people": 2, "products": 1}
    assert found["tag"] == {"probe": 1, "project/alpha": 1, "staff": 1}
    assert found["company"] == {"Kestrel Cell Works": 1, "Fjordlax Nord": 1}
    assert found["category"] == {"person": 2, "product": 1, "code": 1}
    assert found["type"] == {"datasheet": 1}
    assert list(found["year"]) == ["2026", "2025", "2019"]
    assert counts(field_vault, "", archived=True)["tag"]["probe"] == 2


def test_a_year_is_that_of_passages(index_vault: IndexVault) -> None:
    log = "# Log\n\n## 2024-05-01\n\nTea.\n\n## 2025-06-02\n\nTea.\n"
    vault = index_vault({"log.md": log, "2025-01-02.md": "# Day\n\nCoffee.\n"})
    assert counts(vault, "")["year"] == {"2025": 2, "2024": 1}
    assert [hit.day for hit in vault.search("tea year:2024").hits] == ["2024-05-01"]


WORDS = {"mode": Mode.KEYWORD, "fill": False}
"""Lists only what has the words."""


def test_weaker_hits_are_not_counted(field_vault: Vault) -> None:
    assert field_vault.search("wiper blade").weaker
    assert counts(field_vault, "wiper blade")["folder"] == {"products": 1}
    assert counts(field_vault, "wiper blade", min_score=LOW_CONFIDENCE)["folder"] == {
        "products": 1
    }


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.SEMANTIC])
@pytest.mark.parametrize("query", ["probe", "zyzzyva", "who calibrates the meters"])
def test_what_is_listed_is_counted(field_vault: Vault, query: str, mode: Mode) -> None:
    options = SearchOptions(limit=4, mode=mode)
    result = field_vault.search(query, options)
    hits = result.hits[: result.listed]
    folders = Counter(path.split("/")[0] for path in {hit.path for hit in hits})
    counted = counts(field_vault, query, limit=4, mode=mode).get("folder", {})
    assert all(counted[folder] >= count for folder, count in folders.items())
    if mode is Mode.SEMANTIC:
        assert counted == folders


def test_a_single_folder_is_looked_into(index_vault: IndexVault) -> None:
    vault = index_vault({"notes/a/x.md": "# X\n", "notes/b/y.md": "# Y\n"})
    assert counts(vault, "")["folder"] == {"notes": 2, "notes/a": 1, "notes/b": 1}


@pytest.mark.parametrize(
    "query", ["", "probe", "category:person", "calibration tag:staff"]
)
def test_a_value_finds_as_many_as_counted(field_vault: Vault, query: str) -> None:
    words = SearchOptions(limit=100, mode=Mode.KEYWORD, fill=False)
    for facet in field_vault.facets(query, words):
        for item in facet.values:
            if item.chosen or f"{facet.field}:" in query:
                continue
            narrowed = f"{query} {facet.clause(item.value)}"
            found = field_vault.search(narrowed, words)
            assert len(found.hits) == item.count, narrowed


def test_many_values_are_cut_to_the_commonest(index_vault: IndexVault) -> None:
    files: dict[str, str | bytes] = {
        f"{n}.md": f"---\ntags: [t{n:02}, all]\n---\n# {n}\n" for n in range(20)
    }
    vault = index_vault(files)
    (tags,) = (facet for facet in vault.facets("") if facet.field == "tag")
    assert (tags.values[0].value, tags.values[0].count) == ("all", 20)
    assert len(tags.values) == 12
    assert tags.total == 21


def test_spellings_of_a_value_count_as_one(index_vault: IndexVault) -> None:
    vault = index_vault(
        {
            "a.md": "---\ncompany: Zoë\n---\n# A\n",
            "b.md": "---\ncompany: Zoë\n---\n# B\n",
            "c.md": "---\ncompany: ZOE\n---\n# C\n",
        }
    )
    assert counts(vault, "")["company"] == {"Zoë": 3}


def test_documents_with_all_words_are_counted(index_vault: IndexVault) -> None:
    vault = index_vault(
        {
            "both/first.md": "# Pump\n\nThe pump broke: a break of the pump.\n",
            "both/second.md": "# Second\n\nThe old pump broke again.\n",
            "one/pump.md": "# Third\n\nThe pump is new.\n",
            "one/break.md": "# Fourth\n\nA break of an hour.\n",
        }
    )
    found = counts(vault, "pump break", **WORDS, limit=1)
    assert found["folder"] == {"both": 2}
