"""Progress values sent under the token of a running request."""

import asyncio
from typing import Any

from lsprotocol import types

from ragtui_lsp.server import RagtuiServer


class Progress:
    """Sends values from any thread, until the request is complete."""

    def __init__(self, ls: RagtuiServer, token: types.ProgressToken | None) -> None:
        """Create it in the server's event loop; without a token nothing is sent."""
        self._ls = ls
        self._token = token
        self._loop = asyncio.get_running_loop()
        self._complete = False

    def send(self, value: dict[str, Any]) -> None:
        """Queue a value; does not block and keeps the order."""
        if self._token is not None:
            self._loop.call_soon_threadsafe(self._send, value)

    def close(self) -> None:
        """Send no more: the client has discarded the token."""
        self._complete = True

    def _send(self, value: dict[str, Any]) -> None:
        if self._token is not None and not self._complete:
            self._ls.progress(types.ProgressParams(self._token, value))
