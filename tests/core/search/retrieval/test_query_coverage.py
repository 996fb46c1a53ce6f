"""What a query's words say, and which of them say nothing."""

import pytest

from ragtui_core.search.options import SearchOptions
from ragtui_core.search.retrieval.query_coverage import coverage
from ragtui_core.types import Confidence, Mode
from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "lunch.md": "# Lunch\n\nMet Jonas at the harbour; he wants to sell the boat.\n",
    "pump.md": "# Pump\n\nThe pump hums. Grease the bearing every month.\n",
    "tax.md": "# Taxes\n\nThe form is due in July, with the receipts.\n",
    "garden.md": "# Garden\n\nThe beans were sown late, and the slugs were early.\n",
}


@pytest.mark.parametrize(
    "question",
    ["when did I meet Jonas", "when did I last meet Jonas", "what would Jonas sell me"],
)
def test_function_words_do_not_count(make_vault: MakeVault, question: str) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    found = vault.search(question, SearchOptions(mode=Mode.KEYWORD, explain=True))
    assert found.confidence is Confidence.HIGH
    assert found.hits[0].path == "lunch.md"
    assert found.hits[0].explanation
    assert found.hits[0].explanation.coverage > 0.5


def test_a_query_of_function_words_alone_has_what_it_says(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({**NOTES, "song.md": "# Song\n\nTo be or not to be.\n"})
    vault.index(embed=False)
    found = vault.search("to be or not to be", SearchOptions(mode=Mode.KEYWORD))
    assert found.hits[0].path == "song.md"
    assert found.confidence is Confidence.HIGH


def test_common_words_say_little_without_a_list_of_them() -> None:
    frequencies = {"rare": 1, "common": 500, "usual": 800}
    assert coverage({"rare"}, frequencies, chunks=1000) > 0.9
    assert coverage({"common", "usual"}, frequencies, chunks=1000) < 0.1
