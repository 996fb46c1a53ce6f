"""Latency in the editor: hover, completion and search, as the client sees them.

python -m benchmarks.editor VAULT... [--data FOLDER] [--busy SECONDS]

The real server, over its standard input and output. The folders are copied into one
vault: first all is quiet, then a copy of the largest folder, each file changed, is
added to it, and the same is measured while the server reads the new files, and while it
embeds them. The baseline is a request whose answer is empty
(`workspace/willRenameFiles` of no file), sent in turn with the others. With `--data`
the vault and its index are kept there and used again: embedding them takes a while.

Between, a letter is typed in a note of 8,000 different links, all to notes, and in one
of which half are broken: the processor time of the server until the client has the
diagnostics of the note.
"""

import argparse
import asyncio
import os
import shutil
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from benchmarks.measure import cold, row, scratch
from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.text import without_extension

ROUNDS = 200
"""Requests of each kind while all is quiet."""

QUERIES = ("configuration of the service", "how to replace a part", "error", "release")

NAMES = ("re", "config", "git-", "o")
"""Typed after `[[`."""

LINKS = 8_000
"""Different links of a note that is edited."""

UNLINKABLE = set("[]#|^")
"""A wiki link cannot name a file with one of these."""

EDITS = 20

NOTE = "benchmark-note.md"
"""A note that is open in the editor and never saved."""

LINKING = "benchmark-links.md"
"""The note with the links, never saved either."""

ADDED = "added"
"""The folder that is added while the server runs."""

Request = Callable[[int], Awaitable[Any]]


class Editor:
    """A client with one note open, which links to notes of the vault."""

    def __init__(self, root: Path) -> None:
        """Prepare for the vault at `root`."""
        self.root = root
        self.client = LanguageClient("benchmark", "1")
        self.news: list[Any] = []
        self.state = "quiet"
        """What the server does: `quiet`, `files` or `passages`."""
        client = self.client
        client.protocol.fm.features.pop(types.PROGRESS, None)
        client.feature(types.PROGRESS)(lambda told: self._on_progress(told))
        client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)(lambda _: None)
        client.feature("ragtui/indexChanged")(lambda news: self.news.append(news))
        published = client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        published(lambda news: self._published(news))
        self.diagnosed: asyncio.Queue[int | None] = asyncio.Queue()
        self._note = (root / NOTE).as_uri()
        self.links = 0

    def _published(self, news: types.PublishDiagnosticsParams) -> None:
        if news.uri.endswith(LINKING):
            self.diagnosed.put_nowait(news.version)

    def _on_progress(self, told: types.ProgressParams) -> None:
        value: Any = told.value
        if value["kind"] == "end":
            self.state = "quiet"
        elif message := value.get("message"):
            self.state = message.rpartition(" ")[2]

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
        window = types.WindowClientCapabilities(work_done_progress=True)
        texts = types.TextDocumentContentClientCapabilities()
        able = types.ClientCapabilities(
            workspace=types.WorkspaceClientCapabilities(text_document_content=texts),
            window=window,
        )
        await self.client.initialize_async(
            types.InitializeParams(able, workspace_folders=[root])
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
        """Open the note with links to some notes of the vault, and beginnings."""
        every = sorted(path.relative_to(self.root) for path in self.root.rglob("*.md"))
        paths = every[:: max(1, len(every) // 50)]
        text = "".join(
            f"- [[{without_extension(path.as_posix())}]]\n" for path in paths
        )
        self.links = len(links_of(text))
        self._typed = [*(f"[[{name}" for name in NAMES), *(f"[[{q} " for q in QUERIES)]
        text += "\n" + "\n\n".join(self._typed)
        item = types.TextDocumentItem(self._note, "markdown", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    async def nothing(self, _: int) -> None:
        """The baseline."""
        await self.client.workspace_will_rename_files_async(types.RenameFilesParams([]))

    async def hover(self, number: int) -> None:
        """The card of a note."""
        where = types.Position(number % self.links, 6)
        document = types.TextDocumentIdentifier(self._note)
        await self.client.text_document_hover_async(types.HoverParams(document, where))

    async def by_name(self, number: int) -> None:
        """Completion: notes whose names fit what is typed."""
        await self._completion(number % len(NAMES))

    async def by_meaning(self, number: int) -> None:
        """Completion: the same after a space, when a search adds to them."""
        await self._completion(len(NAMES) + number % len(QUERIES))

    async def _completion(self, index: int) -> None:
        line = self.links + 1 + 2 * index
        where = types.Position(line, len(self._typed[index]))
        document = types.TextDocumentIdentifier(self._note)
        await self.client.text_document_completion_async(
            types.CompletionParams(document, where)
        )

    async def search(self, number: int) -> None:
        """The ten best passages, by words and by meaning."""
        query = {"query": f"{QUERIES[number % len(QUERIES)]} {number}", "limit": 10}
        await self.command("ragtui.search", query)

    def open_links(self, broken: int) -> int:
        """Open the note of many links, some of them to missing headings.

        Returns the line that is edited.
        """
        every = sorted(path.relative_to(self.root) for path in self.root.rglob("*.md"))
        names = [without_extension(path.as_posix()) for path in every]
        names = [name for name in names if not UNLINKABLE & set(name)][:LINKS]
        targets = [f"{name}#nothing" for name in names[:broken]] + names[broken:]
        lines = [f"- A link to [[{target}]] in a list\n" for target in targets]
        uri = (self.root / LINKING).as_uri()
        item = types.TextDocumentItem(uri, "markdown", 1, "".join(lines))
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return len(lines) // 2

    def close_links(self) -> None:
        """Close the note of many links."""
        there = types.TextDocumentIdentifier((self.root / LINKING).as_uri())
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(there))

    async def edit(self, line: int, version: int) -> None:
        """Type a letter; wait for the diagnostics of the note."""
        uri = (self.root / LINKING).as_uri()
        there = types.Position(line, 3)
        document = types.VersionedTextDocumentIdentifier(version, uri)
        typed = types.TextDocumentContentChangePartial(types.Range(there, there), "x")
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(document, [typed])
        )
        while await self.diagnosed.get() != version:
            pass

    def processor_seconds(self) -> float:
        """The processor time of the server until now (Linux)."""
        process = self.client._server
        assert process is not None
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    async def command(self, name: str, given: dict[str, Any]) -> None:
        """Give a command."""
        await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=name, arguments=[given])
        )


Times = dict[tuple[str, str], list[float]]
"""Milliseconds by request and by what the server does."""


class Measuring:
    """Sends requests of every kind in turn, one after the other."""

    def __init__(self, editor: Editor) -> None:
        """Measure nothing yet."""
        self._editor = editor
        self._requests: dict[str, Request] = {
            "empty request (baseline)": editor.nothing,
            "hover": editor.hover,
            "completion by name": editor.by_name,
            "completion by meaning": editor.by_meaning,
            "search": editor.search,
        }
        self._number = 0
        self._times: Times = defaultdict(list)

    async def round(self) -> None:
        """One request of each kind, filed under what the server does before it."""
        self._number += 1
        for name, request in self._requests.items():
            state = self._editor.state
            started = time.perf_counter()
            await request(self._number)
            took = 1000 * (time.perf_counter() - started)
            self._times[state, name].append(took)

    def report(self, state: str, words: str) -> None:
        """Print p50 and p95 of every kind of request in a state."""
        for name in self._requests:
            times = self._times.get((state, name), [])
            if len(times) < 10:
                print(f"{name}, {words}: over after {len(times)} requests")
                continue
            p95 = statistics.quantiles(times, n=20)[-1]
            told = f"{p95:.1f} ms p95 of {len(times)}"
            row(f"{name}, {words}", statistics.median(times), "ms p50", told)


def add_folder(root: Path, largest: Path) -> None:
    """Copy a folder of the vault into it once more, each note a little changed."""
    for file in largest.rglob("*.md"):
        copy = root / ADDED / file.relative_to(largest)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes() + b"\nThis is a copy.\n")


async def measure(vault: Path, folder: Path, busy: float) -> None:
    """Print the figures."""
    editor = Editor(vault)
    row(
        "import pygls.lsp.server (baseline)",
        cold(["-c", "import pygls.lsp.server"]),
        "s",
    )
    row("spawned until greeted", await editor.start(folder), "s")
    await editor.indexed()
    editor.open()
    measuring = Measuring(editor)
    await editor.search(0)
    await editor.by_name(0)
    for _ in range(ROUNDS):
        await measuring.round()
    measuring.report("quiet", "quiet")
    await measure_edits(editor)
    if busy:
        await measure_busy(editor, measuring, busy)
    await editor.client.shutdown_async(None)
    editor.client.exit(None)


async def measure_edits(editor: Editor) -> None:
    """Print the processor time of edits of notes of many links."""
    for broken, words in ((0, "8,000 links"), (LINKS // 2, "8,000 links, half broken")):
        line = editor.open_links(broken)
        while await editor.diagnosed.get() != 1:
            pass
        await editor.edit(line, 2)
        before = editor.processor_seconds()
        for version in range(3, 3 + EDITS):
            await editor.edit(line, version)
        took = 1000 * (editor.processor_seconds() - before) / EDITS
        row(
            f"edit of a note of {words}, processor time", took, "ms", f"mean of {EDITS}"
        )
        editor.close_links()


async def measure_busy(editor: Editor, measuring: Measuring, seconds: float) -> None:
    """Print the figures of a server that reads and embeds an added folder."""
    vault = editor.root
    largest = max(vault.iterdir(), key=lambda part: len(list(part.rglob("*.md"))))
    editor.state = "files"  # Files are read as soon as the first ones are there.
    adding = asyncio.create_task(asyncio.to_thread(add_folder, vault, largest))
    busy_until = time.monotonic() + seconds
    while time.monotonic() < busy_until:
        await measuring.round()
    await adding
    measuring.report("files", "while files are read")
    measuring.report("passages", "while passages are embedded")


def prepared(vaults: list[Path], folder: Path) -> Path:
    """One vault with a copy of each folder, as it was before the last run."""
    root = folder / "vault"
    shutil.rmtree(root / ADDED, ignore_errors=True)
    for vault in vaults:
        if not (root / vault.name).exists():
            shutil.copytree(vault, root / vault.name)
    (root / ".ragtui.toml").touch()  # Otherwise the server asks before it indexes.
    return root.resolve()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--data", type=Path, help="keeps the vault and its index")
    seconds = "seconds to measure while the server is busy"
    parser.add_argument("--busy", type=float, default=60.0, help=seconds)
    given = parser.parse_args()
    with scratch() as temporary:
        data = (given.data or temporary).resolve()
        asyncio.run(measure(prepared(given.vaults, data), data, given.busy))
