"""pygls' protocol with cancellable commands and plain parameters.

pygls 2.1 stores a command under a separate id, so `$/cancelRequest` answers the request
but does not stop the command; and it turns unknown parameters into named tuples, which
lose keys such as `answer.provider`.
"""

from functools import cached_property
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    LanguageServerProtocol,
    default_converter,
    lsp_method,
)
from pygls.workspace import PositionCodec, TextDocument, Workspace

from ragtui_lsp.position_codec import PositionedText


class OpenDocument(TextDocument):
    """A document that is open in the editor, saved or not."""

    @cached_property
    def positioned(self) -> PositionedText:
        """Its text now, with its lines and columns."""
        return PositionedText(self.source, self.encoding)

    @property
    def is_open(self) -> bool:
        """Whether the editor has sent its text."""
        return self._source is not None

    @property
    def source(self) -> str:
        """The text that the editor sent; pygls would read the file instead."""
        return self._source or ""

    @property
    def encoding(self) -> str:
        """The units of columns: `utf-8`, `utf-16` or `utf-32`."""
        return types.PositionEncodingKind(
            self.position_codec.encoding or "utf-16"
        ).value

    @property
    def lines(self) -> list[str]:
        """Its lines with their ends."""
        return self.positioned.lines()

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply an edit, or replace the whole text."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            span = self.positioned.span(change.range)
            text = self.source
            self._source = f"{text[: span.start]}{change.text}{text[span.end :]}"
        else:
            self._source = change.text
        self.__dict__.pop("positioned", None)


class OpenDocuments(Workspace):
    """The documents that are open in the editor."""

    @classmethod
    def like(
        cls, other: Workspace, encoding: types.PositionEncodingKind | str
    ) -> "OpenDocuments":
        """A copy with the folders of pygls' own workspace."""
        return cls(
            other.root_uri,
            types.TextDocumentSyncKind.Incremental,
            list(other.folders.values()),
            encoding,
        )

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> OpenDocument:
        codec: PositionCodec = self.position_codec
        return OpenDocument(doc_uri, source, version, language_id, position_codec=codec)


class RagtuiProtocol(LanguageServerProtocol):
    """The language server protocol, with commands that stop when cancelled."""

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]  # any handler
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """Run a command within the request that asks for it."""
        command = self.fm.commands.get(params.command)
        if command is None:
            raise JsonRpcInvalidParams(f"unknown command {params.command!r}")
        return await command(*(params.arguments or []))

    @property
    def workspace(self) -> Workspace:
        """The open documents, with lines as the protocol defines them."""
        made = super().workspace
        if not isinstance(made, OpenDocuments):
            made = OpenDocuments.like(made, made.position_encoding or "utf-16")
            self._workspace = made
        return made


def converter() -> Converter:
    """Reads messages; parameters of unknown methods stay objects of JSON."""
    made: Converter = default_converter()  # type: ignore[no-untyped-call]
    for message in (JsonRPCRequestMessage, JsonRPCNotification):
        made.register_structure_hook(message, lambda fields, kind: kind(**fields))
    return made
