"""Watches a program for any attempt to reach the network or to look up a name.

The program's system calls are read by strace. What counts as an attempt:

- a socket of IPv4 or IPv6, or a raw one: ragtui needs none, since its processes speak
  by pipes, and asyncio wakes its loop by a socket pair;
- where sockets are allowed, any use of one for an address that is not loopback:
  a bot speaks to the address of its settings, nowhere else;
- a connection to a name service (nscd, systemd-resolved, Avahi, the system bus), unless
  it is nscd's and the same thread then reads the file of users or of groups, which the
  C library asks nscd for as well (Neovim looks up the home of its user);
- opening a file that the C library's resolver reads.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

_TRACED = "trace=%network,open,openat,openat2"

_RESOLVER_FILES = re.compile(r'"/etc/(?:resolv\.conf|hosts|host\.conf|gai\.conf)"')

_USER_FILES = re.compile(r'"/etc/(?:passwd|group)"')

_NAME_SERVICE = re.compile(
    r'sun_path=@?"[^"]*(?:nscd|resolve|avahi|/dbus/system_bus_socket)'
)

_INTERNET_SOCKET = re.compile(r"^socket\((?:AF|PF)_(?:INET6?|PACKET)\b")

_ADDRESS = re.compile(r'sin_addr=inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')

_CONNECTED = re.compile(r"^connect\(.*\bsin6?_port=htons\((\d+)\)")


class Gate:
    """Runs programs, and records what they tried: one log for each, in a folder."""

    def __init__(
        self, folder: Path, *, loopback: bool = False, port: int | None = None
    ) -> None:
        """Keep logs in `folder`; sockets may be used on `loopback` if that is so.

        With `port`, the only connections that may be made are to that one.
        """
        self._folder = folder
        self._loopback = loopback
        self._port = port
        self._count = 0

    @staticmethod
    def works() -> bool:
        """Whether strace is there and permitted."""
        return runs("strace", "-f", "--seccomp-bpf", "-e", _TRACED, "true")

    def around(self, command: Sequence[str]) -> list[str]:
        """The command line that runs `command` and watches it and its children."""
        self._count += 1
        log = self._folder / f"{self._count}.strace"
        how = ["-f", "--seccomp-bpf", "-qq", "-e", _TRACED, "-e", "signal=none"]
        return ["strace", *how, "-o", str(log), "--", *command]

    def attempts(self) -> list[str]:
        """What programs that have ended tried; should be empty."""
        logs = sorted(self._folder.glob("*.strace"))
        assert len(logs) == self._count, "a program did not run"
        return [each for log in logs for each in self._in(log)]

    def _in(self, log: Path) -> Iterator[str]:
        lines = log.read_text("utf-8", "replace").splitlines()
        calls = [line.split(maxsplit=1) for line in lines]
        assert calls, "nothing was traced"
        for number, (thread, call) in enumerate(calls):
            if self._is_attempt(call):
                later = (each for who, each in calls[number + 1 :] if who == thread)
                if not _is_user_look_up(call, later):
                    yield call

    def _is_attempt(self, call: str) -> bool:
        if call.startswith("open"):
            return bool(_RESOLVER_FILES.search(call))
        if _NAME_SERVICE.search(call):
            return True
        if not self._loopback and _INTERNET_SOCKET.match(call):
            return True
        connected = _CONNECTED.search(call)
        if self._port and connected and int(connected[1]) != self._port:
            return True
        addresses = [a or b for a, b in _ADDRESS.findall(call)]
        return not all(map(self._is_allowed, addresses))

    def _is_allowed(self, address: str) -> bool:
        return self._loopback and (address.startswith("127.") or address == "::1")


def _is_user_look_up(call: str, later: Iterable[str]) -> bool:
    """Whether nscd was asked for a user's name, and the file read instead."""
    if "nscd" not in call:
        return False
    for each in later:
        if _RESOLVER_FILES.search(each):
            return False
        if _USER_FILES.search(each):
            return True
    return False


def apart() -> list[str]:
    """What to put before a command so that no packet of it can leave."""
    own_user = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *own_user, "--net", "--"]


def runs(*command: str) -> bool:
    """Whether a program is there and permitted."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
