"""What a person waits for in the editor: hover, completion and search at the client.

python -m benchmarks.editor VAULT

The real server, over its standard input and output, with an index of its own: first
quiet, then while it makes the index anew. The baseline is a request whose answer is
empty (`workspace/symbol` for nothing), in the same state.
"""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from benchmarks.measure import row, scratch
from ragtui_core.sources.links import links_of

RUNS = 200
"""Requests of each kind."""

QUERIES = ("configuration of the service", "how to replace a part", "error", "release")

NOTE = "benchmark-note.md"
"""A note that is open in the editor and never saved."""

Request = Callable[[int], Awaitable[Any]]


class Editor:
    """A client with one note open, which links to notes of the vault."""

    def __init__(self, root: Path) -> None:
        """Prepare for the vault at `root`."""
        self.root = root
        self.client = LanguageClient("benchmark", "1")
        self.news: list[Any] = []
        self.client.feature("ragtui/indexChanged")(lambda news: self.news.append(news))
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda _: None)
        self._note = (root / NOTE).as_uri()
        self.links = 0

    async def start(self, folder: Path) -> float:
        """Start the server with its index in `folder`; seconds until it greets."""
        started = time.perf_counter()
        await self.client.start_io(
            sys.executable,
            "-m",
            "ragtui_lsp.main",
            env=os.environ | {"RAGTUI_DATA_DIR": str(folder)},
        )
        root = types.WorkspaceFolder(self.root.as_uri(), "vault")
        await self.client.initialize_async(
            types.InitializeParams(types.ClientCapabilities(), workspace_folders=[root])
        )
        greeted = time.perf_counter() - started
        self.client.initialized(types.InitializedParams())
        return greeted

    async def indexed(self) -> None:
        """Wait until every passage can be found by meaning."""
        while not (
            self.news and self.news[-1].share == 1.0 and self.news[-1].documents
        ):
            await asyncio.sleep(0.2)

    def open(self) -> None:
        """Open the note with links to the first notes of the vault."""
        paths = [path.relative_to(self.root) for path in self.root.rglob("*.md")][:50]
        text = "".join(f"- [[{path.with_suffix('').as_posix()}]]\n" for path in paths)
        self.links = len(links_of(text))
        text += "\n[[re"
        item = types.TextDocumentItem(self._note, "markdown", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    async def nothing(self, _: int) -> None:
        """The baseline."""
        await self.client.workspace_symbol_async(types.WorkspaceSymbolParams(""))

    async def hover(self, number: int) -> None:
        """The card of a note."""
        where = types.Position(number % self.links, 6)
        document = types.TextDocumentIdentifier(self._note)
        await self.client.text_document_hover_async(types.HoverParams(document, where))

    async def completion(self, _: int) -> None:
        """Notes whose names fit `re`."""
        where = types.Position(self.links + 1, 4)
        document = types.TextDocumentIdentifier(self._note)
        await self.client.text_document_completion_async(
            types.CompletionParams(document, where)
        )

    async def search(self, number: int) -> None:
        """The ten best passages, by words and by meaning."""
        query = {"query": f"{QUERIES[number % len(QUERIES)]} {number}", "limit": 10}
        await self.command("ragtui.search", query)

    async def command(self, name: str, given: dict[str, Any]) -> None:
        """Give a command."""
        await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=name, arguments=[given])
        )


async def timed(request: Request) -> list[float]:
    """Milliseconds of each of many requests, one after the other."""
    times = []
    for number in range(RUNS):
        started = time.perf_counter()
        await request(number)
        times.append(1000 * (time.perf_counter() - started))
    return times


async def measure_all(editor: Editor, state: str) -> None:
    """Print p50 and p95 of every kind of request."""
    requests = {
        "empty request (baseline)": editor.nothing,
        "hover": editor.hover,
        "completion": editor.completion,
        "search": editor.search,
    }
    for name, request in requests.items():
        times = await timed(request)
        p95 = statistics.quantiles(times, n=20)[-1]
        row(f"{name}, {state}", statistics.median(times), "ms p50", f"{p95:.1f} ms p95")


async def measure(vault: Path, folder: Path) -> None:
    """Print the figures."""
    editor = Editor(vault)
    row("spawned until greeted", await editor.start(folder), "s")
    await editor.indexed()
    editor.open()
    await editor.search(0)
    await measure_all(editor, "quiet")
    again = asyncio.create_task(editor.command("ragtui.reindex", {"rebuild": True}))
    await asyncio.sleep(2.0)
    await measure_all(editor, "indexing" if not again.done() else "indexing is over")
    if again.done():
        print("The vault is too small: indexing was over before it could be measured.")
    await again
    await editor.client.shutdown_async(None)
    editor.client.exit(None)


if __name__ == "__main__":
    with scratch() as data:
        asyncio.run(measure(Path(sys.argv[1]).resolve(), data))
