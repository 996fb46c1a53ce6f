"""From one vault to another without leaving the app; two apps on one vault."""

import threading
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.vault.recent_vaults import recent_vaults, remember_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.dialogs.vault_list import VaultsDialog
from support.screens import OpenApp, Terminal


@pytest.fixture
def other(tmp_path: Path) -> Path:
    folder = tmp_path / "other notes"
    folder.mkdir()
    (folder / "quokka.md").write_text("# Quokka\n\nA quokka was seen.\n")
    return folder


def followers() -> set[threading.Thread]:
    """Threads that keep an index up to date."""
    return {each for each in threading.enumerate() if each.name == "index"}


async def test_a_path_opens_another_vault(
    vault: Vault, other: Path, open_app: OpenApp
) -> None:
    before = followers()  # of servers that other tests have closed
    async with open_app(vault) as terminal:
        await terminal.search("wiper blade")
        await terminal.press("f9")
        await terminal.until(lambda: isinstance(terminal.app.screen, VaultsDialog))
        await terminal.until(lambda: "Path of a folder" in terminal.text)
        assert "choose below" not in terminal.text
        await terminal.type(str(other.parent / "nowhere"))
        await terminal.press("enter")
        await terminal.until(lambda: "no such folder" in terminal.text)
        await terminal.press(*["backspace"] * len("nowhere"))
        await terminal.type("other notes")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.cards == ["quokka.md"])
        assert "other notes" in terminal.rows[0]
        await terminal.until(lambda: len(followers() - before) == 1)
        await terminal.search("quokka")

        await terminal.press("f9")
        await terminal.until(lambda: "vault  " in terminal.text)
        await terminal.until(lambda: "or choose below" in terminal.text)
        await terminal.press("down", "enter")
        await terminal.until(lambda: terminal.chosen == "howto/wiper.md")
        assert "wiper blade" in terminal.text
        await terminal.until(lambda: len(followers() - before) == 1)
        assert [path.name for path in recent_vaults(vault.data_directory)] == [
            "vault",
            "other notes",
        ]


async def test_staying_is_a_choice(
    vault: Vault, other: Path, open_app: OpenApp
) -> None:
    remember_vault(vault.data_directory, other)
    async with open_app(vault, (60, 20)) as terminal:
        await terminal.press("f9")
        await terminal.until(lambda: "other notes" in terminal.text)
        await terminal.press("escape")
        assert len(terminal.cards) == 4


async def test_the_second_app_takes_over_when_the_first_ends(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.vault.index_follower.RETRY_SECONDS", 0.05)
    second_app = RagtuiApp(Vault(vault.root, vault.settings, vault.index_path))
    opened = second_app.run_test(size=(80, 24))
    async with open_app(vault) as first, opened as pilot:
        second = Terminal(second_app, pilot)
        await second.until(lambda: "another process" in second.status)
        (vault.root / "new.md").write_text("# Quokka\n\nSeen by both.\n")
        await first.until(lambda: "new.md" in first.cards)
        await second.until(lambda: "new.md" in second.cards)
        first.main._index.stop()
        await second.until(lambda: "up to date" in second.status)
        (vault.root / "newer.md").write_text("# Numbat\n\nSeen by one.\n")
        await second.until(lambda: "newer.md" in second.cards)
