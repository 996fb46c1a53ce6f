"""Several processes on one index, and a server that is killed while it indexes."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

from ragtui_core import Vault
from support.commands import ROOT, command, environment, python
from support.editor import Editor, StartEditor
from support.language_servers import ServerProcess, server_command
from support.library_internals import process_of
from support.vaults import MakeVault
from support.waiting import TIMEOUT

pytestmark = pytest.mark.e2e

NOTES = 400

INDEXING = {"editor.index": True}


@pytest.fixture
def new_server() -> type[ServerProcess]:
    """Each server is a process here."""
    return ServerProcess


def many_notes() -> dict[str, str | bytes]:
    """Notes of a folder that may be indexed."""
    notes = {
        f"n{number:03}.md": f"# Note {number}\n\nPump number {number} 😀 works.\n"
        for number in range(NOTES)
    }
    return {".ragtui.toml": "", **notes}


async def documents(editor: Editor) -> int:
    (status,) = (await editor.command("ragtui.status"))["vaults"]
    found: int = status["documents"]
    return found


def progress(editor: Editor) -> list[str]:
    """The kinds of progress reports."""
    return [value["kind"] for _, value in editor.progress if "kind" in value]


async def paths(editor: Editor, query: str) -> list[str]:
    found = await editor.command("ragtui.search", query=query)
    return [hit["path"] for hit in found["hits"]]


async def eventually(editor: Editor, query: str, path: str) -> None:
    """Wait until a search finds a note."""

    async def is_found() -> bool:
        return path in await paths(editor, query)

    await editor.eventually(is_found, True)


async def test_the_server_indexes_and_watches(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    vault = make_vault(many_notes())
    editor = await start_editor(vault.root, INDEXING)
    await editor.until(lambda: editor.news and editor.news[-1].documents == NOTES)
    await editor.until(lambda: "end" in progress(editor))
    assert progress(editor)[0] == "begin"
    (vault.root / "fresh.md").write_text("# Fresh\n\nA zeppelin.\n")
    await eventually(editor, "zeppelin", "fresh.md")


class App:
    """The terminal app, in a separate process."""

    def __init__(self, vault: Vault) -> None:
        env = environment()
        paths = filter(None, [env.get("PYTHONPATH"), str(ROOT / "tests")])
        self.process = subprocess.Popen(
            [python(), "-m", "support.app_process", str(vault.root)],
            env=env | {"PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    async def shows(self, what: str, expected: str) -> None:
        """Wait until the status line or the cards show something."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{what} {expected}\n")
        self.process.stdin.flush()
        # Ends a process that says nothing, or its reader would never end.
        alarm = asyncio.get_running_loop().call_later(TIMEOUT, self.process.kill)
        answer = await asyncio.to_thread(self.process.stdout.readline)
        alarm.cancel()
        assert answer == "yes\n", f"{what} never sent {expected!r}"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def app(vault: Vault) -> Iterator[App]:
    started = App(vault)
    yield started
    started.kill()


async def watching(editors: Sequence[Editor]) -> list[bool]:
    """Which of the servers keep the index up to date."""
    found = [await editor.command("ragtui.status") for editor in editors]
    return [status["vaults"][0]["watching"] for status in found]


async def test_the_app_a_command_and_two_servers_share_one_index_when_any_dies(
    vault: Vault, app: App, start_editor: StartEditor
) -> None:
    await app.shows("status", "up to date")
    first = Editor(vault.root, server=ServerProcess())
    await first.start(INDEXING)
    second = await start_editor(vault.root, INDEXING)
    await first.until(lambda: first.news)
    await second.until(lambda: second.news)
    assert await watching([first, second]) == [False, False]
    done = await asyncio.to_thread(
        subprocess.run,
        [*command(), "index", str(vault.root)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "another" in done.stderr
    (vault.root / "one.md").write_text("# One\n\nA zeppelin.\n")
    await app.shows("cards", "one.md")
    await eventually(first, "zeppelin", "one.md")
    await eventually(second, "zeppelin", "one.md")

    app.kill()
    await first.until_true(lambda: watching([first, second]))
    assert sorted(await watching([first, second])) == [False, True]
    (vault.root / "two.md").write_text("# Two\n\nAn airship.\n")
    await eventually(first, "airship", "two.md")
    await eventually(second, "airship", "two.md")

    await kill(first)
    await second.until_true(lambda: watching([second]))
    (vault.root / "three.md").write_text("# Three\n\nA balloon.\n")
    await eventually(second, "balloon", "three.md")
    assert second.messages() == []


async def kill(editor: Editor) -> None:
    """End a server as the system does when memory runs out."""
    process = process_of(editor.client)
    process.send_signal(signal.SIGKILL)
    await process.wait()


async def test_a_server_that_was_killed_while_indexing_starts_cleanly(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    vault = make_vault(many_notes())
    killed = Editor(vault.root, server=ServerProcess())
    await killed.start(INDEXING)
    await killed.until(lambda: any(news.documents for news in killed.news))
    await kill(killed)
    editor = await start_editor(vault.root, INDEXING)
    await editor.until(lambda: editor.news and editor.news[-1].share == 1.0)
    assert await documents(editor) == NOTES
    assert editor.messages() == []


async def test_the_server_ends_while_it_reindexes(make_vault: MakeVault) -> None:
    vault = make_vault(many_notes())
    editor = Editor(vault.root, server=ServerProcess())
    await editor.start({"editor.index": False})
    again = asyncio.create_task(editor.command("ragtui.reindex"))
    await editor.until(lambda: any(news.documents for news in editor.news))
    await editor.stop()
    again.cancel()
    vault.index(embed=False)
    assert vault.coverage.whole().embedded < NOTES


async def test_the_server_ends_when_its_client_disappears(vault: Vault) -> None:
    editor = Editor(vault.root, server=ServerProcess())
    await editor.start(INDEXING)
    await editor.until(lambda: editor.news)
    process = process_of(editor.client)
    assert process.stdin
    process.stdin.close()
    async with asyncio.timeout(TIMEOUT):
        await process.wait()


def test_the_server_ends_with_its_editor_with_input_open(vault: Vault) -> None:
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    first = {"processId": editor.pid, "rootUri": vault.root.as_uri()}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
    body = json.dumps(message | {"params": first | {"capabilities": {}}}).encode()
    pipe = subprocess.PIPE
    with subprocess.Popen(server_command(), stdin=pipe, stdout=pipe) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        server.stdin.flush()
        assert b"Content-Length" in server.stdout.readline()
        editor.communicate(b"\n", TIMEOUT)
        assert server.wait(TIMEOUT) == 1


async def test_a_vault_without_its_files_is_reported_and_still_searched(
    vault: Vault, start_editor: StartEditor
) -> None:
    vault.root.rename(vault.root.with_name("unmounted"))
    vault.root.mkdir()
    editor = await start_editor(vault.root, INDEXING)
    await editor.until(editor.messages)
    assert "all 2 indexed documents are missing" in editor.messages()[0]
    assert "products/pump.md" in await paths(editor, "pump")
    (status,) = (await editor.command("ragtui.status"))["vaults"]
    assert (status["documents"], status["missing"]) == (2, 2)
    assert any("keeps files that are missing" in fact for fact in status["facts"])
