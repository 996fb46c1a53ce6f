"""The gate itself: what it lets pass, and which connections it reports."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from support.network_gate import Gate, apart, runs

pytestmark = pytest.mark.skipif(
    not runs(*apart(), "true") or not Gate.works(),
    reason="without a namespace these packets would leave, without strace unnoticed",
)

CONNECT = "import socket; s = socket.socket(); s.setblocking(False)"
TCP = f"{CONNECT}; s.connect_ex(('192.0.2.1', 443))"
LISTEN = "import socket; socket.create_server(('127.0.0.1', 0))"

SILENT = {
    "nothing": "pass",
    "a socket pair": "import socket; socket.socketpair()[0].send(b'a')",
    "an event loop": "import asyncio; asyncio.run(asyncio.sleep(0))",
    "a user's name": "import pwd; pwd.getpwuid(0)",
}

REACHING_OUT = {
    "TCP": TCP,
    "UDP": "import socket; s = socket.socket(type=2); s.sendto(b'a', ('192.0.2.1', 9))",
    "IPv6": "import socket; socket.socket(10).connect_ex(('2001:db8::1', 443))",
    "a child process": (
        f"import subprocess, sys; subprocess.run([sys.executable, '-c', {TCP!r}])"
    ),
    "a name": "import socket; socket.getaddrinfo('ragtui.invalid', 443)",
    "a name service": (
        "import socket; socket.socket(1).connect_ex('/var/run/nscd/socket')"
    ),
    "loopback": LISTEN,
}
"""Addresses of RFC 5737 and RFC 3849, which are reserved for documentation."""


def tried(gate: Gate, code: str) -> list[str]:
    command = [*apart(), *gate.around([sys.executable, "-c", code])]
    subprocess.run(command, capture_output=True, check=False)
    return gate.attempts()


@pytest.mark.parametrize("name", [*SILENT, *REACHING_OUT])
def test_what_reaches_out_is_reported(tmp_path: Path, name: str) -> None:
    found = tried(Gate(tmp_path), (SILENT | REACHING_OUT)[name])
    assert bool(found) is (name in REACHING_OUT), found


@pytest.mark.parametrize(("code", "silent"), [(LISTEN, True), (TCP, False)])
def test_loopback_may_be_allowed(tmp_path: Path, code: str, silent: bool) -> None:
    found = tried(Gate(tmp_path, loopback=True), code)
    assert (found == []) is silent, found


@pytest.mark.parametrize("other", [0, 1])
def test_only_one_port_may_be_allowed(tmp_path: Path, other: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        gate = Gate(tmp_path, loopback=True, port=port ^ other)
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}))"
        subprocess.run(gate.around([sys.executable, "-c", code]), check=True)
    assert len(gate.attempts()) == other


def test_a_program_that_was_not_watched_is_no_success(tmp_path: Path) -> None:
    gate = Gate(tmp_path)
    gate.around(["true"])
    with pytest.raises(AssertionError):
        gate.attempts()
