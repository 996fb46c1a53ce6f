"""What each place looks like, small and large, dark and light: as it was looked at.

After a change that is meant: `pytest tests/tui/test_snapshots.py --snapshot-update`,
and look at the pictures in `__snapshots__` before they are committed.
"""

import os
import shutil
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from itertools import cycle
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot

from ragtui_core import Vault, open_vault
from ragtui_core.store import meta_keys
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_tui.app import RagtuiApp
from support import commands
from support.chatting import answered
from support.screens import Terminal

Scene = Callable[[Terminal], Awaitable[None]]
Compare = Callable[..., bool]

TODAY = date(2026, 11, 21)
DAY = 86_400
INDEXED = "indexed"
QUERY = "curlew battery"
QUESTION = "How often must the Curlew be recalibrated?"


async def results(terminal: Terminal) -> None:
    await terminal.search(QUERY)


async def nothing_typed(terminal: Terminal) -> None:
    await terminal.until(lambda: terminal.cards)


async def filters(terminal: Terminal) -> None:
    await terminal.search("curlew tag:prices")
    await terminal.press("ctrl+f")
    await terminal.until(lambda: "FOLDER" in terminal.text.upper())


async def reader(terminal: Terminal) -> None:
    await terminal.search(QUERY)
    await terminal.press("enter")
    await terminal.until(lambda: terminal.view == "reader")
    await terminal.until(lambda: terminal.marked)


async def chat(terminal: Terminal) -> None:
    await answered(terminal, QUESTION)
    await terminal.until(lambda: " sources  " in terminal.text)


async def vault_view(terminal: Terminal) -> None:
    await terminal.press("f5")
    await terminal.until(lambda: "embedded by" in terminal.text)


async def help_page(terminal: Terminal) -> None:
    await terminal.press("f1")


SCENES: tuple[Scene, ...] = (
    nothing_typed,
    results,
    filters,
    reader,
    chat,
    vault_view,
    help_page,
)


@pytest.fixture(scope="module")
def prepared(sample_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample vault, a day a note, and its index."""
    folder = tmp_path_factory.mktemp("snapshots")
    root = folder / "sample-vault"
    shutil.copytree(commands.ROOT / "sample-vault", root)
    now = time.time()
    for age, file in enumerate(sorted(root.rglob("*.md")), 2):
        os.utime(file, (now - age * DAY, now - age * DAY))
    vault = open_vault(root, flags={"data_dir": str(folder / INDEXED)})
    vault.index_path.parent.mkdir(parents=True)
    shutil.copyfile(sample_index, vault.index_path)
    vault.index()
    vault.close()
    return folder


@pytest.fixture
def sample(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Vault]:
    """Opens the vault with a copy of its index, under a theme."""
    shutil.copytree(prepared / INDEXED, tmp_path / "data")
    monkeypatch.chdir(tmp_path)  # so that no other path is on the screen
    monkeypatch.setenv("RAGTUI_DATA_DIR", "data")
    monkeypatch.setenv("HOME", str(prepared))

    def opened(theme: str) -> Vault:
        flags = {"app.theme": theme}
        root = prepared / "sample-vault"
        vault = open_vault(root, flags=flags, today=lambda: TODAY)
        with SqliteStore(vault.index_path).writer() as writer:
            writer.set_meta(meta_keys.INDEXED_AT, datetime.now(UTC).isoformat())
        return vault

    return opened


CPU = Path("/proc/cpuinfo")
IS_OTHER_CPU = CPU.exists() and "vnni" not in CPU.read_text()
"""Without these instructions int8 products differ, and shown scores by .02."""

SCORED = (results, filters, chat)
"""Views with scores that depend on vectors."""

LOOKS = ((80, 24), "dark"), ((160, 48), "light")
SHOWN = [
    pytest.param(
        scene,
        (width, height),
        f"ragtui-{theme}",
        id=f"{scene.__name__}-{width}x{height}-ragtui-{theme}",
    )
    for scene, ((width, height), theme) in zip(SCENES, cycle(LOOKS), strict=False)
]
"""Each view once: small and dark or large and light, in turns."""


@pytest.mark.parametrize(("scene", "size", "theme"), SHOWN)
def test_a_view_looks_unchanged(
    sample: Callable[[str], Vault],
    snap_compare: Compare,
    scene: Scene,
    size: tuple[int, int],
    theme: str,
) -> None:
    if IS_OTHER_CPU and scene in SCORED:
        pytest.skip("the pictures have scores of a processor with VNNI")
    app = RagtuiApp(sample(theme))

    async def play(pilot: Pilot[None]) -> None:
        terminal = Terminal(app, pilot)
        await terminal.until(lambda: "up to date" in terminal.status)
        await terminal.main.panes.complete()
        for line in app.screen.query("Input, TextArea"):
            line.cursor_blink = False  # type: ignore[attr-defined]
        await scene(terminal)
        await still(terminal)

    assert snap_compare(app, terminal_size=size, run_before=play)


async def still(terminal: Terminal) -> None:
    """Wait until the screen does not change any more."""
    before = ""
    while before != terminal.text or busy(terminal.app):
        before = terminal.text
        await terminal.rest(0.3)


def busy(app: App[None]) -> bool:
    return any(not worker.is_finished for worker in app.workers)
