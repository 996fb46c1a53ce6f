"""Panes are created on demand, without losing state."""

import asyncio
import json

import pytest
from textual.events import Key

from ragtui_core import Vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.pane_manager import READER, VAULT, VIEWS
from ragtui_tui.textual_workarounds.idle_gc import IdleScheduler
from support.chatting import box
from support.screens import OpenApp, Terminal


def made(terminal: Terminal) -> list[str | None]:
    return [pane.id for pane in terminal.main.panes.all_made()]


async def test_a_pane_is_made_once_when_one_goes_there_and_typed_into(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        assert made(terminal) == ["search"]
        for key in ("f4", "h", "o", "w"):
            terminal.app.post_message(Key(key, key if len(key) == 1 else None))
        await terminal.goes_to("chat")
        await terminal.until(lambda: box(terminal).text == "how")
        assert made(terminal) == ["search", "chat"]
        panes = terminal.main.panes
        one, other = await asyncio.gather(panes.pane(VAULT), panes.pane(VAULT))
        assert one is other
        assert panes.made(READER) is None
        for view in VIEWS:
            await terminal.press(view.key)
            assert terminal.view == view.id
            pane = await panes.pane(view)
            assert pane is not None
            assert pane.display
        assert sorted(map(str, made(terminal))) == sorted(view.id for view in VIEWS)


async def test_keys_may_come_before_the_first_paint(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(app: RagtuiApp) -> None:
        app.post_message(Key("f4", None))
        app.post_message(Key("h", "h"))

    monkeypatch.setattr(RagtuiApp, "on_load", press, raising=False)
    async with open_app(vault) as terminal:
        await terminal.goes_to("chat")
        await terminal.until(lambda: box(terminal).text == "h")
        await terminal.until(lambda: "Send" in terminal.rows[-1])
        assert terminal.app.focused is box(terminal)


async def test_one_can_quit_before_the_first_paint(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(app: RagtuiApp) -> None:
        app.post_message(Key("ctrl+q", None))

    monkeypatch.setattr(RagtuiApp, "on_load", press, raising=False)
    async with open_app(vault, settled=False) as terminal:
        await terminal.until(lambda: not terminal.app.is_running)
        assert terminal.app.return_code == 0


async def test_all_panes_are_created_when_idle(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    is_idle = False

    def look(_: IdleScheduler) -> bool:
        looks.append(is_idle)
        return is_idle

    monkeypatch.setattr("ragtui_tui.pane_manager.CREATE_SECONDS", 0.01)
    monkeypatch.setattr(IdleScheduler, "is_idle", property(look))
    async with open_app(vault) as terminal:
        await terminal.until(lambda: len(looks) > 5)
        assert made(terminal) == ["search"]
        is_idle = True
        await terminal.until(lambda: len(made(terminal)) == len(VIEWS))
        assert terminal.view == "search"
        assert terminal.app.focused is terminal.main.query_one("#query")


async def test_the_state_of_unopened_views_is_still_remembered(
    vault: Vault, open_app: OpenApp
) -> None:
    state = vault.index_path.with_name("index.screen.json")
    async with open_app(vault) as terminal:
        await terminal.opens("wiper blade")
        await terminal.press("ctrl+q")
    before = json.loads(state.read_text())
    async with open_app(vault) as terminal:
        await terminal.search("harbour")
        await terminal.press("ctrl+q")
    after = json.loads(state.read_text())
    assert after.pop("search") != before.pop("search")
    assert after == before
    async with open_app(vault) as terminal:
        await terminal.sees("Loosen the grub screw", "f3")
