"""A client that declares nothing gets only what it knows; one that declares all, all.

Requests that a client does not declare are errors of the server.
"""

from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_core import Vault
from ragtui_lsp.registration import COMMANDS, FEATURES
from support.editor import Editor, StartEditor
from support.standard_requests import standard_requests
from support.vaults import IndexVault

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\n## Care\n\nSee [[hose]] and [[hos]]. Its impeller wears.\n",
    "hose.md": "# Hose\n\nThe impeller of the pump wears, and the hose too.\n",
}

ASKED = (
    types.CLIENT_REGISTER_CAPABILITY,
    types.WINDOW_SHOW_DOCUMENT,
    types.WINDOW_WORK_DONE_PROGRESS_CREATE,
    types.WORKSPACE_APPLY_EDIT,
    types.WORKSPACE_CONFIGURATION,
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH,
)
"""Requests of the server that a client declares."""


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    return index_vault(NOTES, embed=True)


def asked_of(editor: Editor) -> list[str]:
    """The requests that the server sends to a client; all are refused."""
    seen: list[str] = []
    features = editor.client.protocol.fm.features

    def refuse(method: str) -> Any:
        def on_request(_: Any) -> None:
            seen.append(method)
            raise JsonRpcException(f"{method} was not declared")

        return on_request

    for method in ASKED:
        features.pop(method, None)
        editor.client.feature(method)(refuse(method))
    return seen


async def test_who_declares_nothing_is_asked_for_nothing(vault: Vault) -> None:
    editor = Editor(vault.root)
    seen = asked_of(editor)
    greeting = await editor.start({"editor.index": True}, client="none")
    assert greeting.capabilities.rename_provider is True
    editor.open("pump.md")
    document = editor.document("pump.md")
    send: Any = editor.client.protocol.send_request_async
    requests = standard_requests(document)
    assert requests.keys() == set(FEATURES)
    for method, params in requests.items():
        await send(method, params)
    where = editor.range("pump.md", "impeller wears")
    place: dict[str, Any] = {
        "textDocument": {"uri": document.uri},
        "range": where,
        "show": True,
        "apply": True,
    }
    more = {"query": "impeller", "question": "impeller", "position": where.start}
    refused = {}
    for name in COMMANDS:
        try:
            await editor.command(name, **place, **more, text="x", title="T")
        except JsonRpcException as error:
            refused[name] = str(error)
    assert "this editor applies no edits" in refused.pop("ragtui.insertText")
    assert "this editor applies no edits" in refused.pop("ragtui.insertCitation")
    assert not refused
    assert not seen
    await editor.stop()


@pytest.mark.parametrize("client", ["none", "all"])
async def test_answers_are_of_the_kind_that_the_client_knows(
    vault: Vault, start_editor: StartEditor, client: str
) -> None:
    editor = await start_editor(vault.root, client=client)
    is_able = client == "all"
    editor.open("pump.md")
    document = editor.document("pump.md")
    where = editor.position("pump.md", "[[hose]]", 3)
    hover = await editor.client.text_document_hover_async(
        types.HoverParams(document, where)
    )
    assert hover
    assert isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.kind is types.MarkupKind.PlainText  # "all" prefers it.
    assert "**" not in hover.contents.value
    assert "file:" not in hover.contents.value
    actions = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            document,
            editor.range("pump.md", "[[hos]]. Its impeller"),
            types.CodeActionContext([]),
        )
    )
    kinds = {types.CodeAction} if is_able else {types.Command}
    assert {type(action) for action in actions or ()} == kinds
    named = [action.title for action in actions or ()]
    assert ("Insert the best source as a citation" in named) == is_able
    assert "Find sources for the selection" in named


async def test_an_edit_that_the_editor_does_not_apply_is_an_error(
    vault: Vault, start_editor: StartEditor
) -> None:
    editor = await start_editor(vault.root)
    editor.client.protocol.fm.features.pop(types.WORKSPACE_APPLY_EDIT)

    def leave(_: Any) -> types.ApplyWorkspaceEditResult:
        return types.ApplyWorkspaceEditResult(applied=False, failure_reason="locked")

    editor.client.feature(types.WORKSPACE_APPLY_EDIT)(leave)
    editor.open("pump.md")
    with pytest.raises(JsonRpcException, match="did not apply the edit: locked"):
        await editor.command(
            "ragtui.insertText",
            textDocument={"uri": editor.uri("pump.md")},
            range=editor.range("pump.md", "impeller"),
            text="x",
            apply=True,
        )
