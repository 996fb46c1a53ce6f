"""Fixtures of the server's tests: a vault with an index, and editors on it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import Vault
from ragtui_lsp import protocol, server
from support.answers import CITATION
from support.editor import Editor, StartEditor
from support.language_servers import ServerProcess, ServerThread
from support.vaults import IndexVault, files_in

NOT_INDEXING = {"editor.index": False}
"""Options under which the server leaves the index as the test made it."""


@pytest.fixture(autouse=True, scope="session")
def _one_converter() -> Iterator[None]:
    """Servers of a process share a converter: each would compile its own in 0.1 s."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "converter", cache(protocol.converter))
        yield


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    """Two notes about pumps, found by keyword."""
    return index_vault(files_in("pumps"))


@pytest.fixture
def new_server() -> type[ServerThread] | type[ServerProcess]:
    """How servers run: in the test process, unless a module says otherwise."""
    return ServerThread


@pytest.fixture
async def start_editor(
    new_server: type[ServerThread] | type[ServerProcess],
) -> AsyncIterator[StartEditor]:
    """Starts editors, and ends those that are left."""
    async with AsyncExitStack() as editors:

        async def start(
            root: Path,
            options: dict[str, Any] | None = None,
            *,
            encoding: str = "utf-16",
            **more: Any,
        ) -> Editor:
            editor = Editor(root, encoding, new_server())
            await editor.start(NOT_INDEXING if options is None else options, **more)
            editors.push_async_callback(editor.stop)
            return editor

        yield start


@pytest.fixture
async def editor(vault: Vault, start_editor: StartEditor) -> Editor:
    """An editor on the vault, with UTF-16."""
    return await start_editor(vault.root)


@pytest.fixture
def quoting() -> str:
    """A note that is not saved, which quotes the pump's; its text is multi-byte."""
    from ragtui_core.citations.saving.saved_citations import write_citation

    cited = write_citation(replace(CITATION, heading_path=("Pump 🚰", "Service")))
    return f"# Review 🧾\n\n漢字 é 😀 says:\n\n{cited}\n\nEnd.\n"
