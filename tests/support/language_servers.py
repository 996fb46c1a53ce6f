"""The language server for tests: in a thread of the process, or a process."""

import asyncio
import os
import socket
import sys
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient

from ragtui_lsp.main import new_server
from support.commands import INSTALLED, environment


def server_command() -> list[str]:
    """The beginning of a command line that starts the server."""
    installed = os.environ.get(INSTALLED)
    if installed:
        return [str(Path(installed).with_name("ragtui-lsp"))]
    return [sys.executable, "-m", "ragtui_lsp.main"]


@cache
def client_converter() -> Any:
    """lsprotocol's own mistakes an action that has a command for a command.

    It compiles a function for each type of message, so all clients share one.
    """
    converter: Any = default_converter()  # type: ignore[no-untyped-call]

    def structure(params: Any, _: Any) -> Any:
        if isinstance(params.get("command"), str):
            return converter.structure(params, types.Command)
        return converter.structure(params, types.CodeAction)

    converter.register_structure_hook(types.Command | types.CodeAction, structure)
    return converter


class ServerThread:
    """The server in a thread of the test process, which spares a start of 1.5 CPU-s."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, name="server", daemon=True)

    async def connect(self, client: LanguageClient, _: Path) -> None:
        """Start it, at the other end of a socket."""
        self._thread.start()
        await client.start_tcp(*self._listener.getsockname())

    async def ended(self, client: LanguageClient) -> None:
        """Hang up, and wait until it has closed its vaults."""
        writer = client.protocol.writer
        assert isinstance(writer, asyncio.StreamWriter)
        writer.close()
        await asyncio.to_thread(self._thread.join)
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        with self._listener:
            connection, _ = self._listener.accept()
        server = new_server()
        try:
            with (
                connection,
                connection.makefile("rb") as stdin,
                connection.makefile("wb") as stdout,
            ):
                server.start_io(stdin, stdout)
        finally:
            server.close_vaults()


class ServerProcess:
    """The server as editors start it: a process at the other end of pipes."""

    def __init__(self, command: Sequence[str] = ()) -> None:
        """`command` is another command line that starts it."""
        self._command = command or server_command()

    async def connect(self, client: LanguageClient, root: Path) -> None:
        """Start it in the vault's folder."""
        await client.start_io(*self._command, env=environment(), cwd=root)

    async def ended(self, client: LanguageClient) -> None:
        """The client waits for the process itself."""
