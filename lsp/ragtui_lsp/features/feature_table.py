"""Every capability of the protocol that the server has, and its handler.

The modules that serve are imported with their first request, or in a worker once the
client is greeted: the greeting waits for nothing.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from lsprotocol import types

from ragtui_core import RagtuiError
from ragtui_lsp.features import lifecycle
from ragtui_lsp.features.diagnostic_publisher import Publisher
from ragtui_lsp.handlers import Handler
from ragtui_lsp.server import RagtuiServer

Serve = Callable[[RagtuiServer, Any], Awaitable[Any]] | Handler

FEATURES = {
    types.TEXT_DOCUMENT_HOVER: Handler("features.hover", "hover"),
    types.TEXT_DOCUMENT_DEFINITION: Handler("features.definition", "definition"),
    types.TEXT_DOCUMENT_REFERENCES: Handler("features.references", "references"),
    types.TEXT_DOCUMENT_DOCUMENT_LINK: Handler(
        "features.document_links", "document_links"
    ),
    types.TEXT_DOCUMENT_COMPLETION: Handler("features.completion", "completion"),
    types.COMPLETION_ITEM_RESOLVE: Handler("features.completion", "resolve"),
    types.TEXT_DOCUMENT_PREPARE_RENAME: Handler("features.rename", "prepare"),
    types.TEXT_DOCUMENT_RENAME: Handler("features.rename", "rename"),
    types.WORKSPACE_WILL_RENAME_FILES: Handler("features.rename", "files_renamed"),
    types.TEXT_DOCUMENT_CODE_ACTION: Handler("features.code_actions", "code_actions"),
    types.TEXT_DOCUMENT_CODE_LENS: Handler("features.code_lens", "code_lenses"),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: Handler(
        "features.symbols", "document_symbols"
    ),
    types.WORKSPACE_SYMBOL: Handler("features.symbols", "workspace_symbols"),
}
"""Handlers by method."""

OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(
        trigger_characters=["[", "#", "(", "/", " ", ":", ","], resolve_provider=True
    ),
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
    types.WORKSPACE_WILL_RENAME_FILES: types.FileOperationRegistrationOptions(
        [types.FileOperationFilter(types.FileOperationPattern("**/*"), scheme="file")]
    ),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[
            types.CodeActionKind.QuickFix,
            types.CodeActionKind.RefactorRewrite,
        ]
    ),
}
"""Options of capabilities by method."""


def add_features(server: RagtuiServer) -> None:
    """Register the handlers with the server."""
    server.feature(types.INITIALIZE)(_at_once(server, lifecycle.initialize))
    server.feature(types.SHUTDOWN)(_at_once(server, lifecycle.shutdown))
    publisher = Publisher(server)
    notices: dict[str, Serve] = {
        types.INITIALIZED: lifecycle.initialized,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: lifecycle.configuration_changed,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: lifecycle.folders_changed,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: lifecycle.vault_files_changed,
        types.TEXT_DOCUMENT_DID_OPEN: publisher.opened,
        types.TEXT_DOCUMENT_DID_CHANGE: publisher.changed,
        types.TEXT_DOCUMENT_DID_SAVE: publisher.saved,
        types.TEXT_DOCUMENT_DID_CLOSE: publisher.closed,
    }
    for method, notice in notices.items():
        server.feature(method)(_guarded(server, notice))
    server.handlers += FEATURES.values()
    for method, serve in FEATURES.items():
        server.feature(method, OPTIONS.get(method))(_guarded(server, serve))


def _guarded(server: RagtuiServer, serve: Serve) -> Callable[[Any], Awaitable[Any]]:
    """An error of the core is shown once in the editor, and the answer is empty."""

    async def handle(params: Any) -> Any:
        try:
            return await serve(server, params)
        except RagtuiError as error:
            server.show_warning(error)
            return None

    return handle


def _at_once(
    server: RagtuiServer, call: Callable[[RagtuiServer, Any], object]
) -> Callable[[Any], object]:
    """A handler that completes before the next message is read."""

    def handle(params: Any = None) -> object:
        return call(server, params)

    return handle
