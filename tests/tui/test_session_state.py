"""What the app remembers of a vault from one time to the next."""

from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_tui.pane_manager import SessionState
from support.screens import OpenApp


async def test_the_last_query_is_there_again(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("wiper blade")
        await terminal.press("ctrl+t", "ctrl+q")
    async with open_app(vault) as terminal:
        await terminal.until(lambda: terminal.chosen == "howto/wiper.md")
        assert "wiper blade" in terminal.text
        assert "words only" in terminal.text
        await terminal.search("winter storage")
        assert terminal.chosen == "handbook.md"


@pytest.mark.parametrize("damaged", ["", "[]", '{"search": 7, "reader": []}', "{\x00"])
async def test_a_damaged_state_is_no_state(
    vault: Vault, open_app: OpenApp, damaged: str
) -> None:
    vault.index_path.parent.mkdir(parents=True, exist_ok=True)
    vault.index_path.with_name("index.screen.json").write_text(damaged)
    async with open_app(vault) as terminal:
        await terminal.until(lambda: len(terminal.cards) == 4)


def test_a_state_that_cannot_be_written_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    state = SessionState(tmp_path / "file" / "index.db")
    state.save({"search": {"query": "x"}})
    assert SessionState(tmp_path / "file" / "index.db").of("search") == {}
