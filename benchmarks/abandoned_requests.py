"""Honest searches while others send the largest requests, and leave.

python -m benchmarks.abandoned_requests VAULT [SECONDS]

Two clients send searches of the largest size that `ragtui serve` takes, close their
connections after two seconds, and do it again, for SECONDS (default 20). Meanwhile one
client searches ten times a second. Printed are its latencies (the longest has to be
under a second), before and meanwhile; how long the last two of the large searches still
used the processor when their clients had gone; and how long the server takes to end by
SIGTERM during two more.

The vault must be indexed.
"""

import asyncio
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import row
from benchmarks.serving import TOKEN, WORDS, load, server
from ragtui_core import open_vault
from ragtui_core.tools.request_options import MAX_QUERY, named_option
from ragtui_serve.http.guard import MAX_BODY

if TYPE_CHECKING:
    import subprocess

LEAVES = 2.0
"""Seconds after which the clients of large searches leave."""

PAUSE = 0.1
"""Seconds between two honest searches."""


def large_request(vault: str) -> bytes:
    """A search of the largest size: words of the vault in random order."""
    opened = open_vault(vault)
    texts = (opened.documents.text(path) for path in opened.documents.paths()[:200])
    words = sorted({word for text in texts for word in text.split() if word.isalpha()})
    opened.close()
    chosen = random.Random(1).choices(words, k=MAX_BODY)

    def line() -> str:
        text = ""
        while len(text) < (MAX_BODY - 1000) // (named_option("also").most + 1):
            text += f"{chosen.pop()} "
        return text[:MAX_QUERY]

    request = {
        "query": line(),
        "also": [line() for _ in range(named_option("also").most)],
        "limit": named_option("limit").high,
        "facets": True,
        "explain": True,
    }
    body = json.dumps(request, ensure_ascii=False).encode()
    assert len(body) <= MAX_BODY
    return body


def head(body: bytes) -> bytes:
    """The head of a search by HTTP."""
    return (
        "POST /api/search HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {TOKEN}\r\n\r\n"
    ).encode()


async def abandon(port: int, body: bytes) -> None:
    """Send a search, and leave before it is answered."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head(body) + body)
    await asyncio.sleep(LEAVES)
    writer.close()


async def abandon_until(port: int, body: bytes, until: float) -> int:
    """Do so again and again; how often."""
    count = 0
    while time.monotonic() < until:
        await abandon(port, body)
        count += 1
    return count


async def honest(port: int, until: float) -> list[float]:
    """The seconds of each honest search."""
    times = []
    turn = 0
    while time.monotonic() < until:
        body = json.dumps({"query": WORDS[turn % len(WORDS)], "limit": 10}).encode()
        begun = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head(body) + body)
        status = await reader.readline()
        times.append(time.perf_counter() - begun)
        assert b" 200 " in status, status
        writer.close()
        turn += 1
        await asyncio.sleep(PAUSE)
    return times


async def attacked(port: int, body: bytes, seconds: float) -> tuple[list[float], int]:
    """The seconds of honest searches, and the number of abandoned ones."""
    until = time.monotonic() + seconds
    times, *counts = await asyncio.gather(
        honest(port, until),
        abandon_until(port, body, until),
        abandon_until(port, body, until),
    )
    return times, sum(counts)


def processor_seconds(process: "subprocess.Popen[str]") -> float:
    """Processor time of a process so far (Linux)."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


async def ending(process: "subprocess.Popen[str]", port: int, body: bytes) -> float:
    """Seconds from SIGTERM to the end, during two large searches."""
    clients = [asyncio.ensure_future(abandon(port, body)) for _ in range(2)]
    await asyncio.sleep(1.0)
    begun = time.perf_counter()
    process.terminate()
    await asyncio.to_thread(process.wait)
    ended = time.perf_counter() - begun
    await asyncio.gather(*clients, return_exceptions=True)
    return ended


def print_times(name: str, times: list[float], remark: str = "") -> None:
    """A row with the longest of some times, and how they are distributed."""
    times = sorted(times)
    p50, p95 = (1000 * times[int(part * len(times))] for part in (0.5, 0.95))
    row(name, times[-1], "s", f"longest; p50 {p50:.0f} ms, p95 {p95:.0f} ms {remark}")


def main() -> None:
    """Measure the vault of the command line."""
    vault, *rest = sys.argv[1:]
    seconds = float(rest[0]) if rest else 20.0
    body = large_request(vault)
    with server(vault) as (process, port):
        asyncio.run(load(port, 2, 2.0))  # warm
        print_times("alone", asyncio.run(honest(port, time.monotonic() + seconds / 2)))
        times, count = asyncio.run(attacked(port, body, seconds))
        print_times("beside large searches", times, f"({count} abandoned)")
        before = processor_seconds(process)
        time.sleep(LEAVES)
        used = processor_seconds(process) - before
        row("processor time after they left", used, "s")
        row("end by SIGTERM", asyncio.run(ending(process, port, body)), "s")


if __name__ == "__main__":
    main()
