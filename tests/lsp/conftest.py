"""Fixtures of the server's tests: a vault with an index, and editors on it."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from ragtui_core.vault import Vault
from support.answers import CITATION
from support.editor import Editor, StartEditor
from support.vaults import MakeVault

QUIET = {"editor.index": False}
"""Options under which the server leaves the index as the test made it."""

PUMP = """\
# Pump 🚰

The naïve 😀 pump moves water.

## Service

Its *impeller* is changed every second winter.

## Störungen 故障

If it hums é, the impeller is worn. 🔧 Call Zoë.
"""

HOSE = """\
---
title: Hose
tags: [water, rubber]
summary: The hose between pump and tank.
---
# Hose

A hose of rubber brings the water from the pump to the tank.
"""


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    """Two notes about pumps, found by keyword."""
    made = make_vault({"products/pump.md": PUMP, "products/hose.md": HOSE})
    made.index(embed=False)
    return made


@pytest.fixture
async def start_editor(tmp_path: Path) -> AsyncIterator[StartEditor]:
    """Starts editors, and ends those that are left."""
    async with AsyncExitStack() as editors:

        async def start(
            root: Path,
            options: dict[str, Any] | None = None,
            *,
            encoding: str = "utf-16",
            **more: Any,
        ) -> Editor:
            editor = Editor(root, encoding)
            await editor.start(QUIET if options is None else options, **more)
            editors.push_async_callback(editor.stop)
            return editor

        yield start


@pytest.fixture(params=["utf-8", "utf-16"])
async def editor(
    request: pytest.FixtureRequest, vault: Vault, start_editor: StartEditor
) -> Editor:
    """An editor on the vault, in both of the encodings that editors ask for."""
    return await start_editor(vault.root, encoding=request.param)


@pytest.fixture
def quoting() -> str:
    """A note that is not saved, which quotes the pump's; its text is multi-byte."""
    from ragtui_core.answer.saved_citations import write_citation

    return f"# Review 🧾\n\n漢字 é 😀 says:\n\n{write_citation(CITATION)}\n\nEnd.\n"
