"""Where new notes go, and which notes are of the journal: the rows of `rows.txt`."""

from datetime import date
from itertools import count
from pathlib import Path

import pytest

from ragtui_core.documents import links_of
from ragtui_core.new_notes import linked_path
from ragtui_core.new_notes.journals import Journal, find_journal
from ragtui_core.settings import DailySettings
from support.rows import Reader, rows_test

DAY = date(2026, 3, 7)


@pytest.fixture
def linked(tmp_path: Path) -> Reader:
    """The path of a new note to which a link of `sub/note.md` leads."""
    root = tmp_path / "vault"
    (root / "sub").mkdir(parents=True)
    (root / "sub" / "there.md").touch()
    (root / "away").symlink_to(tmp_path)

    def path(written: str) -> str:
        (link,) = links_of(written)
        return linked_path(link, "sub/note.md", root) or ""

    return path


@pytest.fixture
def by_obsidian(tmp_path: Path) -> Reader:
    """The note of 7 March 2026 in vaults in which Obsidian's settings have a text."""
    roots = (tmp_path / str(number) for number in count())

    def stem(text: str) -> str:
        root = next(roots)
        (root / ".obsidian").mkdir(parents=True)
        (root / ".obsidian" / "daily-notes.json").write_text(text)
        return find_journal(DailySettings(), root, ()).stem(DAY)

    return stem


READERS: dict[str, Reader | str] = {
    "where the note of a link goes": "linked",
    "the day of a note of the journal": lambda path: (
        Journal("log", "%Y-%m-%d").day_of(path) or ""
    ),
    "the notes that there are": lambda paths: find_journal(
        DailySettings(), Path(), paths.split(" ¦ ")
    ).stem(DAY),
    "the settings of Obsidian": "by_obsidian",
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
