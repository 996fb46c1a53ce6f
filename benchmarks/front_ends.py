"""The programs through which people use a vault, as processes: app, server, editor.

Each takes a query and gives the text that it shows for it, so that one person can use
all of them at once and compare. Linux only: processes are found in /proc.
"""

import asyncio
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx2
from lsprotocol import types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.commands import command, environment
from support.editor import Editor
from support.language_servers import ServerProcess
from support.tmux import Tmux

__all__ = ["AppWindow", "EditorWindow", "FrontEnd", "Server", "processes", "seconds"]

WIDTH, HEIGHT = 160, 50
SETTLED = 0.5
"""Seconds without a change after which a screen shows all results."""

MOST_SECONDS = 60.0
"""What one request, or a start, may take on a busy machine."""

T = TypeVar("T")


class FrontEnd(Protocol):
    """One program with the vault open."""

    def start(self) -> None:
        """Start it, and wait until it can be used."""

    def shown(self, query: str) -> str:
        """What it shows for a query: paths and excerpts."""

    def stop(self) -> None:
        """End it as a person does."""

    def errors(self) -> list[str]:
        """What it reported as an error since its start."""


def processes(folder: Path) -> Iterator[tuple[str, int, float]]:
    """Name, id and resident memory (MB) of the programs whose home is `folder`.

    A program's children (readers of files, embedders) are `child`.
    """
    home = f"HOME={folder}".encode()
    names = {
        b"\0serve\0": "server",
        b"\0index\0": "second machine",
        b"ragtui_lsp": "editor",
        b"ragtui-lsp": "editor",  # As it is installed.
    }
    for entry in Path("/proc").iterdir():
        try:
            if home not in (entry / "environ").read_bytes().split(b"\0"):
                continue
            line = (entry / "cmdline").read_bytes()
            status = (entry / "status").read_text()
        except OSError:  # Not a process, one that ended, or of another user.
            continue
        if b"python" not in line.split(b"\0")[0] or "VmRSS" not in status:
            continue
        known = [name for word, name in names.items() if word in line]
        if not known:
            known = ["app" if b"ragtui_cli" in line or b"bin/ragtui" in line else ""]
        memory = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]  # it is there
        yield known[0] or "child", int(entry.name), memory


class AppWindow:
    """The app in a terminal of its own."""

    def __init__(self, vault: Path) -> None:
        """Prepare the app for a vault."""
        self._vault = vault
        self._window: Tmux | None = None

    def start(self) -> None:
        """Start it, and wait for its first screen."""
        # A socket's path has at most 107 characters.
        self._window = Tmux(Path(tempfile.mkdtemp()) / "tmux", environment())
        self._window.start([*command(), str(self._vault)], WIDTH, HEIGHT)
        self._window.until("Search")

    @property
    def _terminal(self) -> Tmux:
        assert self._window
        return self._window

    def shown(self, query: str) -> str:
        """Type the query; the screen once it no longer changes, without frames."""
        self._terminal.press("F2")
        self._terminal.press("Escape")
        self._terminal.press("C-u")
        self._terminal.type(query)
        text, since = "", time.monotonic()
        while time.monotonic() - since < SETTLED:
            time.sleep(0.1)
            if (now := self._terminal.text) != text:
                text, since = now, time.monotonic()
        return " ".join(re.sub("[│▌▐█┃]", " ", text).split())

    def stop(self) -> None:
        """Press the key that ends it; of a killed one the terminal is left."""
        self._terminal.press("C-q")
        self._terminal.until("ended with")
        self.close()

    def close(self) -> None:
        """Close the terminal, whatever runs in it."""
        if self._window:
            self._window.kill()
        self._window = None

    def errors(self) -> list[str]:
        """The end of the program, unless `stop` asked for it."""
        if self._window is None or "ended with" not in self._window.text:
            return []
        return [" ".join(self._window.text.split())]


class Server:
    """`ragtui serve`, asked by HTTP and by MCP."""

    def __init__(self, vault: Path, errors: Path) -> None:
        """Prepare a server of a vault, which writes what is wrong to a file."""
        self._vault, self._errors = vault, errors
        self._process: subprocess.Popen[str] | None = None
        self._address = ""
        self.client = httpx2.Client()

    def start(self) -> None:
        """Start it on a free port."""
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                [*command(), "serve", str(self._vault), "--port", "0"],
                env=environment(),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._process.stdout
        line = self._process.stdout.readline
        address = re.search(r"served at (\S+)", line())
        while "token:" not in (said := line()) and said:
            pass
        token = said.split()[-1]
        assert address, self.errors()
        self._address = address[1].rstrip("/")
        self.client = httpx2.Client(
            base_url=self._address,
            headers={"Authorization": f"Bearer {token}"},
            timeout=MOST_SECONDS,
        )

    def post(self, address: str, **body: object) -> dict[str, Any]:
        """The answer to a request with JSON."""
        accept = {"Accept": "application/json"}
        answer = self.client.post(address, json=body, headers=accept)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def shown(self, query: str) -> str:
        """The hits of the API, and those that an agent is given, which are the same."""
        hits = self.post("/api/search", query=query, limit=10)["hits"]
        agent = asyncio.run(self._agent(query))
        shown = [f"{hit['path']} {hit['excerpt']}" for hit in hits]
        best = [hit["path"] for hit in hits if not hit.get("weak")]
        assert all(path in agent for path in best), f"the agent lacks {best}: {agent}"
        return " ".join([*shown, agent])

    async def _agent(self, query: str) -> str:
        async with (
            httpx2.AsyncClient(
                headers=self.client.headers, timeout=MOST_SECONDS
            ) as http,
            Client(
                streamable_http_client(f"{self._address}/mcp", http_client=http)
            ) as client,
        ):
            result: Any = await client.call_tool("search_files", {"query": query})
            return " ".join(content.text for content in result.content)

    def stop(self) -> None:
        """End it."""
        assert self._process
        self.client.close()
        self._process.terminate()
        self._process.wait()

    def errors(self) -> list[str]:
        """What it wrote that is more than a remark."""
        text = self._errors.read_text() if self._errors.exists() else ""
        return [text] if "Traceback" in text or "rror" in text else []


class EditorWindow:
    """An editor with its language server."""

    def __init__(self, vault: Path) -> None:
        """Prepare an editor on a vault."""
        self._vault = vault
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self.editor = self._new()

    def _new(self) -> Editor:
        return Editor(self._vault, server=ServerProcess())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a request."""
        done = asyncio.run_coroutine_threadsafe(work, self._loop)
        return done.result(MOST_SECONDS)

    def start(self) -> None:
        """Start it; it may keep the index up to date."""
        self.editor = self._new()
        self.run(self.editor.start({}))

    def shown(self, query: str) -> str:
        """Paths and excerpts of its list."""
        found = self.run(self.editor.command("ragtui.search", query=query, limit=10))
        return " ".join(str(hit) for hit in found["hits"])

    def rename(self, old: str, new: str) -> None:
        """Rename a note as the explorer of an editor does, with the links to it."""
        moved = types.FileRename(*(self.editor.uri(path) for path in (old, new)))
        params = types.RenameFilesParams([moved])
        client = self.editor.client
        edit = self.run(client.workspace_will_rename_files_async(params))
        if edit:
            self.editor.apply(edit)
        (self._vault / old).rename(self._vault / new)
        client.workspace_did_rename_files(params)

    def stop(self) -> None:
        """Close it."""
        self.run(self.editor.stop())

    def errors(self) -> list[str]:
        """The messages that pop up as errors."""
        wrong = types.MessageType.Error
        return [m.message for m in self.editor.client.messages if m.type == wrong]


def seconds(begun: float) -> float:
    """Since a moment of the monotonic clock."""
    return time.monotonic() - begun
