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
    await terminal.until(lambda: rows(terminal, "folders"))


async def test_coverage_by_folder(vault: Vault, open_app: OpenApp) -> None:
    (vault.root / "howto/deep").mkdir()
    (vault.root / "howto/deep/a.md").write_text("# A\n")
    (vault.root / "howto/bad.md").write_bytes(b"\x00\x01")
    async with open_app(vault, (100, 30)) as terminal:
        await visit(terminal)
        whole = ["whole vault", "5", "25", "100%", "-", "1"]
        await terminal.until(lambda: rows(terminal, "folders")[0] == whole)
        assert [row[0] for row in rows(terminal, "folders")][1:] == [
            "  decisions/",
            "▸ howto/",
            "  people/",
            "  files in no folder",
        ]
        assert rows(terminal, "folders")[-1][1:3] == ["1", "21"]
        assert rows(terminal, "folders")[2][1:] == ["2", "2", "100%", "-", "1"]
        await terminal.press("j", "down", "enter")
        assert [row[0] for row in rows(terminal, "folders")][2:4] == [
            "▾ howto/",
            "    deep/",
        ]
        assert "100% embedded by bge-small" in terminal.text
        assert str(vault.root)[:40] in terminal.text
        await terminal.press("ctrl+q")
    async with open_app(vault, (100, 30)) as terminal:
        await visit(terminal)
        assert "▾ howto/" in terminal.text


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_folders_fill_the_width(
    vault: Vault, open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(vault, size) as terminal:
        await visit(terminal)
        table = terminal.main.query_one("#folders", ListTable)
        free = table.region.width - table.styles.gutter.width - 1
        await terminal.until(lambda: table.virtual_size.width == free)
        assert not table.show_horizontal_scrollbar
        line = next(each for each in terminal.text.splitlines() if " Index" in each)
        is_beside = "whole vault" in line
        assert is_beside is (size[0] >= 120)


async def test_skipped_files_show_the_reason_and_open(
    vault: Vault, open_app: OpenApp
) -> None:
    (vault.root / "bad.md").write_bytes(b"\x00\x01")
    (vault.root / "odd.md").write_text("---\ntitle: [\n---\n# Odd\n")
    async with open_app(vault, (100, 30)) as terminal:
        await visit(terminal)
        await terminal.press("right")
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
        await terminal.click_words("Skipped")
        await terminal.until(lambda: rows(terminal, "skipped"))
        [(path, why)] = rows(terminal, "skipped")
        hint = terminal.main.query_one("#vault-hint", Static)
        await terminal.until(lambda: str(hint.render()) == f"{path}: {why}")
        await terminal.until(lambda: hint.region.height > 1 or width > 80)
        await terminal.until(
            lambda: any("projects" in row and why[:16] in row for row in terminal.rows)
        )


async def test_a_click_on_its_name_shows_a_table(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await visit(terminal)
        await terminal.click_words("Changes")
        await terminal.until(lambda: "Nothing has changed" in terminal.text)
        assert terminal.app.focused is terminal.main.query_one("#changes")
        await terminal.press("right")
        await terminal.until(lambda: "whole vault" in terminal.text)


async def test_changes_and_stale_files_are_reported(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await visit(terminal)
        await terminal.press("left")
        await terminal.until(lambda: "Nothing has changed" in terminal.text)
        (vault.root / "handbook.md").write_text("# Handbook\n\nShort.\n")
        await terminal.until(
            lambda: ["just now", "handbook.md"] in rows(terminal, "changes")
        )
        await terminal.press("p")
        await terminal.until(lambda: "paused" in terminal.status)
        (vault.root / "new.md").write_text("# New\n")
        (vault.root / "people/zoe.md").unlink()
        await terminal.press("left")
        await terminal.until(lambda: "up to date with every file" in terminal.text)
        await terminal.press("f2", "f5")
        await terminal.until(
            lambda: rows(terminal, "stale") == [["new.md"], ["people/zoe.md"]]
        )
        await terminal.press("p")
        await terminal.until(lambda: "up to date" in terminal.status)
        await terminal.until(lambda: rows(terminal, "stale") == [])
        assert "new.md" in vault.documents.paths()


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
        await visit(terminal)
        await terminal.press("m")
        await terminal.until(lambda: "Which model" in terminal.text)
        assert "Enter begins · Esc closes" in terminal.text
        await terminal.press(*["backspace"] * len("auto"))
        await terminal.type(str(tmp_path / "none"))
        await terminal.press("enter")
        await terminal.until(lambda: any("Nothing was" in t for t in terminal.toasts))
        assert load_settings().embedding.model == "auto"
        assert vault.settings.embedding.model == "auto"


async def test_everything_is_looked_through_again(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(vault) as terminal:
        await visit(terminal)
        checked = vault.coverage.whole().last_indexed
        monkeypatch.setattr("ragtui_core.vault.index_follower.RETRY_SECONDS", 0.05)
        vault.index_path.stat()
        await terminal.until(lambda: _later(checked))
        await terminal.press("r")
        await terminal.until(lambda: vault.coverage.whole().last_indexed > checked)


def _later(moment: str) -> bool:
    """Whether the clock's second is another one by now."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds") > moment
