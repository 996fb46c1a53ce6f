"""No request keeps another waiting, each can be cancelled; trouble is a sentence."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Vault
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_lsp.registration import COMMANDS, FEATURES
from support.editor import Editor, StartEditor
from support.standard_requests import standard_requests
from support.vaults import IndexVault, MakeVault

CANCELLED = -32800
INDEXING = {"editor.index": True}


async def test_every_request_can_be_cancelled(vault: Vault) -> None:
    editor = Editor(vault.root)
    await editor.server.connect(editor.client, vault.root)
    folder = types.WorkspaceFolder(vault.root.as_uri(), "vault")
    able = editor.client.capabilities = types.ClientCapabilities()
    await editor.client.initialize_async(
        types.InitializeParams(able, workspace_folders=[folder])
    )
    editor.open("products/pump.md")
    asked = standard_requests(editor.document("products/pump.md"))
    assert asked.keys() == set(FEATURES)
    asked |= {name.replace(".", "/"): {} for name in COMMANDS}
    # Until the client says `initialized`, each waits.
    for number, (method, params) in enumerate(asked.items(), 1_000):
        sent = editor.client.protocol.send_request(method, params, msg_id=number)
        editor.client.cancel_request(types.CancelParams(number))
        with pytest.raises(JsonRpcException) as failure:
            await asyncio.wrap_future(sent)
        assert failure.value.code == CANCELLED, method
    editor.client.initialized(types.InitializedParams())
    assert (await editor.command("ragtui.search", query="impeller"))["hits"]
    await editor.stop()


async def test_search_and_hover_answer_while_an_answer_streams_and_the_vault_is_read(
    index_vault: IndexVault, start_editor: StartEditor, service: FakeAnthropic
) -> None:
    notes: dict[str, str | bytes] = {
        f"n{n:03}.md": f"# Note {n}\n\nPump {n} 😀 works.\n\nSee [[n{n - 1:03}]].\n"
        f"{'It is oiled and read each day. ' * 40}\n"
        for n in range(600)
    }
    vault = index_vault(notes)
    service.scenario = "stall"
    editor = await start_editor(vault.root, INDEXING)
    ask = asyncio.create_task(
        editor.command("ragtui.ask", question="Which pump works?", token="t")
    )
    await editor.until(
        lambda: any(value.get("event") == "text" for _, value in editor.progress)
    )
    command = types.ExecuteCommandParams("ragtui.reindex", [{}])
    again = editor.client.protocol.send_request(
        "workspace/executeCommand", command, msg_id="again"
    )
    editor.open("n001.md")
    found = await editor.command("ragtui.search", query="123")
    assert found["hits"][0]["path"] == "n123.md"
    assert "Note 0" in await editor.card("n001.md", "[[n000]]")
    assert not again.done()
    assert not ask.done()
    # The client's future alone must not be cancelled: an answer may be on its way.
    editor.client.cancel_request(types.CancelParams("again"))
    with pytest.raises(JsonRpcException) as failure:
        await asyncio.wrap_future(again)
    assert failure.value.code == CANCELLED
    service.released.set()
    await ask


async def test_a_locked_index_is_told(vault: Vault, start_editor: StartEditor) -> None:
    with SqliteStore(vault.index_path).writer():
        editor = await start_editor(vault.root, INDEXING)
        with pytest.raises(JsonRpcException, match="by another program"):
            await editor.command("ragtui.reindex")
        assert (await editor.command("ragtui.search", query="impeller"))["hits"]
        (status,) = (await editor.command("ragtui.status"))["vaults"]
        assert not status["watching"]
        assert editor.messages() == []


async def test_an_index_that_is_damaged_is_a_sentence(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    vault = make_vault({"note.md": "# Note\n\nA [[link]].\n"})
    index = vault.index_path
    index.parent.mkdir(parents=True)
    index.write_bytes(b"no database at all " * 300)
    editor = await start_editor(vault.root, INDEXING)
    await editor.until(editor.messages)
    (message,) = editor.messages()
    assert str(index) in message
    editor.open("note.md")
    assert await editor.hover("note.md", "[[link]]") is None
    with pytest.raises(JsonRpcException, match="is damaged"):
        await editor.command("ragtui.search", query="x")
    (status,) = (await editor.command("ragtui.status"))["vaults"]
    assert str(index) in status["message"]


async def test_only_notes_of_a_vault_are_marked(
    vault: Vault, start_editor: StartEditor, tmp_path: Path
) -> None:
    editor = await start_editor(vault.root)
    broken = "# Broken\n\n[[nowhere]]\n"
    outside = tmp_path / "outside.md"
    outside.write_text(broken)
    opened = [(outside.as_uri(), broken), ("untitled:one", broken)]
    opened += [(editor.uri("script.py"), broken)]
    for uri, text in opened:
        item = types.TextDocumentItem(uri, "markdown", 1, text)
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    editor.open("note.md", broken)
    assert len(await editor.diagnostics("note.md")) == 1
    assert list(editor.client.diagnostics) == [editor.uri("note.md")]


async def test_a_note_of_many_megabytes_is_left_alone(
    vault: Vault, start_editor: StartEditor
) -> None:
    editor = await start_editor(vault.root)
    editor.open("big.md", "# Big 😀\n\n" + "[[nowhere]] and more words.\n" * 200_000)
    (told,) = await editor.diagnostics("big.md")
    assert told.message.endswith("its links and citations are not followed.")
    assert told.severity is types.DiagnosticSeverity.Information
    editor.change("big.md", "# Big 😀", "# Bigger é")
    assert await editor.hover("big.md", "[[nowhere]]") is None
    assert (await editor.command("ragtui.search", query="impeller"))["hits"]
