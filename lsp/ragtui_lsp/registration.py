"""Registers what the server can do: requests, notifications and commands.

The handlers of requests and commands are imported after the initialize response
(`handlers`); a request that comes earlier waits for that.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any

from lsprotocol import types

from ragtui_core import DocumentNotFound, RagtuiError
from ragtui_lsp.client_configuration import register_for_changes, request_settings
from ragtui_lsp.diagnostics import Publisher
from ragtui_lsp.request_params import RequestParams, as_response
from ragtui_lsp.server import RagtuiServer

Serve = Callable[[RagtuiServer, Any], Awaitable[Any]]

COMMANDS = {
    "ragtui.search": "commands.searches.search",
    "ragtui.ask": "commands.answers.ask",
    "ragtui.askSelection": "commands.answers.ask_selection",
    "ragtui.related": "commands.searches.related",
    "ragtui.findSources": "commands.searches.find_sources",
    "ragtui.insertCitation": "commands.citations.insert_citation",
    "ragtui.insertText": "commands.citations.insert_text",
    "ragtui.verify": "commands.citations.verify",
    "ragtui.reindex": "commands.index_status.reindex",
    "ragtui.status": "commands.index_status.status",
}
"""Commands with their handlers in this package; each is also a custom request, named
with a slash instead of the dot."""

FEATURES = {
    types.TEXT_DOCUMENT_HOVER: "features.hover.hover",
    types.TEXT_DOCUMENT_DEFINITION: "features.link_requests.definition",
    types.TEXT_DOCUMENT_REFERENCES: "features.link_requests.references",
    types.TEXT_DOCUMENT_COMPLETION: "features.completion.completion",
    types.COMPLETION_ITEM_RESOLVE: "features.completion.resolve",
    types.TEXT_DOCUMENT_PREPARE_RENAME: "features.rename.prepare",
    types.TEXT_DOCUMENT_RENAME: "features.rename.rename",
    types.WORKSPACE_WILL_RENAME_FILES: "features.rename.files_renamed",
    types.TEXT_DOCUMENT_CODE_ACTION: "features.code_actions.code_actions",
    types.WORKSPACE_SYMBOL: "features.symbols.workspace_symbols",
}
"""Requests of the protocol whose errors are shown in the editor, with handlers."""

_CONTENT = types.WORKSPACE_TEXT_DOCUMENT_CONTENT

OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(
        trigger_characters=["[", "#", " ", "^"],
        resolve_provider=True,
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


def add_commands(server: RagtuiServer) -> None:
    """Register every command in both forms, and the request for extracted texts."""
    for name in COMMANDS:
        handler = _command(server, name)
        server.command(name)(handler)
        server.feature(name.replace(".", "/"))(handler)
    server.feature(_CONTENT)(_answering(server, _CONTENT))


def _command(server: RagtuiServer, name: str) -> Callable[..., Awaitable[Any]]:
    answer = _answering(server, name)

    async def handle(*arguments: Any) -> Any:
        return await answer(RequestParams.of(name, arguments[0] if arguments else None))

    return handle


def _answering(server: RagtuiServer, name: str) -> Callable[[Any], Awaitable[Any]]:
    """A handler whose errors are those of the request."""

    async def handle(params: Any) -> Any:
        try:
            return await _serve_loaded(name, server, params)
        except RagtuiError as error:
            raise as_response(server.cause_of(error)) from error

    return handle


async def _serve_loaded(name: str, server: RagtuiServer, params: Any) -> Any:
    """Serve a request or command once its handler is imported.

    Raises:
        RagtuiError: It fails, also by the system, as with a name that is too long.
    """
    await server.loaded.wait()
    try:
        return await handlers()[name](server, params)
    except OSError as error:
        raise RagtuiError(f"{name}: {error.strerror or error}") from error


@cache
def handlers() -> Mapping[str, Serve]:
    """The handler of each request and command; imports all of them.

    With them comes most of the core. One thread imports everything: two could see each
    other's partially initialized modules.
    """
    from ragtui_core import IndexFollower, Vault  # noqa: F401  # first: others need it

    content = {_CONTENT: "features.link_requests.document_text"}
    found = {}
    for name, handler in (COMMANDS | FEATURES | content).items():
        module, _, function = handler.rpartition(".")
        found[name] = getattr(import_module(f"ragtui_lsp.{module}"), function)
    return found


def add_features(server: RagtuiServer) -> None:
    # Not coroutines: both are complete before the next message is read.
    """Register the handlers with the server."""
    server.feature(types.INITIALIZE)(partial(_initialize, server))
    server.feature(types.SHUTDOWN)(lambda _: server.close_vaults())
    publisher = Publisher(server)
    notices: dict[str, Serve] = {
        types.INITIALIZED: _initialized,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: _configuration_changed,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _folders_changed,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _vault_files_changed,
        types.TEXT_DOCUMENT_DID_OPEN: publisher.opened,
        types.TEXT_DOCUMENT_DID_CHANGE: publisher.changed,
        types.TEXT_DOCUMENT_DID_SAVE: publisher.saved,
        types.TEXT_DOCUMENT_DID_CLOSE: publisher.closed,
    }
    for method, notice in notices.items():
        server.feature(method)(_guarded(server, notice))
    for method in FEATURES:
        serve = partial(_serve_loaded, method)
        answer = _guarded(server, serve)
        if method in {types.TEXT_DOCUMENT_RENAME, types.TEXT_DOCUMENT_PREPARE_RENAME}:
            answer = _answering(server, method)  # Editors show why there is no change.
        server.feature(method, OPTIONS.get(method))(answer)


def _guarded(server: RagtuiServer, serve: Serve) -> Callable[[Any], Awaitable[Any]]:
    """An error of the core is shown once in the editor, and the answer is empty.

    About a document that is in no vault nothing is shown: an editor asks unasked.
    """

    async def handle(params: Any) -> Any:
        try:
            return await serve(server, params)
        except DocumentNotFound:
            return None
        except RagtuiError as error:
            server.show_warning(error)
            return None

    return handle


# --- lifecycle ---


def _initialize(ls: RagtuiServer, params: types.InitializeParams) -> None:
    """Keep the client's options; they are read once the client is answered."""
    ls.first_options = params.initialization_options
    ls.client_name = params.client_info.name if params.client_info else ""


async def _initialized(ls: RagtuiServer, _: types.InitializedParams) -> None:
    """Import the handlers, and open the vaults under the client's settings."""
    await ls.load(handlers)
    ls.show_warnings(await ls.work(ls.options.set_initial, ls.first_options))
    await _configure(ls, None)
    await register_for_changes(ls)


async def _configuration_changed(
    ls: RagtuiServer, params: types.DidChangeConfigurationParams
) -> None:
    await _configure(ls, params.settings)


async def _folders_changed(
    ls: RagtuiServer, _: types.DidChangeWorkspaceFoldersParams
) -> None:
    await _configure(ls, None)


async def _vault_files_changed(
    ls: RagtuiServer, _: types.DidChangeWatchedFilesParams
) -> None:
    """Reopen vaults whose own settings have changed."""
    await ls.open_vaults()


async def _configure(ls: RagtuiServer, sent: Any) -> None:
    """Open the vaults with the client's settings, requested or else `sent`."""
    settings = await request_settings(ls)
    if settings is None and sent:
        settings = {None: sent}
    if settings is not None:
        ls.show_warnings(await ls.work(ls.options.set_current, settings))
    await ls.open_vaults()
