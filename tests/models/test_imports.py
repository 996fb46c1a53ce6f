"""What takes long to import is imported only for the providers that need it.

The SDK takes two seconds, the checks of what a model wrote longer than a search.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from ragtui_core import Vault
from support.commands import environment

IMPORTS = """
import ragtui_core.answer.pipeline, ragtui_core.vault, sys
import ragtui_models.claude, ragtui_models.claude_reranker, ragtui_models.compatible
print({"anthropic", "httpx2"} & set(sys.modules))
"""
ASKS = """
import asyncio, sys
from ragtui_core import open_vault

async def ask():
    async for event in open_vault(sys.argv[1]).ask("pump"):
        pass

asyncio.run(ask())
print({"anthropic", "httpx2", "ragtui_core.answer.checks.facts"} & set(sys.modules))
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
def test_nothing_is_loaded_before_it_is_needed(vault: Vault, code: str) -> None:
    assert run(code, vault.root) == "set()"
