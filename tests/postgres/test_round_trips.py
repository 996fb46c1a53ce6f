"""How often a search waits for the server: each time is a round trip of the network."""

import shutil
from collections.abc import Iterator
from statistics import median

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_eval.set_loading import load_golden
from support.commands import ROOT
from support.message_counter import Counter, counted
from support.postgres_server import new_database

pytestmark = pytest.mark.postgres

MOST, MEDIAN = 27, 14
"""Round trips of a search, also of words that are not in the index."""

AFTER_CHANGE = 20
"""Round trips more after a change: what is known of the whole index is read again."""

SAMPLE = ROOT / "sample-vault"


@pytest.fixture(scope="module")
def counter_and_vault(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Counter, Vault]]:
    """The sample vault, searched through a proxy."""
    folder = tmp_path_factory.mktemp("round-trips") / "sample"
    shutil.copytree(SAMPLE, folder)
    with counted(new_database("round_trips")) as (dsn, counter):
        vault = open_vault(folder, flags={"store": dsn})
        vault.index()
        yield counter, vault


@pytest.mark.parametrize("mode", Mode)
def test_a_search_makes_few_round_trips(
    counter_and_vault: tuple[Counter, Vault], mode: Mode
) -> None:
    counter, vault = counter_and_vault
    # Each kind of filter reads its values once after the last change of the index.
    vault.search("tag:power status:active category:product type:datasheet cells")
    numbers: dict[str, int] = {}
    for query in load_golden(SAMPLE / "golden.toml").queries:
        before = counter.waits
        vault.search(query.text, SearchOptions(mode=mode))
        numbers[query.text] = counter.waits - before
    assert {q: n for q, n in numbers.items() if n > MOST} == {}
    assert median(numbers.values()) <= MEDIAN


def test_the_first_search_after_a_change_waits_longer(
    counter_and_vault: tuple[Counter, Vault],
) -> None:
    counter, vault = counter_and_vault
    vault.search("battery cells")
    (vault.root / "new.md").write_text("# New\n\nA battery.\n")
    vault.index()
    numbers = []
    for query in ("battery cells", "battery life"):
        before = counter.waits
        vault.search(query)
        numbers.append(counter.waits - before)
    assert numbers[0] <= numbers[1] + AFTER_CHANGE
