"""An idle app draws nothing: no blinking cursor, no status line that is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_tui.vault_view import vault_pane
from ragtui_tui.vault_view.vault_pane import VaultPane
from ragtui_tui.widgets import status_line
from ragtui_tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    import pytest

    from ragtui_core import Vault
    from support.screens import OpenApp


async def test_an_unchanged_status_line_is_not_drawn_again(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[str] = []
    updates: list[str] = []
    draw, update = StatusLine.draw, StatusLine.update

    def counted_draw(line: StatusLine) -> None:
        ticks.append("tick")
        draw(line)

    def counted_update(line: StatusLine, *args: object, **options: bool) -> None:
        updates.append(str(args[0]))
        update(line, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(status_line, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(StatusLine, "draw", counted_draw)
    monkeypatch.setattr(StatusLine, "update", counted_update)
    others: list[int] = []
    async with open_app(vault) as terminal:
        await terminal.until(lambda: bool(updates) and "up to date" in updates[-1])
        terminal.app.set_interval(0.01, lambda: others.append(1))
        await terminal.until(lambda: len(others) > 20)
        before = len(ticks)
        await terminal.until(lambda: len(others) > 40)
        assert len(ticks) == before, "a line that cannot change was looked at"
        assert len(updates) < 10
        assert len(updates) == len({*updates}), "a line was drawn twice in a row"


async def test_no_cursor_blinks_and_the_vault_view_is_updated_only_where_it_is_shown(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[bool] = []
    draw = VaultPane.draw

    def counted_draw(pane: VaultPane) -> None:
        ticks.append(bool(pane.display))
        draw(pane)

    monkeypatch.setattr(vault_pane, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(VaultPane, "draw", counted_draw)
    others: list[int] = []
    async with open_app(vault) as terminal:
        await terminal.main.panes.complete()
        lines = terminal.app.screen.query("Input, TextArea")
        assert len(lines) > 1
        assert not any(line.cursor_blink for line in lines)  # type: ignore[attr-defined]
        terminal.app.set_interval(0.01, lambda: others.append(1))
        await terminal.until(lambda: len(others) > 20)
        before = len(ticks)
        await terminal.until(lambda: len(others) > 40)
        assert len(ticks) == before
        await terminal.press("f5")
        await terminal.until(lambda: ticks[-10:] == [True] * 10)
