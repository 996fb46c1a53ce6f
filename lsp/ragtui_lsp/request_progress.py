"""Values sent under the token of a request, while it goes on."""

import asyncio
from typing import Any

from lsprotocol import types

from ragtui_lsp.server import RagtuiServer


class Progress:
    """Sends what comes, from whatever thread, until the request is over."""

    def __init__(self, ls: RagtuiServer, token: types.ProgressToken | None) -> None:
        """Without a token nothing is sent. Made in the server's event loop."""
        self._ls = ls
        self._token = token
        self._loop = asyncio.get_running_loop()
        self._over = False

    def send(self, value: dict[str, Any]) -> None:
        """Send a value; quick, and never out of order."""
        if self._token is not None:
            self._loop.call_soon_threadsafe(self._send, value)

    def close(self) -> None:
        """Send nothing any more: the client has forgotten the token."""
        self._over = True

    def _send(self, value: dict[str, Any]) -> None:
        if self._token is not None and not self._over:
            self._ls.progress(types.ProgressParams(self._token, value))
