"""One number orders and is shown: it never rises, whatever is searched for and how."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Vault
from ragtui_core.search.options import CurrentLocation, SearchOptions
from ragtui_core.search.search_json import search_as_json
from ragtui_core.search_results import Mode
from support.vaults import shared_vault_fixture

PLACES = ("well", "house", "depot", "harbour", "garden", "orchard")
LOGS = {
    f"logs/{place}.md": f"# Log of the {place}\n\n"
    + "\n\n".join(
        f"## Day {day}\n\nChecked the {place} for leaks on day {day}. "
        f"The {'pump' if day % 3 else 'valve'} of the {place} was {state}."
        for day, state in enumerate(("dry", "wet", "loud", "new") * 12)
    )
    for place in PLACES
}
NOTES = {
    **LOGS,
    "house.md": "# Papers\n\nThe depth survey of 1987 is with the deeds.\n",
    "old.md": "---\nsuperseded_by: new\n---\n# Pump rules\n\nOil the pump weekly.\n",
    "new.md": "# Pump rules 2026\n\nOil the pump daily.\n",
    "list.md": "# Links\n\n- [pump](old.md)\n- [pump rules](new.md)\n",
    "docs/en/valve.md": "# Valve\n\nThe valve of the pump is closed by hand.\n",
    "docs/de/valve.md": "# Ventil\n\nDas valve der Pumpe wird von Hand geschlossen.\n",
}
LINES = (
    *("pump", "depth survey 1987", "which valve is closed by hand", "pump rules"),
    *("valve", "loud pump of the harbour", "sourdough bread", "leaks -pump"),
    "folder:logs",
)
OPTIONS = st.builds(
    SearchOptions,
    mode=st.sampled_from(Mode),
    dedup=st.booleans(),
    fill=st.booleans(),
    question=st.booleans(),
    at=st.sampled_from((None, CurrentLocation("logs/well.md"))),
    also=st.sampled_from(((), ("valve by hand",))),
)


vault = shared_vault_fixture(NOTES)


@given(line=st.sampled_from(LINES), options=OPTIONS, limit=st.integers(1, 60))
def test_no_score_is_above_the_one_before_it(
    vault: Vault, line: str, options: SearchOptions, limit: int
) -> None:
    hits = vault.search(line, replace(options, limit=limit)).hits
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert [hit.fused for hit in hits] == sorted(
        (hit.fused for hit in hits), reverse=True
    )


@given(
    line=st.sampled_from(LINES),
    options=OPTIONS,
    few=st.integers(1, 5),
    more=st.integers(6, 60),
)
def test_lists_of_all_lengths_begin_alike(
    vault: Vault, line: str, options: SearchOptions, few: int, more: int
) -> None:
    short = vault.search(line, replace(options, limit=few)).hits
    long = vault.search(line, replace(options, limit=more)).hits
    assert [(hit.path, hit.span) for hit in short] == [
        (hit.path, hit.span) for hit in long[: len(short)]
    ]


@pytest.mark.parametrize("limit", range(1, 8))
def test_filtered_notes_are_in_one_order_anywhere(vault: Vault, limit: int) -> None:
    at = CurrentLocation("logs/well.md")
    options = SearchOptions(limit=limit, at=at)
    paths = [hit.path for hit in vault.search("folder:logs", options).hits]
    options = SearchOptions(limit=20)
    everywhere = [hit.path for hit in vault.search("folder:logs", options).hits]
    assert paths == everywhere[:limit]


@pytest.mark.parametrize("limit", [1, 3, 30])
def test_the_passage_with_every_word_is_first(vault: Vault, limit: int) -> None:
    result = vault.search("depth survey 1987", SearchOptions(limit=limit))
    assert result.hits[0].path == "house.md"
    assert search_as_json(result)["confidence"] == "high"


def test_what_is_in_no_note_has_no_good_match(vault: Vault) -> None:
    hits = vault.search("sourdough bread recipe with rye", SearchOptions()).hits
    assert all(hit.is_weak for hit in hits)
