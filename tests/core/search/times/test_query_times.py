"""What a time in a query does to the search."""

from datetime import date

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import TimeEffect
from support.vaults import MakeVault

TODAY = date(2026, 11, 27)
DAYS = ("2025-06-03", "2026-05-04", "2026-11-17", "2026-11-20", "2026-11-26")


@pytest.fixture
def diary(make_vault: MakeVault) -> Vault:
    files: dict[str, str | bytes] = {
        f"{day}.md": f"---\nupdated: {day}\n---\nSwam, then cooked soup for Anna.\n"
        for day in DAYS
    }
    files["knots.md"] = (
        "---\nupdated: 2024-01-01\n---\nA bowline holds, last week too.\n"
    )
    vault = open_vault(make_vault(files).root, today=lambda: TODAY)
    vault.index()
    return vault


def paths(vault: Vault, line: str, *, dates: bool = True) -> list[str]:
    found = vault.search(line, SearchOptions(fill=False, dates=dates))
    return [hit.path for hit in found.hits]


def test_a_certain_time_restricts(diary: Vault) -> None:
    found = diary.search("soup last week")
    assert {hit.path for hit in found.hits} == {"2026-11-17.md", "2026-11-20.md"}
    assert found.time is not None
    assert found.time.shown == "16–22 Nov 2026"
    assert found.time.words == "last week"
    assert found.time.effect is TimeEffect.RESTRICTED
    assert (
        "Only documents of 16–22 Nov 2026 were searched (“last week”)." in found.notes
    )


def test_nothing_but_a_time_lists_its_notes_newest_first(diary: Vault) -> None:
    expected = ["2026-11-20.md", "2026-11-17.md"]
    for line in ("last week", "how was last week", "the notes of last week"):
        assert paths(diary, line) == expected
    assert paths(diary, "yesterday's note") == ["2026-11-26.md"]


def test_an_uncertain_time_prefers(diary: Vault) -> None:
    found = diary.search("soup 2025", SearchOptions(fill=False))
    assert found.time is not None
    assert found.time.effect is TimeEffect.PREFERRED
    assert found.hits[0].path == "2025-06-03.md"
    assert len(found.hits) > 1


def test_a_time_without_a_match_is_dropped(diary: Vault) -> None:
    found = diary.search("bowline 9 days ago")
    assert found.hits[0].path == "knots.md"
    assert found.time is not None
    assert found.time.effect is TimeEffect.DROPPED
    assert any("documents of all dates were searched" in note for note in found.notes)
    # A year is as often a fact to find.
    for line in ("bowline in 1979", "bowline 1979"):
        found = diary.search(line)
        assert found.time is None
        assert not any("ocuments of" in note for note in found.notes)


def test_documents_without_a_date_are_of_no_time(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {f"{n}.md": f"Soup {n}." for n in range(5)}
    files["dated.md"] = "---\nupdated: 2026-11-17\n---\nSoup again.\n"
    vault = open_vault(make_vault(files).root, today=lambda: TODAY)
    vault.index()
    found = vault.search("soup last week", SearchOptions(fill=False))
    assert found.time is not None
    assert found.time.effect is TimeEffect.RESTRICTED
    assert [hit.path for hit in found.hits] == ["dated.md"]


def test_times_may_be_words(diary: Vault) -> None:
    assert paths(diary, "last week", dates=False)[0] == "knots.md"
    assert diary.search('"last week"').time is None
    assert diary.search("soup last week after:2025-01").time is None
