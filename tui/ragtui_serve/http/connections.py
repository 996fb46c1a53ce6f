"""Connections: the socket that listens, their number, how long they may be idle."""

import asyncio
import os
import socket
import sys

from uvicorn.protocols.http.h11_impl import H11Protocol

from ragtui_core import RagtuiError

BACKLOG = 2048
"""Connections that wait to be accepted."""

IDLE_SECONDS = 30.0
"""How long a connection may be without a request, or take to send its head. It is
looked at in this interval, so it may be twice as long."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        RagtuiError: The address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small packets at once only if the protocol is named, which
    # `socket.create_server` does not: 40 ms for each response otherwise.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let others take the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else error
        raise RagtuiError(
            f"cannot listen on {host}, port {port} ({reason}): "
            "choose another with --host or --port"
        ) from error
    return listening


class Connection(H11Protocol):
    """A connection that is closed if it is idle; uvicorn waits for the first request.

    A request that is being answered may take any time, as a model's answer does.
    """

    _idle_check: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]  # as in uvicorn
        self, transport: asyncio.Transport
    ) -> None:
        """Begin to look whether it is used."""
        super().connection_made(transport)
        self._schedule_idle_check()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        if self._idle_check:
            self._idle_check.cancel()
        super().connection_lost(exc)

    def _schedule_idle_check(self) -> None:
        self._idle_check = self.loop.call_later(
            IDLE_SECONDS, self._check_idle, self.cycle
        )

    def _check_idle(self, before: object) -> None:
        """Close it if no request came since `before`, and none is being answered."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self.cycle is not before:
            self._schedule_idle_check()
        else:
            self.transport.close()


def allow_connections() -> None:
    """Raise the number of files that may be open: idle connections are cheap."""
    if sys.platform == "win32":
        return
    import resource  # Unix alone has it

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
