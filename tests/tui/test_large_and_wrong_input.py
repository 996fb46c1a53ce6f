"""Input that no one means: a paste of 10 MB, a broken settings file."""

import pytest
from textual.events import Paste

from ragtui_core import Vault
from ragtui_tui.app import MAX_PASTED
from support.screens import OpenApp

PASTED = "lithium battery " * 650_000
"""10 MB."""


@pytest.mark.parametrize("view", ["f2", "f4"])
async def test_a_paste_of_10_mb_is_cut_and_that_is_said(
    vault: Vault, open_app: OpenApp, view: str
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press(view)
        await terminal.until(lambda: terminal.app.focused)
        terminal.app.post_message(Paste(PASTED))
        await terminal.until(lambda: terminal.toasts)
        assert f"the first {MAX_PASTED:,} characters are used" in terminal.toasts[0]
        focused = terminal.app.focused
        text = str(getattr(focused, "value", "") or getattr(focused, "text", ""))
        assert text == PASTED[:MAX_PASTED]


async def test_a_broken_settings_file_is_said_and_the_former_settings_stay(
    vault: Vault, open_app: OpenApp
) -> None:
    vault.index()
    async with open_app(vault) as terminal:
        (vault.root / ".ragtui.toml").write_text("[search\nlimit = 3\n")
        await terminal.until(lambda: terminal.toasts)
        assert ".ragtui.toml" in terminal.toasts[0]
        assert "the previous settings stay in use" in terminal.toasts[0]
        await terminal.search("wiper")
        assert terminal.chosen == "howto/wiper.md"
