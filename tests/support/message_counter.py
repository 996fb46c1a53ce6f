"""A proxy in front of a PostgreSQL server that counts how often a client waits."""

import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict

SOCKET = ".s.PGSQL.5432"

WAITS = frozenset(b"QS")
"""Types of messages after which a client waits: a query by itself, Sync."""


@dataclass
class Counter:
    """What one or more connections sent."""

    waits: int = 0
    last: int | None = None
    """After so many, the connection is cut."""

    def forward(self, client: socket.socket, server: socket.socket) -> None:
        """Send what the client sends, and count the messages."""
        data, at = b"", 0
        is_started = False
        with suppress(OSError):
            while received := client.recv(65536):
                data = data[at:] + received
                at = 0
                # A message is its type, which the first has not, and its length.
                while len(data) >= at + 5:
                    begin = at + is_started
                    length = int.from_bytes(data[begin : begin + 4], "big")
                    if len(data) < begin + length:
                        break
                    self.waits += is_started and data[at] in WAITS
                    if self.last is not None and self.waits > self.last:
                        for end in (client, server):
                            end.shutdown(socket.SHUT_RDWR)
                        return
                    is_started, at = True, begin + length
                server.sendall(received)
        with suppress(OSError):
            server.shutdown(socket.SHUT_WR)


@contextmanager
def counted(dsn: str) -> Iterator[tuple[str, Counter]]:
    """A connection string that leads to the server of `dsn`, and what it counts."""
    parts: dict[str, Any] = conninfo_to_dict(dsn)
    folder, counter = Path(tempfile.mkdtemp(prefix="pc-")), Counter()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / SOCKET))
    listener.listen()

    def serve() -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(f"{parts['host']}/{SOCKET}")
                for target, pair in (
                    (counter.forward, (client, server)),
                    (_return, (server, client)),
                ):
                    threading.Thread(target=target, args=pair, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"host={folder} user={parts['user']} dbname={parts['dbname']}", counter
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        shutil.rmtree(folder)


def _return(server: socket.socket, client: socket.socket) -> None:
    with suppress(OSError):
        while received := server.recv(65536):
            client.sendall(received)
    for end in (server, client):
        end.close()
