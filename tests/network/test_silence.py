"""Without a key, nothing that ragtui runs reaches the network, whichever front end.

Processes that load the embedding model stay open while all else runs: a dependency that
uploads does so some seconds after it was imported.
"""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from fakes.telegram_api import TOKEN, FakeTelegram
from support import commands
from support.editor import Editor
from support.every_command import QUESTION, Print, run_every_command
from support.language_servers import ServerProcess, server_command
from support.network_gate import Gate
from support.quiet_home import QuietHome
from support.tmux import needs_tmux, tmux
from support.waiting import TIMEOUT


@pytest.fixture
def ragtui(gate: Gate, home: QuietHome, tmp_path: Path) -> Print:
    """Runs a watched `ragtui` with arguments; what it printed."""

    def run(*arguments: "str | Path") -> str:
        done = subprocess.run(
            gate.around([*commands.command(), *map(str, arguments)]),
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=home.environment(),
            stdin=subprocess.DEVNULL,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    return run


@contextmanager
def started(
    command: Sequence[str], home: QuietHome, cwd: Path
) -> Iterator["subprocess.Popen[str]"]:
    """A program with its children in a separate group, ended as by Ctrl+C."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=cwd,
        env=home.environment(),
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=TIMEOUT)


def assert_silent(gate: Gate, home: QuietHome) -> None:
    attempts = gate.attempts()
    assert not attempts, "\n".join(attempts)
    assert home.strangers() == []
    assert home.open_to_others() == []


async def test_commands_a_watcher_and_a_language_server(
    gate: Gate, home: QuietHome, notes: Path, ragtui: Print
) -> None:
    assert "Curlew" in ragtui("search", QUESTION, "--vault", notes), (
        "indexed by the first search"
    )
    ragtui("index", notes)
    watch = [*commands.command(), "index", str(notes), "--watch", "--json"]
    server = ServerProcess(gate.around(home.around(server_command())))
    editor = Editor(notes, server=server)
    with started(gate.around(watch), home, notes.parent) as watcher:
        await editor.start()
        editor.open("welcome.md")
        assert "Wierzba" in await editor.card("welcome.md", "lukasz-wierzba")
        found = await editor.command("ragtui.ask", question=QUESTION, token="t")
        assert found["provider"] == "extractive"
        assert (await editor.command("ragtui.search", query="curlew"))["hits"]
        run_every_command(ragtui, notes)
        assert watcher.stdout
        (notes / "later.md").write_text("# A later note\n")
        assert any("later.md" in line for line in watcher.stdout)
        await editor.stop()
    assert_silent(gate, home)
    assert {"index.db", "evaluations.jsonl", "log.lock"} <= home.written()


@needs_tmux
def test_the_app_in_a_terminal(
    gate: Gate, home: QuietHome, notes: Path, tmp_path: Path
) -> None:
    with tmux(tmp_path, home.environment()) as terminal:
        terminal.start(gate.around([*commands.command(), str(notes)]), 100, 30)
        terminal.until("Search your notes")
        terminal.until("up to date")
        terminal.type("curlew recalibrated")
        terminal.until("Curlew", gone="Recently changed")
        terminal.press("F4")
        terminal.type(QUESTION)
        terminal.press("Enter")
        terminal.until("Calibration policy")
        for place in ("F5", "F6", "F7"):
            terminal.press(place)
        terminal.press("C-q")
        terminal.until("ended with 0")
    assert_silent(gate, home)


def test_the_bot_speaks_with_the_address_of_its_settings_alone(
    home: QuietHome, notes: Path, tmp_path: Path
) -> None:
    pytest.importorskip("telegram")
    folder = tmp_path / "loopback"
    folder.mkdir()
    with FakeTelegram() as fake:
        port = int(fake.base_url.rpartition(":")[2])
        gate = Gate(folder, loopback=True, port=port)
        given = {"base_url": fake.base_url, "token": TOKEN, "chats": "7"}
        settings = [f"RAGTUI_TELEGRAM_{k.upper()}={v}" for k, v in given.items()]
        command = ["env", *settings, *commands.command(), "telegram", str(notes)]
        with started(gate.around(command), home, notes.parent):
            fake.wait_for(lambda: fake.called("getupdates"))
            fake.say(7, "/search curlew")
            while "Curlew" not in fake.sent(1)[-1].text:  # it is being indexed
                fake.say(7, "/search curlew")
                fake.sent(len(fake.messages) + 1)
            fake.say(7, QUESTION)
            fake.done(fake.sent(len(fake.messages) + 1)[-1])
    assert_silent(gate, home)


def test_a_bot_without_settings_speaks_with_nothing(
    gate: Gate, home: QuietHome, notes: Path
) -> None:
    pytest.importorskip("telegram")
    done = subprocess.run(
        gate.around([*commands.command(), "telegram", str(notes)]),
        capture_output=True,
        text=True,
        env=home.environment(),
        stdin=subprocess.DEVNULL,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 2
    assert "--chat-id" in done.stderr
    assert_silent(gate, home)
