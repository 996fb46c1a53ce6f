"""What each place looks like, small and large, dark and light: as it was looked at.

After a change that is meant: `pytest tests/tui/test_snapshots.py --snapshot-update`,
and look at the pictures in `__snapshots__` before they are committed.
"""

import os
import shutil
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import cycle
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ragtui_core import Vault, open_vault
from ragtui_core.store import meta_keys
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_tui.app import RagtuiApp
from support import commands
from support.chatting import answered
from support.screens import Terminal

Compare = Callable[..., bool]

TODAY = date(2026, 11, 21)
DAY = 86_400
INDEXED = "indexed"
QUERY = "curlew battery"
QUESTION = "How often must the Curlew be recalibrated?"

SCENES: dict[str, tuple[str, str, str]] = {
    "nothing_typed": ("", "", "Recently changed"),
    "results": (QUERY, "", ""),
    "filters": ("curlew tag:prices", "ctrl+f", "Folders"),
    "reader": (QUERY, "enter", "▌"),
    "chat": ("", "", ""),
    "vault_view": ("", "f5", "last read"),
    "help_page": ("", "f1", "Esc"),
}
"""What is searched for, the key that is pressed then, and words that come."""


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

SCORED = ("results", "filters", "chat")
"""Views with scores that depend on vectors."""

LOOKS = ((80, 24), "dark"), ((160, 48), "light")
SHOWN = [
    pytest.param(
        scene, size, f"ragtui-{theme}", id=f"{scene}-{size[0]}x{size[1]}-ragtui-{theme}"
    )
    for scene, (size, theme) in zip(SCENES, cycle(LOOKS), strict=False)
]
"""Each view once: small and dark or large and light, in turns."""


@pytest.mark.parametrize(("scene", "size", "theme"), SHOWN)
def test_a_view_looks_unchanged(
    sample: Callable[[str], Vault],
    snap_compare: Compare,
    scene: str,
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
        query, key, words = SCENES[scene]
        if query:
            await terminal.search(query)
        if scene == "chat":
            await answered(terminal, QUESTION)
        await terminal.sees(words, *key.split())
        before = ""
        while before != terminal.text or any(not w.is_finished for w in app.workers):
            before = terminal.text
            await terminal.rest(0.3)

    assert snap_compare(app, terminal_size=size, run_before=play)
