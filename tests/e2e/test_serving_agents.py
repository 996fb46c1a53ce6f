"""`ragtui mcp` as a process: greeting, noise on standard output, broken input, ends."""

import json
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from fakes.anthropic_service import FakeAnthropic
from support import commands
from support.serving import MODES, called, text_of
from support.waiting import TIMEOUT

NOISE = """
import os, subprocess, sys
from ragtui_core import Vault
search = Vault.search
def noisy(self, *arguments):
    print("noise from Python")
    os.write(1, b"noise from C\\n")
    subprocess.run(["echo", "noise of a child"])
    return search(self, *arguments)
Vault.search = noisy
from ragtui_cli.main import main
sys.exit(main(["mcp", *sys.argv[1:]]))
"""


STUCK = """
import sys, time
from ragtui_serve.served_vault import ServedVault
def stuck(self):
    print("begun", file=sys.stderr, flush=True)
    time.sleep(600)
ServedVault.wait_for_index = stuck
from ragtui_cli.main import main
sys.exit(main(["mcp", *sys.argv[1:]]))
"""


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}

ENDING = 3.0
"""Seconds within which the server has ended, as docs/serving.md says."""


@asynccontextmanager
async def started(
    command: list[str], environment: dict[str, str], mode: str
) -> AsyncIterator[Client]:
    first, *rest = command
    given = StdioServerParameters(command=first, args=rest, env=environment)
    async with Client(given, mode=mode) as client:
        yield client


@pytest.mark.parametrize("mode", MODES)
async def test_a_client_starts_it_searches_and_reads(
    notes: Path, environment: dict[str, str], mode: str
) -> None:
    command = [*commands.command(), "mcp", str(notes)]
    async with started(command, environment, mode) as client:
        found = await called(client, "search_files", query="Curlew")
        assert "curlew.md:1" in text_of(found)
        note = await called(client, "get_file_content", path="curlew.md")
        assert "ninety days" in text_of(note)
        (notes / "teal.md").write_text("# Teal\n\nThe Teal is new.\n")
        for _ in range(2_000):
            new = await called(client, "search_files", query="Teal")
            if "teal.md" in text_of(new):
                break
        else:
            pytest.fail("the new note was not found")


async def test_what_a_library_prints_does_not_break_the_protocol(
    notes: Path, environment: dict[str, str]
) -> None:
    command = [commands.python(), "-c", NOISE, str(notes)]
    async with started(command, environment, "auto") as client:
        for _ in range(3):
            found = await called(client, "search_files", query="Curlew")
            assert "curlew.md:1" in text_of(found)


@contextmanager
def processed(
    notes: Path, environment: dict[str, str], code: str = ""
) -> "Iterator[subprocess.Popen[str]]":
    """A server that was greeted; `code` starts it otherwise."""
    usual = [*commands.command(), "mcp"]
    with subprocess.Popen(
        [*([commands.python(), "-c", code] if code else usual), str(notes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as started:
        send(started, json.dumps(INITIALIZE))
        assert started.stdout
        assert "result" in json.loads(started.stdout.readline())
        yield started
        started.kill()


def send(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin
    process.stdin.write(line + "\n")
    process.stdin.flush()


def test_wrong_lines_do_not_end_it(notes: Path, environment: dict[str, str]) -> None:
    long = "x" * 1_000_000
    ping = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    with processed(notes, environment) as process:
        for line in ("", "{", "[]", '"x"', long, long * 5, "\x00\x01", "[" * 100_000):
            send(process, line)
        send(process, ping)
        assert process.stdout
        responses = map(json.loads, process.stdout)
        pinged = next(each for each in responses if each.get("id") == 2)
    assert pinged["result"] == {}


def closed_input(process: "subprocess.Popen[str]") -> None:
    assert process.stdin
    process.stdin.close()


@pytest.mark.parametrize(
    "end",
    [closed_input, lambda p: p.terminate(), lambda p: p.send_signal(signal.SIGINT)],
    ids=["closed input", "SIGTERM", "SIGINT"],
)
@pytest.mark.parametrize("calls", [0, 200])
def test_it_ends_whatever_is_being_called(
    notes: Path,
    environment: dict[str, str],
    end: "Callable[[subprocess.Popen[str]], None]",
    calls: int,
) -> None:
    """Without a call, and in an answer with more searches than are done at once."""
    with FakeAnthropic("stall") as model:
        keys = {"ANTHROPIC_BASE_URL": model.base_url, "ANTHROPIC_API_KEY": "test-key"}
        with processed(notes, environment | keys) as process:
            send(process, json.dumps(INITIALIZED))
            answer = {"question": "How often is the Curlew recalibrated?"}
            search = {"name": "search_files", "arguments": {"query": "Curlew"}}
            asked = {"name": "rag-search", "arguments": answer}
            for number in range(calls):
                call = search if number else asked
                message = {"id": number + 2, "method": "tools/call", "params": call}
                send(process, json.dumps({"jsonrpc": "2.0", **message}))
            if calls:
                assert model.asked.wait(TIMEOUT)
            end(process)
            assert process.wait(ENDING) == 0
            assert not calls or model.disconnected.wait(TIMEOUT)
            assert process.stderr
            assert process.stderr.read() == ""


def test_a_signal_ends_what_does_not_end_itself(
    notes: Path, environment: dict[str, str]
) -> None:
    with processed(notes, environment, STUCK) as process:
        send(process, json.dumps(INITIALIZED))
        call = {"method": "tools/call", "params": {"name": "vault_status"}}
        send(process, json.dumps({"jsonrpc": "2.0", "id": 2, **call}))
        assert process.stderr
        assert process.stderr.readline() == "begun\n"
        process.terminate()
        assert process.wait(TIMEOUT) == 0
