"""The key footer: the keys of the focus, as many as fit."""

import pytest

from ragtui_core import Vault
from ragtui_tui.textual_workarounds.lightweight_widgets import KeyFooter
from support.screens import OpenApp, Terminal


def shown(terminal: Terminal) -> str:
    return str(terminal.main.query_one(KeyFooter).render())


async def test_the_keys_follow_the_focus(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (120, 30)) as terminal:
        await terminal.until(lambda: "^g Ask" in shown(terminal))
        await terminal.press("f4")
        await terminal.until(lambda: "Send" in shown(terminal))
        assert "^g Ask" not in shown(terminal)


@pytest.mark.parametrize("width", [24, 40, 60, 80, 160])
async def test_the_way_to_all_keys_is_always_there(
    vault: Vault, open_app: OpenApp, width: int
) -> None:
    async with open_app(vault, (width, 24)) as terminal:
        await terminal.until(lambda: "palette" in shown(terminal))
        assert shown(terminal).endswith("f1 Keys  ^p palette ")
        assert len(shown(terminal)) == width
        assert ("esc Clear" in shown(terminal)) == (width >= 80)


async def test_a_click_presses_the_key(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (80, 24)) as terminal:
        await terminal.until(lambda: "f1 Keys" in shown(terminal))
        await terminal.click_words("f1 Keys")
        await terminal.until(lambda: len(terminal.app.screen_stack) == 2)
