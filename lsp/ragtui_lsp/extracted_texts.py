"""The extracted texts that the editor shows: refreshed when their files change."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

MAX_SHOWN = 100
"""Texts that are kept up to date; the oldest are forgotten beyond that, since clients
need not say when they close one."""

FileState = tuple[int, int] | None
"""Time of modification and size of a file; None if it is gone."""


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
        self._shown: dict[str, FileState] = {}

    async def text(self, uri: str) -> str:
        """The text that a uri names, as its file is now.

        Raises:
            DocumentNotFound: It names no document of an open vault.
            UnreadableFile: It cannot be read.
        """
        state = self._state(uri)
        text = await self._read(uri)
        self._shown.pop(uri, None)
        self._shown[uri] = state or self._state(uri)  # The vaults are open now.
        for oldest in [*self._shown][:-MAX_SHOWN]:
            del self._shown[oldest]
        return text

    def closed(self, uri: str) -> None:
        """The client shows a text no longer."""
        self._shown.pop(uri, None)

    def refresh_changed(self) -> None:
        """Ask the client to fetch the texts again whose files have changed."""
        for uri, before in [*self._shown.items()]:
            now = self._shown[uri] = self._state(uri)
            if now != before:
                params = types.TextDocumentContentRefreshParams(uri)
                self._client.workspace_text_document_content_refresh(params)

    def _state(self, uri: str) -> FileState:
        try:
            found = self._file_of(uri).stat()
        except (OSError, ValueError):
            return None
        return found.st_mtime_ns, found.st_size
