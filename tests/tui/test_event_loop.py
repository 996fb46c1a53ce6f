"""Nothing that may take long is done on the thread that draws the screen."""

from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_tui.pane_manager import VIEWS
from support.loop_watch import loop_watch
from support.screens import OpenApp


async def test_files_and_databases_are_read_in_threads(
    new_vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_tui.main_screen.SAVE_SECONDS", 0.1)
    async with open_app(new_vault, (160, 48), settled=False) as terminal:
        with loop_watch(tmp_path, monkeypatch) as watch:
            await terminal.opens("lithium battery")
            await terminal.press("f4")
            await terminal.paste("How long does the lithium battery last?")
            await terminal.sees("✓ verified", "enter")
            for place in VIEWS[3:]:
                await terminal.press(place.key)
                await terminal.until(lambda: terminal.is_filled)
            watch.is_on = False
            (new_vault.root / "new.md").write_text("# Quokka\n")
            watch.is_on = True
            await terminal.press("f2")
            await terminal.until(lambda: "5 documents" in terminal.status)
            await terminal.until(
                lambda: new_vault.index_path.with_name("index.screen.json").exists()
            )
            found = list(watch.found)
            new_vault.documents.paths()
            assert "an index reader" in watch.found
    assert found == []


async def test_the_vault_is_left_as_it_was(vault: Vault, open_app: OpenApp) -> None:
    def contents() -> dict[str, bytes]:
        files = (path for path in vault.root.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}

    before = contents()
    async with open_app(vault) as terminal:
        await terminal.opens("wiper", "howto/wiper.md:")
    assert contents() == before
