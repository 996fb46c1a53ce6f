"""The extracted texts that the editor shows: refreshed when their files change."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from ragtui_core import RagtuiError

MAX_SHOWN = 100
"""Texts that are kept up to date; the oldest are forgotten beyond that, since clients
need not say when they close one."""


@dataclass(slots=True)
class _Shown:
    """The text that the client has, by its digest, and the file that it is from."""

    digest: bytes
    file: tuple[int, int] | None


class ExtractedTexts:
    """What the client was given for `ragtui:` uris."""

    def __init__(
        self,
        client: LanguageServer,
        read: Callable[[str], Awaitable[str]],
        file_of: Callable[[str], Path],
    ) -> None:
        """Nothing is shown yet.

        Args:
            client: Is asked to fetch texts again.
            read: The text that a uri names.
            file_of: The file of such a text; raises ValueError if there is none.
        """
        self._client, self._read, self._file_of = client, read, file_of
        self._shown: dict[str, _Shown] = {}
        self._checks: set[asyncio.Task[None]] = set()
        self._checking = asyncio.Lock()

    async def text(self, uri: str) -> str:
        """The text that a uri names, as its file is now.

        Raises:
            DocumentNotFound: It names no document of an open vault.
            UnreadableFile: It cannot be read.
        """
        file = self._state(uri)
        text = await self._read(uri)
        self._shown.pop(uri, None)
        self._shown[uri] = _Shown(_digest(text), file)
        for oldest in [*self._shown][:-MAX_SHOWN]:
            del self._shown[oldest]
        return text

    def closed(self, uri: str) -> None:
        """The client shows a text no longer."""
        self._shown.pop(uri, None)

    def check_soon(self) -> None:
        """Ask the client to fetch the texts again whose files have changed."""
        if self._shown:
            task = asyncio.create_task(self._check())
            self._checks.add(task)
            task.add_done_callback(self._checks.discard)

    async def _check(self) -> None:
        async with self._checking:
            for uri, shown in list(self._shown.items()):
                file = self._state(uri)
                if file != shown.file and await self._has_changed(uri, shown.digest):
                    self._refresh(uri)
                shown.file = file

    async def _has_changed(self, uri: str, digest: bytes) -> bool:
        try:
            return _digest(await self._read(uri)) != digest
        except RagtuiError:
            return True  # Fetching it says why.

    def _refresh(self, uri: str) -> None:
        params = types.TextDocumentContentRefreshParams(uri)
        self._client.workspace_text_document_content_refresh(params)

    def _state(self, uri: str) -> tuple[int, int] | None:
        """Time of modification and size of the file; None if it is gone."""
        try:
            found = self._file_of(uri).stat()
        except (OSError, ValueError):
            return None
        return found.st_mtime_ns, found.st_size


def _digest(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).digest()
