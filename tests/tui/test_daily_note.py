"""Today's note from the app: the editor writes it, the app shows it."""

from datetime import date
from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_tui.messages import OpenPassage
from support.screens import OpenApp
from support.user_editor import an_editor, can_suspend
from support.vaults import MakeVault

DAY = date(2026, 3, 7)


@pytest.fixture(autouse=True)
def on_that_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragtui_core.new_notes.today", lambda: DAY)


def with_folder(vault: Vault, folder: str) -> Vault:
    flags = {"daily.folder": folder, "daily.pattern": "%Y-%m-%d"}
    return open_vault(vault.root, flags=flags)


async def test_the_editor_creates_the_note_of_the_day(
    vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = with_folder(vault, "howto")
    async with open_app(made) as terminal:
        left = can_suspend(monkeypatch)
        with an_editor(tmp_path, monkeypatch):
            await terminal.press("f10")
            await terminal.until(lambda: "NEW EDITED" in terminal.text)
        assert left == ["left", "back"]
        assert (made.root / "howto" / "2026-03-07.md").read_text() == "NEW EDITED"
    made.close()


async def test_nothing_is_written_without_the_folder_or_an_editor(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    made = with_folder(vault, "no/such")
    before = sorted(made.root.rglob("*"))
    async with open_app(made) as terminal:
        await terminal.press("f10")
        await terminal.until(lambda: terminal.toasts)
        assert "There is no folder no/such" in terminal.toasts[-1]
    made.close()
    made = with_folder(vault, "howto")
    async with open_app(made) as terminal:
        await terminal.press("f10")
        await terminal.until(lambda: terminal.toasts)
        assert "No editor is set" in terminal.toasts[-1]
    made.close()
    assert sorted(made.root.rglob("*")) == before


async def test_the_days_beside_a_note_of_the_journal(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    days = ("2026-03-01", "2026-03-05", "2026-03-06")
    vault = make_vault({f"journal/{day}.md": f"# Day {day}\n" for day in days})
    vault.index(embed=False)
    async with open_app(vault) as terminal:
        terminal.main.post_message(OpenPassage("journal/2026-03-05.md", None))
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: "Day 2026-03-05" in terminal.text)
        await terminal.press("right_curly_bracket")
        await terminal.until(lambda: "Day 2026-03-06" in terminal.text)
        await terminal.press("right_curly_bracket")
        await terminal.until(lambda: terminal.toasts)
        assert "no day after this note" in terminal.toasts[-1]
        await terminal.press("left_curly_bracket")
        await terminal.until(lambda: "Day 2026-03-05" in terminal.text)
        await terminal.press("left_curly_bracket")
        await terminal.until(lambda: "Day 2026-03-01" in terminal.text)
