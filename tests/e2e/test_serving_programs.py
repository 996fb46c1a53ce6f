"""`ragtui serve` as a process: starting, ending, being killed, missing extras."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import httpx2
import pytest

from fakes.anthropic_service import FakeAnthropic
from support import commands
from support.commands import Run
from support.waiting import TIMEOUT, wait_until

pytest.importorskip("mcp")

ENDING = 3.0
"""Seconds within which a server has ended, as docs/serving.md says."""


class Served:
    """A server, and a client with its token."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stdout
        line = process.stdout.readline
        address = re.search(r"served at (\S+)", line())
        page = re.search(r"page: \S+#token=(\S+)", line())
        token = line().split()[-1]
        assert address
        assert page
        assert page[1] == token
        self.client = httpx2.Client(
            base_url=address[1],
            headers={"Authorization": f"Bearer {token}"},
            timeout=TIMEOUT,
        )

    def search(self) -> httpx2.Response:
        return self.client.post("/api/search", json={"query": "Curlew"})


Serve = Callable[..., Served]


@pytest.fixture
def serve(notes: Path, environment: dict[str, str]) -> Iterator[Serve]:
    started: list[Served] = []

    def start(**further: str) -> Served:
        process = subprocess.Popen(
            [*commands.command(), "serve", str(notes), "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment | further,
            text=True,
        )
        started.append(Served(process))
        return started[-1]

    yield start
    for each in started:
        each.client.close()
        each.process.kill()
        each.process.communicate()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_the_middle_of_an_answer(
    serve: Serve, ending: signal.Signals
) -> None:
    with FakeAnthropic("stall") as model:
        served = serve(ANTHROPIC_BASE_URL=model.base_url, ANTHROPIC_API_KEY="test-key")
        assert served.search().json()["hits"][0]["path"] == "curlew.md"
        question = {"question": "How often is the Curlew recalibrated?"}
        with served.client.stream("POST", "/api/ask", json=question) as answer:
            lines = answer.iter_lines()
            assert next(lines)
            assert model.asked.wait(TIMEOUT)
            served.process.send_signal(ending)
            assert served.process.wait(ENDING) == 0
            assert model.disconnected.wait(TIMEOUT)
    assert served.process.stderr
    assert "Traceback" not in served.process.stderr.read()


def test_it_ends_while_many_search(serve: Serve) -> None:
    served = serve()
    assert served.search().status_code == 200
    with ThreadPoolExecutor(16) as clients:
        searches = [clients.submit(served.search) for _ in range(400)]
        next(as_completed(searches))
        served.process.terminate()
        assert served.process.wait(ENDING) == 0
        for each in searches:
            each.cancel()


def test_a_killed_server_leaves_nothing_locked(serve: Serve) -> None:
    first = serve()
    assert first.search().status_code == 200
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait(TIMEOUT)
    second = serve()
    assert second.search().status_code == 200
    wait_until(
        lambda: second.client.get("/api/status").json()["watching"],
        "the lock of the first server was kept",
    )


WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(["mcp", "starlette", "uvicorn"]))
from ragtui_cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("command", ["mcp", "serve"])
def test_missing_extras(notes: Path, environment: dict[str, str], command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, command, str(notes)],
        capture_output=True,
        env=environment,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"ragtui: ragtui {command} requires an extra (")
    assert line.endswith("pip install 'ragtui[serve]'")


def test_wrong_arguments_are_one_line(ragtui: Run, notes: Path) -> None:
    for arguments, words in (
        (("serve", notes, notes, "--db", "x"), "--db names the index of one vault"),
        (("serve", notes, notes), "two vaults are called notes"),
        (("serve", notes / "nowhere"), "nowhere"),
        (("serve", notes, "--host", "999.1.2.3", "--port", 0), "cannot listen on"),
    ):
        done = ragtui(*arguments, check=2)
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1
