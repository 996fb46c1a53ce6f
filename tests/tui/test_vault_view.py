"""The vault's place: coverage, changes, and what one can order."""

from pathlib import Path

import pytest
from textual.widgets import Static

from ragtui_core import Vault
from ragtui_core.settings import load_settings
from ragtui_tui.dialogs.dialog import ConfirmDialog
from ragtui_tui.widgets.list_table import ListTable
from support.screens import OpenApp, Terminal


def rows(terminal: Terminal, table: str) -> list[list[str]]:
    shown = terminal.main.query_one(f"#{table}", ListTable)
    return [
        [str(cell) for cell in shown.get_row_at(at)] for at in range(shown.row_count)
    ]


async def visit(terminal: Terminal) -> None:
    await terminal.press("f5")
    await terminal.until(lambda: "embedded by" in terminal.text)


async def test_skipped_files_show_the_reason_and_open(
    vault: Vault, open_app: OpenApp
) -> None:
    (vault.root / "bad.md").write_bytes(b"\x00\x01")
    (vault.root / "odd.md").write_text("---\ntitle: [\n---\n# Odd\n")
    async with open_app(vault, (100, 30)) as terminal:
        await visit(terminal)
        await terminal.until(lambda: len(rows(terminal, "skipped")) == 2)
        (bad, why), (odd, how) = rows(terminal, "skipped")
        assert (bad, odd) == ("bad.md", "odd.md")
        assert "binary" in why
        assert how.startswith("indexed, but")
        await terminal.press("down", "enter")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.press("escape")
        assert terminal.view == "vault"


@pytest.mark.parametrize("width", [60, 80, 160])
async def test_the_reason_of_a_long_path_is_on_the_screen(
    new_vault: Vault, open_app: OpenApp, width: int
) -> None:
    folder = new_vault.root / ("projects of the last year/" * 4)
    folder.mkdir(parents=True)
    (folder / "bad.md").write_bytes(b"text\0\0\x01\x02 binary")
    async with open_app(new_vault, (width, 24)) as terminal:
        await visit(terminal)
        await terminal.until(lambda: rows(terminal, "skipped"))
        [(path, why)] = rows(terminal, "skipped")
        hint = terminal.main.query_one("#vault-hint", Static)
        await terminal.until(lambda: str(hint.render()) == f"{path}: {why}")
        await terminal.until(lambda: hint.region.height > 1 or width > 80)
        await terminal.until(
            lambda: any("projects" in row and why[:16] in row for row in terminal.rows)
        )


async def test_a_pause_lasts_until_resumed(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, settled=False) as terminal:
        await terminal.press("f5", "p")
        await terminal.until(lambda: "paused" in terminal.status)
        assert "‖" in terminal.text
        # In the status line and beside "State", once each.
        assert terminal.text.count("resume to continue") == 2
        await terminal.press("p")
        await terminal.until(lambda: "up to date" in terminal.status)


async def test_rebuilding_asks_first(vault: Vault, open_app: OpenApp) -> None:
    vault.index()
    kept = vault.index_path.with_name("index.db.old")
    async with open_app(vault, (80, 24)) as terminal:
        await visit(terminal)
        await terminal.press("R")
        assert isinstance(terminal.app.screen, ConfirmDialog)
        assert "Your notes are not touched" in terminal.text
        await terminal.press("enter")  # the focus begins on No
        assert not kept.exists()
        await terminal.press("R", "y")
        await terminal.until(kept.exists)
        await terminal.until(lambda: "up to date" in terminal.status)
        await terminal.press("f2")
        await terminal.search("winter storage")
        assert terminal.chosen == "handbook.md"


async def test_a_model_that_cannot_be_loaded_changes_nothing(
    vault: Vault, open_app: OpenApp, tmp_path: Path
) -> None:
    async with open_app(vault, (80, 24)) as terminal:
        await terminal.press("ctrl+p")
        await terminal.type("embed with")
        await terminal.until(lambda: "if it can be loaded" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: "Which model" in terminal.text)
        assert "Enter begins · Esc closes" in terminal.text
        await terminal.press(*["backspace"] * len("auto"))
        await terminal.type(str(tmp_path / "none"))
        await terminal.press("enter")
        await terminal.until(lambda: any("Nothing was" in t for t in terminal.toasts))
        assert load_settings().embedding.model == "auto"
        assert vault.settings.embedding.model == "auto"
