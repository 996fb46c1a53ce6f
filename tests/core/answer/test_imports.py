"""The SDK takes two seconds to import, so it is imported only for its providers."""

import subprocess
import sys
from pathlib import Path

import pytest

from ragtui_core.vault import Vault
from support.commands import environment

IMPORTS = """
import ragtui_core.answer.pipeline, ragtui_core.vault, sys
import ragtui_core.answer.providers.claude.structured_output
print({"anthropic", "httpx2"} & set(sys.modules))
"""
ASKS = """
import asyncio, sys
from ragtui_core.vault import open_vault

async def ask():
    async for event in open_vault(sys.argv[1]).ask("pump"):
        pass

asyncio.run(ask())
print({"anthropic", "httpx2"} & set(sys.modules))
"""


def run(code: str, root: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, str(root)],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("code", [IMPORTS, ASKS], ids=["importing", "extracts"])
def test_the_sdk_is_not_loaded_before_it_is_needed(vault: Vault, code: str) -> None:
    assert run(code, vault.root) == "set()"
