"""Servers: their greeting, what a protocol adds to a search, and many clients.

python -m benchmarks.serving VAULT [SECONDS]

- The greeting of `ragtui mcp`, in processor time, beside an import of the SDK alone.
- The first search after that, and the same searches by the core and by `ragtui mcp`, in
  turns: p50 and p95.
- Searches a second over HTTP, with 1, 2, 8, 32 and 128 clients that ask as fast as they
  are answered: throughput, p95 and statuses, and the memory of the server. Each has
  several turns of SECONDS (default 3), and the median counts, since other programs may
  use the machine.

The vault must be indexed. Clients and server share the machine.
"""

import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure import row
from ragtui_core import SearchOptions, open_vault

CLIENTS = (1, 2, 8, 32, 128)
RUNS = 5
TURNS = 5
SEARCHES = 200
WORDS = ("oxygen probe", "how often is it cleaned", "battery", "customer in Norway")
TOKEN = "benchmark"

_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}


_INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@contextmanager
def agent(vault: str) -> Iterator["subprocess.Popen[str]"]:
    """`ragtui mcp`, which has been sent the first message."""
    command = [sys.executable, "-m", "ragtui_cli.main", "mcp", vault, "--no-index"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        exchange(process, _INITIALIZE)
        yield process
        assert process.stdin
        process.stdin.close()


def send(process: "subprocess.Popen[str]", message: dict[str, Any]) -> None:
    """Send a message."""
    assert process.stdin
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()


def exchange(process: "subprocess.Popen[str]", message: dict[str, Any]) -> str:
    """Send a request, and read its response."""
    send(process, message)
    assert process.stdout
    return process.stdout.readline()


def greeting(vault: str) -> float:
    """Processor seconds of `ragtui mcp` until its greeting is answered (Linux)."""
    with agent(vault) as process:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2]
        return sum(map(int, fields.split()[11:13])) / os.sysconf("SC_CLK_TCK")


def first_search(vault: str) -> float:
    """Seconds of the first search, asked for as soon as the greeting is answered."""
    with agent(vault) as process:
        begun = time.perf_counter()
        send(process, _INITIALIZED)
        assert "hits" in exchange(process, search_request(2, WORDS[0]))
        return time.perf_counter() - begun


def search_request(number: int, query: str) -> dict[str, Any]:
    """A call of `search_files`."""
    params = {"name": "search_files", "arguments": {"query": query, "limit": 10}}
    call = {"jsonrpc": "2.0", "id": number, "method": "tools/call"}
    return {**call, "params": params}


def searching(folder: str) -> None:
    """Print how long warm searches take, by the core and by `ragtui mcp`."""
    core: list[float] = []
    served: list[float] = []
    with agent(folder) as process:
        send(process, _INITIALIZED)
        vault = open_vault(folder)
        for number in range(SEARCHES):
            query = f"{WORDS[number % len(WORDS)]} {number}"
            begun = time.perf_counter()
            vault.search(query, SearchOptions(limit=10))
            between = time.perf_counter()
            response = exchange(process, search_request(number + 2, query))
            served.append(1000 * (time.perf_counter() - between))
            core.append(1000 * (between - begun))
            assert "hits" in response
        vault.close()
    for name, each in (("core", core), ("ragtui mcp", served)):
        warm = sorted(each[SEARCHES // 10 :])
        p95 = warm[int(0.95 * len(warm))]
        row(f"warm search, {name}", p95, "ms", f"p95; p50 {median(warm):.1f} ms")


def importing() -> float:
    """Processor seconds of a process that imports the SDK's server."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "import mcp.server.mcpserver"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user = after.ru_utime - before.ru_utime
    return user + after.ru_stime - before.ru_stime


async def client(
    port: int, until: float, number: int, statuses: Counter[int], times: list[float]
) -> None:
    """Search again and again over one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    turn = number
    while time.monotonic() < until:
        body = json.dumps({"query": WORDS[turn % len(WORDS)], "limit": 10}).encode()
        head = (
            f"POST /api/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: "
            f"{len(body)}\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {TOKEN}\r\n\r\n"
        )
        begun = time.perf_counter()
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        assert length
        await reader.readexactly(int(length[1]))
        status = int(answer.split()[1])
        statuses[status] += 1
        if status == 200:
            times.append(time.perf_counter() - begun)
        turn += 1
    writer.close()


async def load(
    port: int, clients: int, seconds: float
) -> tuple[Counter[int], list[float]]:
    """The statuses, and how long each answered search took."""
    statuses: Counter[int] = Counter()
    times: list[float] = []
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(client(port, until, number, statuses, times) for number in range(clients))
    )
    return statuses, times


def memory(process: int) -> float:
    """Resident megabytes of a process (Linux)."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


@contextmanager
def server(vault: str) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """`ragtui serve`, and its port."""
    command = [sys.executable, "-m", "ragtui_cli.main", "serve", vault]
    with subprocess.Popen(
        [*command, "--no-index", "--port", "0"],
        stdout=subprocess.PIPE,
        env=os.environ | {"RAGTUI_SERVE_TOKEN": TOKEN},
        text=True,
    ) as process:
        assert process.stdout
        address = re.search(r":(\d+)/", process.stdout.readline())
        assert address
        yield process, int(address[1])
        process.terminate()


def serving(vault: str, seconds: float) -> None:
    """Print a row for each number of clients."""
    rates = defaultdict[int, list[float]](list)
    latencies = defaultdict[int, list[float]](list)
    answers = defaultdict[int, Counter[int]](Counter)
    sizes: dict[int, float] = {}
    with server(vault) as (process, port):
        asyncio.run(load(port, 2, 2.0))  # warm
        for _, clients in product(range(TURNS), CLIENTS):
            statuses, times = asyncio.run(load(port, clients, seconds))
            rates[clients].append(len(times) / seconds)
            latencies[clients] += times
            answers[clients] += statuses
            sizes[clients] = memory(process.pid)
    for clients in CLIENTS:
        times = sorted(latencies[clients])
        p95 = 1000 * times[int(0.95 * len(times))]
        remark = f"p95 {p95:.0f} ms, {dict(answers[clients])}, {sizes[clients]:.0f} MB"
        row(f"searches, {clients} clients", median(rates[clients]), "1/s", remark)
    ratios = [many / two for many, two in zip(rates[32], rates[2], strict=True)]
    row("throughput of 32 clients", median(ratios), "times that of 2")


def main() -> None:
    """Measure the vault of the command line."""
    vault, *rest = sys.argv[1:]
    imports = min(importing() for _ in range(RUNS))
    greets = min(greeting(vault) for _ in range(RUNS))
    row("import of mcp.server.mcpserver", imports, "CPU s")
    row("greeting of ragtui mcp", greets, "CPU s", f"{greets / imports:.2f} times that")
    first = min(first_search(vault) for _ in range(RUNS))
    row("first search after the greeting", first, "s")
    searching(vault)
    serving(vault, float(rest[0]) if rest else 3.0)


if __name__ == "__main__":
    main()
