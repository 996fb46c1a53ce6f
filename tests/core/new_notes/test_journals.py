"""The journal of a vault: by its settings, and by those of other programs."""

from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core.new_notes.journals import Journal, find_journal, note_beside
from ragtui_core.settings import DailySettings

DAY = date(2026, 3, 7)


def file(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, "utf-8")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\ud800", "null"])
def test_unreadable_settings_are_passed_over(text: str, tmp_path: Path) -> None:
    file(tmp_path, ".obsidian/daily-notes.json", "")
    path = tmp_path / ".obsidian" / "daily-notes.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert find_journal(DailySettings(), tmp_path, ()).stem(DAY) == "2026-03-07"


def test_the_shortest_path_of_a_day_comes_first() -> None:
    journal = Journal("log", "%Y-%m-%d")
    same_day = [f"log/2026-03-01{more}.md" for more in ("-a", "", " b")]
    assert note_beside(journal, "log/2026-02-01 flood.md", 1, same_day) == same_day[1]


def test_settings_of_ragtui_come_first(tmp_path: Path) -> None:
    file(tmp_path, ".obsidian/daily-notes.json", '{"folder": "Daily"}')
    stated = DailySettings(folder=".")
    assert find_journal(stated, tmp_path, ()).stem(DAY) == "2026-03-07"


@given(st.sets(st.dates(date(1990, 1, 1), date(2150, 1, 1)), min_size=3, max_size=40))
def test_the_note_of_the_day_beside(days: set[date]) -> None:
    journal = Journal("journal", "%Y/%Y-%m-%d")
    paths = [f"{journal.stem(day)}.md" for day in sorted(days)]
    others = ["a.md", "2026-01-01.md", "journal/2026/2026-01-01.pdf"]
    mixed = [*paths[::-1], *others]
    for before, after in pairwise(paths):
        assert note_beside(journal, before, 1, mixed) == after
        assert note_beside(journal, after, -1, mixed) == before
    assert note_beside(journal, paths[-1], 1, mixed) == ""
    assert note_beside(journal, "a.md", 1, mixed) == ""
