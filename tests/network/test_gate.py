"""The gate itself: what it lets pass, and which connections it reports."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from support.network_gate import Gate, Namespace, SystemCalls, apart

pytestmark = pytest.mark.skipif(
    not Namespace.works(), reason="without a namespace these packets would leave"
)

SILENT = {
    "nothing": "pass",
    "a socket pair": "import socket; socket.socketpair()[0].send(b'a')",
    "an event loop": "import asyncio; asyncio.run(asyncio.sleep(0))",
    "a user's name": "import pwd; pwd.getpwuid(0)",
}

CONNECT = "import socket; s = socket.socket(); s.setblocking(False)"

REACHING_OUT = {
    "TCP": f"{CONNECT}; s.connect_ex(('192.0.2.1', 443))",
    "UDP": "import socket; s = socket.socket(type=2); s.sendto(b'a', ('192.0.2.1', 9))",
    "IPv6": "import socket; socket.socket(10).connect_ex(('2001:db8::1', 443))",
    "a child process": (
        "import subprocess, sys; subprocess.run([sys.executable, '-c', "
        f"\"{CONNECT}; s.connect_ex(('192.0.2.1', 443))\"])"
    ),
}
"""Addresses of RFC 5737 and RFC 3849, which are reserved for documentation."""

LOOK_UPS = {
    "a name": "import socket; socket.getaddrinfo('ragtui.invalid', 443)",
    "a name service": (
        "import socket; socket.socket(1).connect_ex('/var/run/nscd/socket')"
    ),
}


def tried(gate: Gate, code: str) -> list[str]:
    command = [*apart(), *gate.around([sys.executable, "-c", code])]
    subprocess.run(command, capture_output=True, check=False)
    return gate.attempts()


@pytest.fixture(params=[SystemCalls, Namespace])
def each_gate(request: pytest.FixtureRequest, tmp_path: Path) -> Gate:
    kind: type[SystemCalls | Namespace] = request.param
    if not kind.works():
        pytest.skip(f"{kind.__name__} is not permitted here")
    return kind(tmp_path)


@pytest.mark.parametrize("code", SILENT.values(), ids=SILENT.keys())
def test_what_stays_inside_passes(each_gate: Gate, code: str) -> None:
    assert tried(each_gate, code) == []


@pytest.mark.parametrize("code", REACHING_OUT.values(), ids=REACHING_OUT.keys())
def test_reaching_out_is_reported(each_gate: Gate, code: str) -> None:
    assert tried(each_gate, code) != []


@pytest.mark.parametrize("code", LOOK_UPS.values(), ids=LOOK_UPS.keys())
def test_looking_up_a_name_is_reported(tmp_path: Path, code: str) -> None:
    if not SystemCalls.works():
        pytest.skip("counters see the packets of a look-up, and no files")
    assert tried(SystemCalls(tmp_path), code) != []


def test_loopback_passes_only_where_it_is_allowed(tmp_path: Path) -> None:
    if not SystemCalls.works():
        pytest.skip("a namespace has no loopback")
    listens = "import socket; socket.create_server(('127.0.0.1', 0))"
    reaches = REACHING_OUT["TCP"]
    for number, (code, loopback, silent) in enumerate(
        [(listens, False, False), (listens, True, True), (reaches, True, False)]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = tried(SystemCalls(folder, loopback=loopback), code)
        assert (found == []) is silent, found


@pytest.mark.parametrize("other", [0, 1])
def test_only_one_port_may_be_allowed(tmp_path: Path, other: int) -> None:
    if not SystemCalls.works():
        pytest.skip("a namespace has no loopback")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        gate = SystemCalls(tmp_path, loopback=True, port=port ^ other)
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}))"
        subprocess.run(gate.around([sys.executable, "-c", code]), check=True)
    assert len(gate.attempts()) == other


def test_a_program_that_was_not_watched_is_no_success(each_gate: Gate) -> None:
    each_gate.around(["true"])
    with pytest.raises(AssertionError):
        each_gate.attempts()
