"""Parameters of the requests that the language server serves."""

from typing import Any

from lsprotocol import types

HERE = types.Position(0, 3)
RANGE = types.Range(HERE, HERE)


def standard_requests(document: types.TextDocumentIdentifier) -> dict[str, Any]:
    """Parameters of every standard request that the server serves."""
    renames = [types.FileRename(document.uri, document.uri + "x")]
    context = types.ReferenceContext(include_declaration=False)
    return {
        types.TEXT_DOCUMENT_HOVER: types.HoverParams(document, HERE),
        types.TEXT_DOCUMENT_DEFINITION: types.DefinitionParams(document, HERE),
        types.TEXT_DOCUMENT_REFERENCES: types.ReferenceParams(context, document, HERE),
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams(document, HERE),
        types.COMPLETION_ITEM_RESOLVE: types.CompletionItem("x"),
        types.TEXT_DOCUMENT_PREPARE_RENAME: types.PrepareRenameParams(document, HERE),
        types.TEXT_DOCUMENT_RENAME: types.RenameParams(document, HERE, "x"),
        types.WORKSPACE_WILL_RENAME_FILES: types.RenameFilesParams(renames),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(
            document, RANGE, types.CodeActionContext([])
        ),
        types.WORKSPACE_SYMBOL: types.WorkspaceSymbolParams("x y"),
    }
