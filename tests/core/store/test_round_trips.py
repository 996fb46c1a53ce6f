"""How often a search waits for the server: each time is a round trip of the network."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from ragtui_core.search.options import SearchOptions
from ragtui_core.types import Mode, Relaxation
from ragtui_core.vault import Vault, open_vault
from ragtui_eval.golden import load_golden
from support.commands import ROOT
from support.message_counter import Counter, counted
from support.postgres_server import new_database

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.postgres

MOST = 4
"""Round trips of a search: what is known of its words; matches; what is read of them;
texts."""

QUERIES = [each.text for each in load_golden(ROOT / "sample-vault/golden.toml").queries]


@pytest.fixture(scope="module")
def counter_and_vault(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Counter, Vault]]:
    """The sample vault, searched through a proxy."""
    folder = tmp_path_factory.mktemp("round-trips") / "sample"
    shutil.copytree(ROOT / "sample-vault", folder)
    with counted(new_database("round_trips")) as (dsn, counter):
        vault = open_vault(folder, flags={"store": dsn})
        vault.index()
        # Each kind of filter has read its values once.
        vault.search("tag:power status:active category:product type:datasheet cells")
        yield counter, vault


@pytest.mark.parametrize("mode", Mode)
def test_a_search_makes_few_round_trips(
    counter_and_vault: tuple[Counter, Vault], mode: Mode
) -> None:
    counter, vault = counter_and_vault
    assert len(QUERIES) > 100
    numbers: dict[str, int] = {}
    for query in QUERIES:
        before = counter.waits
        result = vault.search(query, SearchOptions(mode=mode))
        # Words that are in no note are compared with those that are; a search by words
        # that finds none goes on by meaning.
        is_unknown = any("not in the index" in note for note in result.notes)
        by_meaning = mode is Mode.KEYWORD and result.relaxed is Relaxation.MEANING
        if not (result.corrected or is_unknown or by_meaning):
            numbers[query] = counter.waits - before
    assert len(numbers) > 80
    assert {q: n for q, n in numbers.items() if n > MOST} == {}


def test_a_misspelled_word_is_compared_in_few_round_trips(
    counter_and_vault: tuple[Counter, Vault],
) -> None:
    counter, vault = counter_and_vault
    vault.search("battery cells")
    before = counter.waits
    assert vault.search("turbidty calibartion standards").corrected
    assert counter.waits - before <= 2 * MOST
