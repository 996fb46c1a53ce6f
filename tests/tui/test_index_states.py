"""Each state of the index, in the words of the core: status line and vault view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ragtui_core.errors import DiskFull
from ragtui_core.index_state import IndexStateName, state_error
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.widgets.status_line import StatusLine
from support.index_states import EVERY_STATE

if TYPE_CHECKING:
    from ragtui_core import Vault
    from support.screens import OpenApp


@pytest.mark.parametrize("name", IndexStateName)
def test_the_status_line_has_the_words_of_the_core(name: IndexStateName) -> None:
    progress = IndexingProgress()
    EVERY_STATE[name][0](progress.tracker)
    state = progress.state
    assert state.name is name
    assert progress.text().startswith(state.brief)
    if state.is_problem:
        assert progress.text() == f"{state.brief} · {state.action}"


async def test_the_vault_view_says_what_to_do(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.index()

    def fail(*_: object, **__: object) -> None:
        raise state_error(DiskFull, "index.db could not grow")

    monkeypatch.setattr(vault, "watch", fail)
    async with open_app(vault, settled=False) as terminal:
        await terminal.until(lambda: terminal.toasts)
        assert "the disk is full" in terminal.status
        assert terminal.main.query_one(StatusLine).has_class("-failed")
        assert "free some space, then index again" in terminal.status
        await terminal.press("f5")
        await terminal.until(lambda: "(index.db could not grow)" in terminal.text)


async def test_a_folder_that_is_removed_while_it_is_open_is_said(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.indexing.watcher.RETRY_SECONDS", 0.05)
    vault.index()
    async with open_app(vault) as terminal:
        away = vault.root.with_name("away")
        vault.root.rename(away)
        missing = "the vault's folder is missing"
        await terminal.until(lambda: missing in terminal.status)
        away.rename(vault.root)
        await terminal.until(lambda: terminal.status.startswith("● up to date"))
