"""A closed app leaves nothing behind: neither itself nor its screens nor its vault."""

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from ragtui_tui.textual_workarounds.idle_gc import IdleScheduler
from support.chatting import answered
from support.screens import OpenApp
from support.vaults import IndexedVaults

FILES: dict[str, str | bytes] = {
    "wiper.md": "# Wiper\n\nLoosen the grub screw by one turn.\n",
    "cells.md": "# Cells\n\nThe battery lasts two years.\n",
}


def test_a_closed_app_and_its_vault_can_be_collected(
    indexed_vaults: IndexedVaults,
    open_app: OpenApp,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ragtui_tui.app.IdleScheduler", IdleScheduler)

    async def used() -> list[weakref.ref[object]]:
        """Search, read and ask in an app, and close it."""
        vault = indexed_vaults.copy(FILES, tmp_path / "vault")
        async with open_app(vault) as terminal:
            await terminal.opens("wiper")
            await terminal.press("f4")
            await answered(terminal)
            screen = terminal.main
        vault.close()
        return [weakref.ref(each) for each in (terminal.app, screen, vault)]

    left = asyncio.run(used())  # whose loop keeps cancelled timers until its end
    gc.collect()
    assert [ref() for ref in left] == [None, None, None]
    assert gc.get_freeze_count() == 0
