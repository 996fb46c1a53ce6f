"""How often a search waits for the server: each time is a round trip of the network."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode, Relaxation
from ragtui_eval.set_loading import load_golden
from support.commands import ROOT
from support.message_counter import Counter, counted
from support.postgres_server import new_database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


pytestmark = pytest.mark.postgres

MOST = 21
"""Round trips of a search whose words are in the index: one for each statement."""

AFTER_CHANGE = 7
"""Round trips more after a change: what is known of the whole index is read again."""

FOR_TYPOS = 7
"""Round trips more for a misspelled word: terms with its first letter, their words."""

READ_AGAIN = 10
"""Round trips more for a time with vague words, such as "minutes": without them the
line is read again."""

SAMPLE = ROOT / "sample-vault"


@pytest.fixture(scope="module")
def known_queries(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Those of the golden set whose words are in some note.

    Other words are compared with all that are, and if there is none, a search by words
    goes on by meaning.
    """
    vault = open_vault(SAMPLE, db=tmp_path_factory.mktemp("file") / "index.db")
    vault.index(embed=False)
    found = {
        query.text: vault.search(query.text, SearchOptions(mode=Mode.KEYWORD))
        for query in load_golden(SAMPLE / "golden.toml").queries
    }
    known = [
        text
        for text, result in found.items()
        if not result.corrected
        and result.relaxed is not Relaxation.SEMANTIC
        and not any("not in the index" in note for note in result.notes)
    ]
    assert len(known) > 80
    return known


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
    counter_and_vault: tuple[Counter, Vault], known_queries: list[str], mode: Mode
) -> None:
    counter, vault = counter_and_vault
    # Each kind of filter reads its values once after the last change of the index.
    vault.search("tag:power status:active category:product type:datasheet cells")
    numbers: dict[str, int] = {}
    for query in known_queries:
        before = counter.waits
        found = vault.search(query, SearchOptions(mode=mode))
        numbers[query] = counter.waits - before - (READ_AGAIN if found.time else 0)
    assert {q: n for q, n in numbers.items() if n > MOST} == {}


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
    assert numbers[0] <= MOST + AFTER_CHANGE
    assert numbers[1] <= MOST


@pytest.fixture
def many_pumps(tmp_path: Path) -> Iterator[tuple[Counter, Vault]]:
    """Many passages with two words, few of them with their phrase."""
    for number in range(700):
        words = f"pump hums {number}" if number < FEW else f"hums, says pump {number}"
        (tmp_path / f"{number}.md").write_text(f"{words} {'and so on ' * 9}\n")
    with counted(new_database("many_pumps")) as (dsn, counter):
        vault = open_vault(tmp_path, flags={"store": dsn})
        vault.index(embed=False)
        yield counter, vault


FEW = 9
"""Passages with the phrase."""


@pytest.mark.parametrize("query", ["pump hums", '"pump hums"'])
def test_a_phrase_of_frequent_words_makes_few_round_trips(
    many_pumps: tuple[Counter, Vault], query: str
) -> None:
    counter, vault = many_pumps
    for more in ("", " "):  # the second time the index's version is known
        before = counter.waits
        hits = vault.search(query + more, SearchOptions(mode=Mode.KEYWORD)).hits
        assert {hit.path for hit in hits[:FEW]} == {f"{n}.md" for n in range(FEW)}
    assert counter.waits - before <= MOST


def test_a_misspelled_word_takes_some_round_trips_more(
    counter_and_vault: tuple[Counter, Vault], known_queries: list[str]
) -> None:
    counter, vault = counter_and_vault
    numbers: dict[str, int] = {}
    vault.search("battery cells")
    for query in ("turbidty calibartion standards", *map(misspelled, known_queries)):
        before = counter.waits
        found = vault.search(query)
        if found.corrected:
            numbers[query] = counter.waits - before - (READ_AGAIN if found.time else 0)
    assert len(numbers) > 40
    assert {q: n for q, n in numbers.items() if n > MOST + FOR_TYPOS} == {}


def misspelled(query: str) -> str:
    """The query with two letters of its longest word swapped."""
    word = max(query.split(), key=len)
    return query.replace(word, word[:3] + word[4:5] + word[3:4] + word[5:])
