"""Lists and counts: all notes with the words of a line, and how many they are."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Mode, SearchOptions, Sort, Vault
from support.search_cases import vault_of

CASES = Path(__file__).parent / "cases"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    cases = vault_of("all notes with the words are counted", CASES)
    with cases.opened(tmp_path_factory.mktemp("listed")) as opened:
        yield opened


def test_a_list_has_all_newest_first_and_a_page_their_number(vault: Vault) -> None:
    line = "how often did I meet Anna?"
    every = vault.search(line).hits
    days = [hit.fields.created for hit in every]
    assert len(every) == 20
    assert days == sorted(days, reverse=True)
    page = vault.search(line, SearchOptions(limit=5))
    assert [hit.path for hit in page.hits] == [hit.path for hit in every[:5]]
    assert page.total == 20
    assert "20 notes contain “meet”, “Anna” in any form; 5 are listed." in page.notes
    question = SearchOptions(limit=5, question=True)
    assert len(vault.search(line, question).hits) == 20


PARTS = [
    *("how often", "how many notes", "list all", "wie oft", "every note about", "Anna"),
    *("the latest", "the first", "last month", "in March 2026", "5 March", "quay"),
    *("2026-03-03", "30 February", "since 2025", "boats", "xyzzyq", '"at the quay"'),
    *("-rain", "after:2026-04-01", "?", "in May 2031", "mails from Tom", "東京"),
]


@given(
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map(" ".join),
    st.sampled_from([None, 1, 5]),
    st.booleans(),
    st.sampled_from(list(Sort)),
)
def test_any_mix_of_lists_times_and_orders_has_a_result_that_agrees_with_its_number(
    vault: Vault, line: str, limit: int | None, question: bool, sort: Sort
) -> None:
    options = SearchOptions(
        limit=limit, question=question, sort=sort, mode=Mode.KEYWORD
    )
    result = vault.search(line, options)
    found = {hit.path for hit in result.hits}
    if result.total is not None:
        assert len(found) <= result.total
        assert limit or len(found) == result.total or result.total > 10
    vault.facets(line, options)
