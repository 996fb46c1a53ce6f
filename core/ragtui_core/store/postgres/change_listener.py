"""Waits until the server says that a vault's index has changed."""

import select
import socket
from collections.abc import Callable
from contextlib import suppress

import psycopg

from ragtui_core.errors import RagtuiError
from ragtui_core.store.postgres.session import PostgresSession

MAX_WAIT_SECONDS = 30.0
"""How long to rely on notifications: a writer that ends sends none."""

Connect = Callable[[], PostgresSession]
"""Opens a session about the vault; raises RagtuiError."""


class PostgresChangeListener:
    """Listens on a connection of its own, opened by the first `wait`.

    Each new connection ends the wait: there may be changes that were not notified. The
    vault's version does not tell, since a server that commits asynchronously may use
    one again after a crash. Where the server does not notify, as a replica, it waits
    for an interval.
    """

    def __init__(self, connect: Connect) -> None:
        """Listen on a connection that `connect` opens."""
        self._connect = connect
        self._session: PostgresSession | None = None
        self._woken, self._wakes = socket.socketpair()
        self._woken.setblocking(False)
        self._wakes.setblocking(False)

    def wait(self, seconds: float) -> None:
        """Wait until the index has changed, `wake` is called, or a time is over.

        The first one returns at once, since changes before it are not known.

        Args:
            seconds: That time, if the server cannot be reached or does not notify;
                else `MAX_WAIT_SECONDS`, if that is longer.
        """
        was_listening = self._session is not None
        try:
            if not was_listening and self._listen():
                return
            if self._session is not None:
                self._wait_for_notification(max(seconds, MAX_WAIT_SECONDS))
                return
        except (psycopg.Error, RagtuiError, OSError):
            self._disconnect()
            if was_listening:
                return  # There may be changes that were not notified.
        select.select([self._woken], [], [], seconds)
        self._forget_wakes()

    def _listen(self) -> bool:
        """Begin to listen; whether the server notifies."""
        self._session = self._connect()
        try:
            self._session.listen()
        except psycopg.errors.ReadOnlySqlTransaction:
            self._disconnect()
            return False
        return True

    def _wait_for_notification(self, seconds: float) -> None:
        assert self._session is not None
        woken = self._woken.fileno()
        connection = self._session.connection
        watched = [connection.fileno(), woken]
        if woken in select.select(watched, [], [], seconds)[0]:
            self._forget_wakes()
        # Also notices that the server has closed the connection.
        for _ in connection.notifies(timeout=0):
            pass

    def _forget_wakes(self) -> None:
        with suppress(BlockingIOError):
            while self._woken.recv(4096):
                pass

    def wake(self) -> None:
        with suppress(OSError):  # full, or closed
            self._wakes.send(b"w")

    def close(self) -> None:
        """Close the connection; by the thread that waits."""
        self._disconnect()
        self._woken.close()
        self._wakes.close()

    def _disconnect(self) -> None:
        if self._session is not None:
            with suppress(psycopg.Error):
                self._session.connection.close()
            self._session = None
