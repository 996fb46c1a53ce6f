"""pygls' protocol with cancellable commands, plain parameters and all error responses.

pygls 2.1 stores a command under a separate id, so `$/cancelRequest` answers the request
but does not stop the command; and it turns unknown parameters into named tuples, which
lose keys such as `answer.provider`. It does not answer requests that it cannot read,
nor those that come before `initialize` or after `shutdown`.
"""

import asyncio
import inspect
import json
import logging
from collections.abc import Generator
from functools import cached_property
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    LanguageServerProtocol,
    default_converter,
    lsp_method,
)
from pygls.workspace import PositionCodec, TextDocument, Workspace

from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.uris import TEXT_SCHEME

_log = logging.getLogger("pygls.ragtui")


class OpenDocument(TextDocument):
    """A document that is open in the editor, saved or not."""

    has_changes = False
    """Whether it was edited since it was opened or saved last."""

    @cached_property
    def positioned(self) -> PositionedText:
        """The document's text now, with lines and columns."""
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
        """The document's lines with their ends."""
        return self.positioned.lines()

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply an edit, or replace the whole text."""
        self.has_changes = True
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

    def update_text_document(
        self,
        text_doc: types.VersionedTextDocumentIdentifier,
        change: types.TextDocumentContentChangeEvent,
    ) -> None:
        """Apply a change; one of a document that is not open is ignored."""
        if text_doc.uri in {opened.uri for opened in self.text_documents.values()}:
            super().update_text_document(text_doc, change)
        else:
            _log.warning("a change of a document that is not open: %s", text_doc.uri)

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> OpenDocument:
        codec: PositionCodec = self.position_codec
        return OpenDocument(doc_uri, source, version, language_id, position_codec=codec)


_INVALID = "the parameters are not those of the protocol"


class RagtuiProtocol(LanguageServerProtocol):
    """The language server protocol, with commands that stop when cancelled."""

    exit_code = 0
    """The exit code of the process: 1 after an `exit` that no `shutdown` came
    before."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as an object; None if it is invalid, which is then answered."""
        method, number = data.get("method", ""), data.get("id")
        if not isinstance(method, str):
            self._refuse(number, JsonRpcInvalidRequest("`method` must be text"))
            return None
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if method and number is not None:
                invalid = JsonRpcInvalidParams(f"{method}: {_INVALID}")
                self._refuse(number, self._state_error(method) or invalid)
        return None

    def handle_message(self, message: Any) -> None:
        """Handle a message that may come now; refuse others."""
        if message is None:
            return
        if not hasattr(message, "jsonrpc"):
            self._refuse(None, JsonRpcInvalidRequest("this is not a JSON-RPC message"))
            return
        method, number = getattr(message, "method", None), getattr(message, "id", None)
        error = self._state_error(method) if method else None
        if error and number is not None:
            self._refuse(number, error)
        elif not error:
            super().handle_message(message)

    def refuse_body(self) -> None:
        """Answer a message that is not JSON."""
        self._refuse(None, JsonRpcParseError("this is not JSON"))

    def _state_error(self, method: str) -> JsonRpcException | None:
        """The error of a message that may not come in the current state, if so."""
        if method == types.EXIT:
            self.exit_code = 0 if self._shutdown else 1
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server has been shut down")
        if (method == types.INITIALIZE) == (self._workspace is None):
            return None
        if method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server is initialized already")
        return JsonRpcServerNotInitialized("`initialize` comes first")

    def _refuse(self, number: Any, error: JsonRpcException) -> None:
        """Answer a request, or None if its number cannot be read, with an error."""
        if self.writer is None:
            return  # The client has left.
        failed = {"code": error.code, "message": str(error)}
        answer = {"jsonrpc": "2.0", "id": number, "error": failed}
        body = json.dumps(answer).encode()
        sent = self.writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        if inspect.isawaitable(sent):
            self._sending = asyncio.ensure_future(sent)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        """Offer the content of `ragtui:` documents, which pygls 2.1 leaves out."""
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        workspace = result.capabilities.workspace or types.WorkspaceOptions()
        workspace.text_document_content = types.TextDocumentContentOptions(
            [TEXT_SCHEME]
        )
        result.capabilities.workspace = workspace
        return result

    @lsp_method(types.TEXT_DOCUMENT_DID_SAVE)
    def lsp_text_document__did_save(
        self, params: types.DidSaveTextDocumentParams
    ) -> Generator[Any, Any, None]:
        """Note that the file has the document's text, before an edit that follows."""
        saved = self.workspace.get_text_document(params.text_document.uri)
        assert isinstance(saved, OpenDocument)
        saved.has_changes = False
        yield self.fm.features[types.TEXT_DOCUMENT_DID_SAVE], (params,), None

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
        made.register_structure_hook(message, _custom_message)
    return made


def _custom_message(fields: dict[str, Any], kind: type[Any]) -> Any:
    """A message of an unknown method, whose parameters may be left out."""
    return kind(**{"params": None} | fields)
