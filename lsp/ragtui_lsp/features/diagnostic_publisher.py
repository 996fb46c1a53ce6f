"""Diagnostics: published after a pause in typing, and when the index has changed."""

import asyncio

from lsprotocol import types

from ragtui_core import RagtuiError
from ragtui_lsp.features.links import MAX_CHARS
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

PAUSE_SECONDS = 0.4
"""Debounce: the pause in typing before a note is checked."""


class Publisher:
    """Checks open notes after a pause in typing."""

    def __init__(self, ls: RagtuiServer) -> None:
        """No note is open yet."""
        self._ls = ls
        self._waiting: dict[str, asyncio.Task[None]] = {}
        ls.on_index_change.append(self.all_soon)

    async def opened(
        self, _: RagtuiServer, params: types.DidOpenTextDocumentParams
    ) -> None:
        """A note was opened."""
        self.soon(params.text_document.uri, 0.0)

    async def changed(
        self, _: RagtuiServer, params: types.DidChangeTextDocumentParams
    ) -> None:
        """A note was edited."""
        self.soon(params.text_document.uri)

    async def saved(
        self, _: RagtuiServer, params: types.DidSaveTextDocumentParams
    ) -> None:
        """A note was saved: others may quote it."""
        self.all_soon()

    async def closed(
        self, ls: RagtuiServer, params: types.DidCloseTextDocumentParams
    ) -> None:
        """A note was closed: its diagnostics are removed."""
        uri = params.text_document.uri
        if task := self._waiting.pop(uri, None):
            task.cancel()
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def all_soon(self) -> None:
        """Check every open note again."""
        for document in list(self._ls.workspace.text_documents.values()):
            self.soon(document.uri)

    def soon(self, uri: str, seconds: float = PAUSE_SECONDS) -> None:
        """Check a note, unless it is edited again before that."""
        if task := self._waiting.pop(uri, None):
            task.cancel()
        self._waiting[uri] = asyncio.create_task(self._publish(uri, seconds))

    async def _publish(self, uri: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            found = await self._diagnostics(uri)
        except RagtuiError as error:
            self._ls.show_warning(error)
            return
        if self._waiting.pop(uri, None) is None or found is None:
            return  # It was closed meanwhile, or is not a note of a vault.
        version = self._ls.version_of(uri)
        self._ls.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version)
        )

    async def _diagnostics(self, uri: str) -> list[types.Diagnostic] | None:
        """The diagnostics of a document; None if it is not a note of a vault."""
        ls = self._ls
        locations = await ls.locations(uri)
        if locations.path is None or not _is_note(locations.path, locations):
            return None
        text = await ls.text(uri)
        wanted = locations.vault.settings.editor.diagnostics
        if not wanted or len(text.text) > MAX_CHARS:
            return []
        return await ls.work(_found, text, locations)


def _is_note(path: str, locations: LocationMapper) -> bool:
    endings = locations.vault.settings.index.extensions
    return path.lower().endswith(tuple(ending.lower() for ending in endings))


def _found(text: PositionedText, locations: LocationMapper) -> list[types.Diagnostic]:
    # Imported with the first note, not before the initialize response.
    from ragtui_lsp.diagnostics import diagnostics_of

    return diagnostics_of(text, locations)
