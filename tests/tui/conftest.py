"""A small vault, and the app on it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.textual_workarounds.idle_gc import IdleScheduler
from support.commands import DATA
from support.library_internals import draw_on_demand, share_parsed_styles, wait_for_work
from support.screens import OpenApp, Terminal
from support.vaults import IndexedVaults, MakeVault

NOTES: dict[str, str | bytes] = {
    path: (DATA / "harbour" / path).read_bytes()
    for path in (
        *("decisions/cells.md", "howto/wiper.md", "handbook.md"),
        "people/zoe.md",  # changed last
    )
}


draw_on_demand()
wait_for_work()
share_parsed_styles()


@pytest.fixture
def vault(indexed_vaults: IndexedVaults, tmp_path: Path) -> Iterator[Vault]:
    """Four notes, with an index that is up to date."""
    vault = indexed_vaults.copy(NOTES, tmp_path / "vault")
    yield vault
    vault.close()


@pytest.fixture
def new_vault(make_vault: MakeVault) -> Vault:
    """The same notes, not indexed yet."""
    return make_vault(NOTES)


class _UntouchedCollector(IdleScheduler):
    """Leaves Python's collector alone.

    A process of the app has one app, so `IdleScheduler` may keep what it finds at a
    start, and put full collections off. In a process of tests, closed apps would add
    up.
    """

    def start(self) -> None:
        """Change nothing."""
        self.note_input()

    def stop(self) -> None:
        """Restore nothing."""

    def collect_if_idle(self) -> None:
        """Collect nothing."""


@pytest.fixture(autouse=True)
def _collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests collect closed apps."""
    monkeypatch.setattr("ragtui_tui.app.IdleScheduler", _UntouchedCollector)


@pytest.fixture(autouse=True)
def _unprepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panes are created on demand, not by the idle scheduler."""
    monkeypatch.setattr("ragtui_tui.pane_manager.CREATE_SECONDS", 3600.0)


@pytest.fixture
def open_app() -> OpenApp:
    """Opens the app in a terminal of a size, and waits for the first screen."""

    @asynccontextmanager
    async def opened(
        vault: Vault, size: tuple[int, int] = (80, 24), *, settled: bool = True
    ) -> AsyncIterator[Terminal]:
        app = RagtuiApp(vault)
        async with app.run_test(size=size, notifications=True) as pilot:
            terminal = Terminal(app, pilot)
            if settled:
                await terminal.until(lambda: "up to date" in terminal.status)
            yield terminal

    return opened
