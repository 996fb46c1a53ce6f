"""New notes in the app: of today, by their titles, and for links that lead to none."""

from datetime import date
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_tui.dialogs.dialog import ConfirmDialog, LineEntryDialog
from support.screens import OpenApp, Terminal
from support.user_editor import an_editor, can_suspend
from support.vaults import IndexVault

FILES: dict[str, str | bytes] = {
    "Sea.md": "Mine.\n",
    "work/plan.md": "# Plan\n\nSee [[Not there]] and [[../../outside]].\n",
    **{f"journal/2026-03-0{day}.md": f"# Day {day}\n" for day in (1, 5, 6)},
}


@pytest.fixture
def notes(index_vault: IndexVault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    for name in ("VISUAL", "EDITOR", "PATH"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr("ragtui_core.new_notes.today", lambda: date(2026, 3, 7))
    return index_vault(FILES)


def shows(terminal: Terminal, dialog: type) -> bool:
    return isinstance(terminal.app.screen, dialog)


async def entitle(terminal: Terminal, title: str) -> None:
    await terminal.press("f12")
    await terminal.until(lambda: shows(terminal, LineEntryDialog))
    await terminal.type(title)
    await terminal.press("enter")


async def test_a_note_begins_with_its_title_beside_the_one_that_is_read(
    notes: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(notes.root.rglob("*"))
    async with open_app(notes) as terminal:
        await entitle(terminal, "...")
        await terminal.sees("cannot be the name of a file")
        await terminal.press("escape")
        assert sorted(notes.root.rglob("*")) == before
        await entitle(terminal, "Lake")
        await terminal.until(lambda: any("No editor" in t for t in terminal.toasts))
        assert sorted(notes.root.rglob("*")) == before
        left = can_suspend(monkeypatch)
        with an_editor(tmp_path, monkeypatch):
            await entitle(terminal, "Lake")
            await terminal.sees("Lake EDITED")
            await entitle(terminal, "Sea")  # No file is replaced.
            await terminal.sees("Mine. EDITED")
        assert (notes.root / "Lake.md").read_text() == "# Lake EDITED\n"
        assert [*notes.root.glob("Sea*")] == [notes.root / "Sea.md"]
        modes = {f.stat().st_mode & 0o777 for f in notes.root.glob("*.md")}
        assert len(modes) == 1  # Those of every file of the user.
        await terminal.reads("work/plan.md", "See Not there")
        with an_editor(tmp_path, monkeypatch):
            await entitle(terminal, "Pumps: all")
            await terminal.sees("all EDITED")
        assert left == ["left", "back"] * 3
        assert (notes.root / "work" / "Pumps all.md").exists()


async def test_the_note_of_today_is_beside_those_of_other_days(
    notes: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = notes.root / "journal" / "2026-03-07.md"
    left = can_suspend(monkeypatch)
    async with open_app(notes) as terminal:
        await terminal.press("f10")
        await terminal.until(lambda: any("No editor" in t for t in terminal.toasts))
        assert not file.exists()
        with an_editor(tmp_path, monkeypatch):
            await terminal.press("f10")
            await terminal.goes_to("reader")
            assert file.read_text() == "# 2026-03-07 EDITED\n"
            await terminal.press("f10")  # The note that there is now.
            await terminal.until(lambda: file.read_text().count("EDITED") == 2)
    assert left == ["left", "back"] * 2


async def test_a_link_to_no_note_creates_it_and_a_day_leads_to_those_beside(
    notes: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = notes.root / "work" / "Not there.md"
    monkeypatch.setenv("EDITOR", "ed")
    async with open_app(notes) as terminal:
        await terminal.reads("work/plan.md", "See Not there")
        await terminal.until(lambda: len(terminal.document_view.links) == 2)
        await terminal.press("tab", "enter")
        await terminal.until(lambda: shows(terminal, ConfirmDialog))
        assert "Create work/Not there.md?" in " ".join(terminal.text.split())
        await terminal.press("enter")  # The focus begins on No.
        await terminal.until(lambda: not shows(terminal, ConfirmDialog))
        assert not file.exists()
        await terminal.press("tab", "enter")  # One out of the vault offers nothing.
        await terminal.until(lambda: terminal.toasts)
        assert "There is no note" in terminal.toasts[-1]
        await terminal.press("shift+tab", "enter")
        await terminal.until(lambda: shows(terminal, ConfirmDialog))
        await terminal.sees("Not there.md", "y")
        await terminal.until(file.exists)
        assert "# Not there" in file.read_text()
        assert not (notes.root.parent / "outside.md").exists()
        await terminal.reads("journal/2026-03-05.md", "Day 5")
        for key, words in (("right", "Day 6"), ("left", "Day 5"), ("left", "Day 1")):
            await terminal.sees(words, f"{key}_curly_bracket")
        await terminal.press("left_curly_bracket")
        words = "no day before this note"
        await terminal.until(lambda: words in terminal.toasts[-1])
