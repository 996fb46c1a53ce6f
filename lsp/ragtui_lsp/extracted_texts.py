"""The extracted texts that the editor shows: refreshed when their files change."""

import asyncio
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_core import RagtuiError

if TYPE_CHECKING:
    from ragtui_lsp.server import RagtuiServer

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

    def __init__(self, ls: "RagtuiServer") -> None:
        """Nothing is shown yet."""
        self._ls = ls
        self._shown: dict[str, _Shown] = {}
        self._checks: set[asyncio.Task[None]] = set()
        self._checking = asyncio.Lock()
        ls.on_index_change.append(self.check_soon)

    async def text(self, uri: str) -> str:
        """The text that a uri names, as its file is now.

        Raises:
            DocumentNotFound: It names no document of an open vault.
            UnreadableFile: It cannot be read.
        """
        file = self._state(uri)
        text = await self._ls.vault_text(uri)
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
            return _digest(await self._ls.vault_text(uri)) != digest
        except RagtuiError:
            return True  # Fetching it says why.

    def _refresh(self, uri: str) -> None:
        params = types.TextDocumentContentRefreshParams(uri)
        self._ls.workspace_text_document_content_refresh(params)

    def _state(self, uri: str) -> tuple[int, int] | None:
        """Time of modification and size of the file; None if it is gone."""
        try:
            found = self._ls.vaults.file_of_text(uri).stat()
        except (OSError, ValueError):
            return None
        return found.st_mtime_ns, found.st_size


def _digest(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).digest()
