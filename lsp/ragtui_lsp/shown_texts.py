"""Texts shown as documents, for clients without ragtui commands."""

import shutil
import tempfile
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from ragtui_core import in_thread
from ragtui_core.files import write_private
from ragtui_core.text import sanitize


class ShownTexts:
    """Temporary files, which are removed when the server ends."""

    def __init__(self, client: LanguageServer) -> None:
        self._client = client
        self._folder: Path | None = None
        self._count = 0

    async def show(self, name: str, text: str) -> None:
        """Open a document with `text`; a client that cannot is sent a message."""
        text = sanitize(text)
        window = self._client.client_capabilities.window
        if not (window and window.show_document and window.show_document.support):
            kind = types.MessageType.Info
            self._client.window_show_message(types.ShowMessageParams(kind, text))
            return
        file = await in_thread(self._written, name, text)
        shown = types.ShowDocumentParams(file.as_uri(), take_focus=True)
        await self._client.window_show_document_async(shown)

    def close(self) -> None:
        """Remove the files."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _written(self, name: str, text: str) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="ragtui-"))
        self._count += 1
        file = self._folder / f"{name}-{self._count}.md"
        write_private(file, text.encode())
        return file
