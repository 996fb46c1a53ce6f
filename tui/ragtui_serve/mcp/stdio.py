"""`ragtui mcp`: one client, by standard input and output."""

import asyncio
import os
import sys
import threading
from contextlib import AsyncExitStack, redirect_stdout
from typing import Any, Self, cast

from mcp.server.stdio import stdio_server

from ragtui_serve.mcp.mcp_server import McpServer
from ragtui_serve.served_vault import ServedVault, ServedVaults
from ragtui_serve.stop_signals import call_at_signal
from ragtui_serve.work_queue import WorkQueue

MAX_LINE_BYTES = 4 * 1024 * 1024
"""Longer messages are refused; the longest text of a tool has 40,000 characters."""

END_SECONDS = 2.5
"""Seconds after a signal in which the process ends, whatever runs."""

_AT_ONCE = 64 * 1024


def serve_stdio(served: ServedVault) -> None:
    """Answer the client until it closes standard input, or a signal comes; blocks.

    Meanwhile standard output is for the protocol alone: what a library prints, or a
    child process, goes to standard error. Children read nothing.
    """
    asyncio.run(_serve(served))


async def _serve(served: ServedVault) -> None:
    queue = WorkQueue()

    def prepare() -> None:
        served.start()
        threading.Thread(target=served.warm, name="warm").start()

    server = McpServer(ServedVaults([served]), queue, on_initialized=prepare).server
    try:
        async with AsyncExitStack() as stack:
            lines = _InputLines()

            def end() -> None:
                # A call that runs ends only at its next step.
                exit_late = threading.Timer(END_SECONDS, os._exit, (0,))
                exit_late.daemon = True
                exit_late.start()
                lines.end()

            call_at_signal(end)
            # The SDK takes the process's own output, not the stream that guards it.
            with redirect_stdout(sys.__stdout__):  # noqa: TID251
                read, write = await stack.enter_async_context(
                    stdio_server(cast("Any", lines))
                )
            stack.enter_context(redirect_stdout(sys.stderr))
            await server.run(read, write, server.create_initialization_options())
    finally:
        queue.close()
        served.close()


class _InputLines:
    """The lines of standard input, which is empty for everything else from now on.

    The SDK would wait for its reading thread, which a signal cannot interrupt. The
    thread of this class ends with the process.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._received = asyncio.StreamReader(limit=MAX_LINE_BYTES)
        self._is_ended = False
        self._input = os.dup(0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def end(self) -> None:
        """Behave as if the client had closed its end."""
        self._take(b"")

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        try:
            line = await self._received.readline()
        except ValueError:
            return "too long"  # no message, which is what the client is told
        if not line:
            raise StopAsyncIteration
        return line.decode("utf-8", "replace")

    def _take(self, data: bytes) -> None:
        if self._is_ended:
            return
        self._is_ended = not data
        if data:
            self._received.feed_data(data)
        else:
            self._received.feed_eof()

    def _read(self) -> None:
        data = b"."
        while data:
            try:
                data = os.read(self._input, _AT_ONCE)
            except OSError:
                data = b""
            try:
                self._loop.call_soon_threadsafe(self._take, data)
            except RuntimeError:
                return  # the loop has ended
