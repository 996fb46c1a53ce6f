"""The calendar of the journal: by keys and mouse, from the reader and the palette."""

from collections.abc import Iterator
from datetime import date

import pytest

from ragtui_core import Vault
from support.screens import OpenApp
from support.vaults import Files, MakeVault

DAYS: Files = {
    f"journal/2026-{month:02}-{day:02}.md": f"# Day {day} of {month}\n\nTea.\n"
    for month, day in ((2, 27), (3, 2), (3, 3), (3, 31))
}
ROOFS: Files = {
    f"roof-{n}.md": f"---\ndate: 2026-03-03\n---\n# Roof {n}\n\nSlate.\n"
    for n in range(9)
}


@pytest.fixture(autouse=True)
def on_that_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragtui_core.new_notes.today", lambda: date(2026, 3, 31))


@pytest.fixture
def journal(make_vault: MakeVault) -> Iterator[Vault]:
    vault = make_vault(DAYS | ROOFS)
    vault.index(embed=False)
    yield vault
    vault.close()


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_the_calendar_is_moved_in_by_keys(
    journal: Vault, open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(journal, size) as terminal:
        await terminal.press("f3", "d")
        await terminal.until(lambda: "March 2026" in terminal.text)
        assert "12 notes" in terminal.text
        assert "Tuesday, 31 March 2026" in terminal.text
        assert "1  Day 31 of 3  journal/2026-03-31.md" in terminal.text
        await terminal.press("pageup")
        await terminal.until(lambda: "Saturday, 28 February 2026" in terminal.text)
        await terminal.press("left")
        assert "Day 27 of 2" in terminal.text
        await terminal.press("right", "right")
        await terminal.until(lambda: "Sunday, 1 March 2026" in terminal.text)
        await terminal.press("down", "up", "right", "right")
        await terminal.until(lambda: "1  Day 3 of 3" in terminal.text)
        assert "… 5 more" in terminal.text
        await terminal.press("2")
        await terminal.until(lambda: "Slate." in terminal.text)
        assert "roof-0.md" in terminal.text
        # It begins at the date of the document that is read.
        await terminal.press("d")
        await terminal.until(lambda: "Tuesday, 3 March 2026" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: "journal/2026-03-03.md" in terminal.text)


async def test_a_day_without_a_note_gets_one(
    journal: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    async with open_app(journal) as terminal:
        await terminal.press("f3", "d")
        await terminal.until(lambda: "Tuesday, 31 March 2026" in terminal.text)
        await terminal.press("left")
        assert "No note. Enter creates one." in terminal.text
        await terminal.press("enter")
        await terminal.until(
            lambda: "no note of Monday, 30 March 2026" in terminal.text
        )
        assert "Create 2026-03-30.md?" in terminal.text
        await terminal.press("escape")
        assert not (journal.root / "2026-03-30.md").exists()
        await terminal.press("d", "left", "enter")
        await terminal.until(lambda: "Create 2026-03-30.md?" in terminal.text)
        await terminal.press("y")
        await terminal.until((journal.root / "2026-03-30.md").exists)


async def test_a_title_is_shown_if_the_path_does_not_have_it(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    files: Files = {
        "journal/2026-03-31.md": "Tea.\n",
        "b.md": "---\ndate: 2026-03-31\n---\n# Tuesday, 31 March 2026",
        "a.md": "---\ndate: 2026-03-31\n---\n# B",
    }
    vault = make_vault(files)
    vault.index(embed=False)
    async with open_app(vault) as terminal:
        await terminal.press("f3", "d")
        await terminal.until(lambda: "3 notes" in terminal.text)
        assert "  journal/2026-03-31.md" in terminal.text
        assert "  B  a.md" in terminal.text
        assert "  b.md" in terminal.text
        assert terminal.text.count("Tuesday, 31 March 2026") == 1
        assert terminal.text.count("2026-03-31") == 1
    vault.close()


async def test_the_calendar_is_used_by_mouse_and_found_in_the_palette(
    journal: Vault, open_app: OpenApp
) -> None:
    async with open_app(journal) as terminal:
        await terminal.press("ctrl+p")
        await terminal.type("calendar")
        await terminal.until(lambda: "Calendar of the journal" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: "March 2026" in terminal.text)
        await terminal.click_words(" 2 ")
        await terminal.until(lambda: "Monday, 2 March 2026" in terminal.text)
        await terminal.click_words("<")
        await terminal.until(lambda: "February 2026" in terminal.text)
        await terminal.click_words("27")
        await terminal.until(lambda: "Friday, 27 February" in terminal.text)
        await terminal.click_words("journal/2026-02-27.md")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: "Tea." in terminal.text)
