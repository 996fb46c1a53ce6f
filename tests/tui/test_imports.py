"""The first screen waits for nothing heavy."""

import subprocess
import sys

import pytest

from ragtui_core.vault import Vault
from support.commands import environment

HEAVY = ("onnxruntime", "tokenizers", "numpy", "anthropic", "duckdb", "pyromark")

AT_FIRST_PAINT = """
import asyncio, sys
from ragtui_core.vault import open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.screens.main import MainScreen

def tell(screen):
    print(*sys.modules)
    print("Search your notes" in "".join(
        strip.text for strip in screen._compositor.render_strips()))
    screen.app.exit()

MainScreen._begin = tell
RagtuiApp(open_vault(sys.argv[1])).run(headless=True)
"""


def run(*arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("code", ["import ragtui_tui.app, sys; print(*sys.modules)"])
def test_importing_the_app_loads_nothing_heavy(code: str) -> None:
    loaded = run("-c", code)[0].split()
    assert "textual" in loaded
    assert not set(HEAVY) & set(loaded)


def test_nothing_heavy_is_loaded_at_first_paint(vault: Vault) -> None:
    loaded, painted = run("-c", AT_FIRST_PAINT, str(vault.root))
    assert painted == "True"
    assert not set(HEAVY) & set(loaded.split())
