"""What pygls's protocol lacks: commands that can be cancelled, plain parameters.

pygls 2.1 files a command under an id of its own, so that `$/cancelRequest` answers the
request and lets the command go on; and it makes named tuples of unknown parameters,
which lose keys such as `answer.provider`.
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
    """The language server protocol, with commands that end when they are cancelled."""

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]  # any handler
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """Run a command within the request that asks for it."""
        command = self.fm.commands.get(params.command)
        if command is None:
            raise JsonRpcInvalidParams(f"there is no command {params.command!r}")
        return await command(*(params.arguments or []))

    @property
    def workspace(self) -> Workspace:
        """What is open, with lines as the protocol has them."""
        made = super().workspace
        if not isinstance(made, OpenDocuments):
            made = OpenDocuments.like(made, made.position_encoding or "utf-16")
            self._workspace = made
        return made


def converter() -> Converter:
    """Reads messages; parameters of unknown methods stay objects of JSON."""
    made: Converter = default_converter()  # type: ignore[no-untyped-call]
    for message in (JsonRPCRequestMessage, JsonRPCNotification):
        made.register_structure_hook(message, lambda given, kind: kind(**given))
    return made
