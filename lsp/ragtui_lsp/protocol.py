"""pygls' protocol with cancellable commands and plain parameters.

pygls 2.1 stores a command under a separate id, so `$/cancelRequest` answers the request
but does not stop the command; and it turns unknown parameters into named tuples, which
lose keys such as `answer.provider`.
"""

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
from pygls.workspace import Workspace

from ragtui_lsp.open_documents import OpenDocuments


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
