"""The journal of a vault: by settings, by those of other programs, by names."""

import json
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st

from ragtui_core.new_notes import daily_note
from ragtui_core.new_notes.journals import Journal, find_journal, note_beside
from ragtui_core.settings import DailySettings
from support.samples import sampled
from support.vaults import MakeVault

DAY = date(2026, 3, 7)
NO_FILES = Path("no/such/vault")
PATTERNS = (
    "%Y-%m-%d",
    "journals/%Y_%m_%d",
    "daily.%Y.%m.%d",
    "%Y/%m/%d",
    "%Y%m%d",
    "log/%Y/%m-%B/%Y-%m-%d %A",
    "diary/%Y/%b/%Y-%m-%d",
    "all%%/%Y-%m-%d",
)


def file(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, "utf-8")


def names(pattern: str, first: date, number: int) -> list[str]:
    days = (first + timedelta(days=each) for each in range(number))
    return [f"{day.strftime(pattern)}.md" for day in days]


@pytest.mark.parametrize("pattern", sampled(PATTERNS, 2))
@given(st.dates(date(1990, 1, 1), date(2150, 1, 1)), st.integers(40, 90))
@example(date(2000, 4, 1), 62)
def test_the_names_of_a_journal_tell_the_next_one(
    pattern: str, first: date, number: int
) -> None:
    others = [
        "a.md",
        "v2026.11.03.md",
        *(f"Meeting {n}, 2026-01-0{n}.md" for n in (1, 2)),
    ]
    *before, last = names(pattern, first, number)
    journal = find_journal(DailySettings(), NO_FILES, [*others, *before])
    day = first + timedelta(days=number - 1)
    assert f"{journal.stem(day)}.md" == last
    assert journal.day_of(last) == day
    assert journal.day_of("a.md") is None


def test_the_newest_way_of_naming_counts() -> None:
    former = names("journals/%Y_%m_%d", date(2024, 1, 1), 300)
    present = names("journal/%Y-%m-%d", date(2025, 1, 1), 40)
    journal = find_journal(DailySettings(), NO_FILES, [*present, *former])
    assert journal.stem(DAY) == "journal/2026-03-07"


def test_two_dated_notes_or_files_of_other_kinds_are_no_journal() -> None:
    some = names("log/%Y-%m-%d", DAY, 2)
    mails = [f"mail/2026-03-0{n}.eml" for n in range(1, 9)]
    versions = [f"v2026.03.0{n}.md" for n in range(1, 9)]
    unreal = [f"log/2026-02-3{n}.md" for n in (0, 1)]
    journal = find_journal(DailySettings(), NO_FILES, some + mails + versions + unreal)
    assert journal == Journal("", "%Y-%m-%d")


@pytest.mark.parametrize(
    ("stated", "stem"),
    [
        ({"folder": "Daily"}, "Daily/2026-03-07"),
        ({"folder": "/Daily/", "format": ""}, "Daily/2026-03-07"),
        ({"format": "YYYY/MM-MMMM/D. [day] dddd"}, "2026/03-March/7. day Saturday"),
        ({"format": "YYYY/YYYY-MM-DD"}, "2026/2026-03-07"),
        ({"format": "GGGG-[W]WW-E"}, "2026-W10-6"),
        ({"format": "YYYY-MM-DD.md"}, "log/2026-03-07"),
        # Not usable: the names of the notes tell.
        ({"format": "YYYY [Q]Q"}, "log/2026-03-07"),
        ({"format": "YYYY"}, "log/2026-03-07"),
        ({"folder": "../out"}, "log/2026-03-07"),
        ({"folder": 7}, "log/2026-03-07"),
        ([], "log/2026-03-07"),
    ],
)
def test_the_settings_of_obsidian(stated: object, stem: str, tmp_path: Path) -> None:
    file(tmp_path, ".obsidian/daily-notes.json", json.dumps(stated))
    paths = names("log/%Y-%m-%d", DAY, 5)
    assert find_journal(DailySettings(), tmp_path, paths).stem(DAY) == stem


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\ud800", "null"])
def test_unreadable_settings_of_obsidian_are_passed_over(
    text: str, tmp_path: Path
) -> None:
    file(tmp_path, ".obsidian/daily-notes.json", "")
    path = tmp_path / ".obsidian" / "daily-notes.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert find_journal(DailySettings(), tmp_path, []).stem(DAY) == "2026-03-07"


@pytest.mark.parametrize(
    ("config", "stem"),
    [
        ("{}", "journals/2026_03_07"),
        (
            '{:journals-directory "j"\n :journal/file-name-format "yyyy-MM-dd"}',
            "j/2026-03-07",
        ),
        ('{;; :journals-directory "j"\n}', "journals/2026_03_07"),
    ],
)
def test_the_settings_of_logseq(config: str, stem: str, tmp_path: Path) -> None:
    file(tmp_path, "logseq/config.edn", config)
    assert find_journal(DailySettings(), tmp_path, []).stem(DAY) == stem


@pytest.mark.parametrize("folder", ["journal", "Daily Notes", "me/diary"])
def test_a_folder_that_is_called_like_a_journal_is_one(folder: str) -> None:
    paths = [f"{folder}/2026-02-01 flood.md", "meetings/2026-02-01 board.md", "b.md"]
    journal = find_journal(DailySettings(), NO_FILES, paths)
    assert journal.stem(DAY) == f"{folder}/2026-03-07"
    assert note_beside(journal, f"{folder}/2026-03-07.md", -1, paths) == paths[0]
    same_day = [f"{folder}/2026-03-01{more}.md" for more in ("-a", "", " b")]
    assert note_beside(journal, paths[0], 1, same_day) == same_day[1]


def test_settings_of_ragtui_come_first(tmp_path: Path) -> None:
    file(tmp_path, ".obsidian/daily-notes.json", '{"folder": "Daily"}')
    stated = DailySettings(folder=".")
    assert find_journal(stated, tmp_path, []).stem(DAY) == "2026-03-07"


def test_the_note_of_a_day_is_in_the_journal(make_vault: MakeVault) -> None:
    files = names("journal/%Y-%m-%d", DAY, 5)
    vault = make_vault(dict.fromkeys(files, "# Day\n"))
    vault.index(embed=False)
    assert daily_note(vault, DAY - timedelta(days=1)).path == "journal/2026-03-06.md"
    assert daily_note(vault, DAY).exists


@given(st.sets(st.dates(date(1990, 1, 1), date(2150, 1, 1)), min_size=3, max_size=40))
def test_the_note_of_the_day_beside(days: set[date]) -> None:
    journal = Journal("journal", "%Y/%Y-%m-%d")
    paths = [f"{journal.stem(day)}.md" for day in sorted(days)]
    others = ["a.md", "journal/2026-01-01.md", "journal/2026/2026-01-01.pdf"]
    mixed = [*paths[::-1], *others]
    for before, after in pairwise(paths):
        assert note_beside(journal, before, 1, mixed) == after
        assert note_beside(journal, after, -1, mixed) == before
    assert note_beside(journal, paths[-1], 1, mixed) == ""
    assert note_beside(journal, "a.md", 1, mixed) == ""
