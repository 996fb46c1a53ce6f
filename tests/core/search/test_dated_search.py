"""Searches of dated notes by times, order and senders."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Citation, Confidence, SearchOptions, Sort, Vault
from ragtui_core.language.function_words import FUNCTION_WORDS
from ragtui_core.language.tables import tables
from ragtui_core.search import compact_lines
from ragtui_core.search.options import ALL_LINES, LineRange
from ragtui_core.search_results import OF_OTHER_TIMES, SearchedTime, TimeEffect
from support.answers import collected
from support.search_cases import vault_of
from support.vaults import IndexVault

CASES = Path(__file__).parent / "cases"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    root = tmp_path_factory.mktemp("dated")
    fact = "times, orders and senders select"
    with vault_of(fact, CASES).opened(root) as opened:
        yield opened


def found(vault: Vault, line: str, **options: object) -> list[str]:
    result = vault.search(line, SearchOptions(fill=False, **options))  # type: ignore[arg-type]
    return [hit.path for hit in result.hits]


OF_LAST_WEEK = {"journal/2026-11-18.md", "meetings/roof.md", "goals.md"}


VAGUE = tables()["en"]["requests"]["vague"].split()


@given(st.lists(st.sampled_from(sorted({*FUNCTION_WORDS, *VAGUE})), max_size=6))
def test_vague_words_hide_no_notes_of_a_time(vault: Vault, words: list[str]) -> None:
    result = vault.search(f"{' '.join(words)} last week", SearchOptions(fill=False))
    if result.time and result.time.shown == "16–22 Nov 2026":
        assert result.confidence is Confidence.HIGH
        assert {hit.path for hit in result.hits} <= OF_LAST_WEEK


@pytest.mark.parametrize(
    "line",
    [
        "what was the migraine count in 2026",
        "number of migraines in 2026",
        "migraine frequency in 2026",
        "Anzahl Migräne in 2026",
        "nombre de migraines en 2026",
    ],
)
def test_a_number_of_a_time_that_no_note_states_is_counted(
    index_vault: IndexVault, line: str
) -> None:
    day = "# Day\n\nA migraine (Migräne) from noon on, went to bed early.\n"
    days = [f"{year}-{month:02}-03" for year in (2025, 2026) for month in range(1, 11)]
    vault = index_vault({f"{name}.md": day for name in days}, embed=True)
    assert vault.search(line).total == 10
    (vault.root / "2026-11-01.md").write_text(f"# Total\n\n{line}: 41.\n", "utf-8")
    vault.index()
    assert vault.search(line).hits[0].path == "2026-11-01.md"


def test_hits_without_a_date_come_last_in_both_orders(vault: Vault) -> None:
    newest = found(vault, "tea Anna", sort=Sort.NEWEST)
    oldest = found(vault, "tea Anna", sort=Sort.OLDEST)
    assert newest[0] == "journal/2026-11-26.md"
    assert oldest[0] == "diary/2025/07/04.md"
    assert newest[-1] == oldest[-1] == "tea.md"


def test_answers_without_a_model_quote_notes_in_the_asked_order(vault: Vault) -> None:
    question = "when did I last have tea with Anna?"
    events = asyncio.run(collected(vault.ask(question)))
    paths = [event.path for event in events if isinstance(event, Citation)]
    assert paths[:3] == [
        "journal/2026-11-26.md",
        "journal/2026-11-18.md",
        "diary/2025/07/04.md",
    ]


def test_passages_of_other_times_are_under_a_line(index_vault: IndexVault) -> None:
    vault = index_vault(
        {
            "2026-11-17.md": "The pump was noisy.\n",
            "2026-10-05.md": "Pump report: the impeller was exchanged.\n",
            "pump.md": "# Pump report\n\nNot dated.\n",
            "2026-11-19.md": "Went swimming.\n",
        },
        embed=True,
    )
    result = vault.search("pump report in November 2026")
    printed = [*compact_lines(result.cut("--weak"))]
    shown = [line for line in printed if ".md" in line or line == OF_OTHER_TIMES]
    places = [line.partition(".md")[0] for line in shown]
    assert places[0].endswith("2026-11-17")
    assert places[1] == OF_OTHER_TIMES
    assert {place.split()[-1] for place in places[2:]} == {"2026-10-05", "pump"}
    assert "No passage of Nov 2026 (“in November 2026”) has every word." in result.notes
    pairs = [(hit.path, hit.group) for hit in vault.search("pump swimming").hits]
    assert not any(group for _, group in pairs)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Vault]:
    """A vault whose notes of last week are about nothing that is asked."""
    fact = "a search without its time has the notes, corrections and words of the line"
    with vault_of(fact, CASES).opened(tmp_path) as opened:
        yield opened


def test_without_its_time_what_is_excluded_stays_out(elsewhere: Vault) -> None:
    found = elsewhere.search("greased winch last week").hits
    assert found[0].path == "winch.md"
    beside = SearchOptions(exclude=LineRange("winch.md", ALL_LINES))
    hits = elsewhere.search("greased winch last week", beside).hits
    assert "winch.md" not in [hit.path for hit in hits]


def test_a_search_without_its_time_has_the_required_phrase(elsewhere: Vault) -> None:
    first, last = date(2026, 11, 16), date(2026, 11, 22)
    time = SearchedTime(first, last, "", "last week", TimeEffect.RESTRICTED)
    hits = elsewhere.search('greased crane +"cable cut"', SearchOptions(time=time)).hits
    assert [hit.path for hit in hits] == ["winch.md"]


def test_the_words_of_a_time_are_not_removed_within_others() -> None:
    time = SearchedTime(None, None, "in May", "May 2026", TimeEffect.RESTRICTED)
    text = time.without_words("the shop in Mayfair in May")
    assert text.split() == ["the", "shop", "in", "Mayfair"]
    assert replace(time, words="五月").without_words("五月shop开门") == " shop开门"
