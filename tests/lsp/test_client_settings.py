"""Settings and folders that change while the server runs."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_core import Vault
from support.editor import Editor, StartEditor
from support.vaults import IndexVault, write_files

LIMITED = {"search": {"limit": 1}}


async def hits(editor: Editor, **params: Any) -> int:
    found = await editor.command("ragtui.search", query="pump water", **params)
    return len(found["hits"])


def send_settings(editor: Editor, settings: Any) -> None:
    editor.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams(settings)
    )


def change_folders(editor: Editor, added: list[Path], removed: list[Path]) -> None:
    event = types.WorkspaceFoldersChangeEvent(
        added=[types.WorkspaceFolder(each.as_uri(), each.name) for each in added],
        removed=[types.WorkspaceFolder(each.as_uri(), each.name) for each in removed],
    )
    editor.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(event)
    )


async def roots(editor: Editor) -> list[str]:
    status = await editor.command("ragtui.status")
    return [vault["root"] for vault in status["vaults"]]


async def test_settings_that_are_sent_apply_until_others_are(
    vault: Vault, start_editor: StartEditor
) -> None:
    editor = await start_editor(vault.root)
    await editor.until(lambda: len(editor.registered) == 2)  # It asks for changes.
    assert {each.method for each in editor.registered} == {
        "workspace/didChangeConfiguration",
        "workspace/didChangeWatchedFiles",
    }
    assert await hits(editor) == 2
    send_settings(editor, {"ragtui": LIMITED})
    await editor.eventually(lambda: hits(editor), 1)
    send_settings(editor, {"ragtui": {"answer": {"top": 3}}})
    await editor.eventually(lambda: hits(editor), 2)


async def test_it_asks_for_settings(vault: Vault, start_editor: StartEditor) -> None:
    own = {"trace": {"server": "off"}, "server.path": "", "client": {"x": 1}}
    asked = LIMITED | {"editor.index": False} | own  # what is the plug-in's is left
    editor = await start_editor(vault.root, settings=asked)
    assert await hits(editor) == 1
    assert editor.messages() == []
    editor.client.set_configuration({"editor.index": False}, section="ragtui")
    send_settings(editor, None)
    await editor.eventually(lambda: hits(editor), 2)


async def test_each_folder_has_its_own_settings(
    vault: Vault, start_editor: StartEditor, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    one, two = "# A\n\nA pump moves water.\n", "# B\n\nThe water comes from a pump.\n"
    write_files(other, {".ragtui.toml": "", "a.md": one, "b.md": two})
    editor = await start_editor(
        vault.root,
        {},
        folders=[vault.root, other],
        settings={"search": {"limit": 9}},
        scoped={other.as_uri(): LIMITED},
    )
    await editor.until(lambda: any(news.root == str(other) for news in editor.news))
    await editor.eventually(lambda: hits(editor, uri=(other / "a.md").as_uri()), 1)
    assert await hits(editor) == 2


async def test_a_vault_is_reopened_when_its_settings_change(
    index_vault: IndexVault, start_editor: StartEditor
) -> None:
    vault = index_vault({"a.md": "# A\n\npump water\n", "b.md": "# B\n\nwater pump\n"})
    editor = await start_editor(vault.root)
    assert await hits(editor) == 2
    file = vault.root / ".ragtui.toml"
    changed = types.DidChangeWatchedFilesParams(
        [types.FileEvent(file.as_uri(), types.FileChangeType.Changed)]
    )
    file.write_text("search.limit = 1\nsearch.lmit = 2\n")
    editor.client.workspace_did_change_watched_files(changed)
    await editor.eventually(lambda: hits(editor), 1)
    assert "did you mean `search.limit`?" in editor.messages()[0]
    file.write_text("search.limit = 0\n")
    editor.client.workspace_did_change_watched_files(changed)
    await editor.until(lambda: len(editor.messages()) == 2)
    assert "`search.limit` must be at least 1" in editor.messages()[1]
    assert await hits(editor) == 1


async def test_folders_change(
    vault: Vault, start_editor: StartEditor, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    editor = await start_editor(vault.root)
    change_folders(editor, [other], [])
    await editor.eventually(lambda: roots(editor), [str(vault.root), str(other)])
    change_folders(editor, [], [vault.root])
    await editor.eventually(lambda: roots(editor), [str(other)])
    change_folders(editor, [], [other])
    await editor.until(editor.messages)
    assert "There is no vault" in editor.messages()[0]
    with pytest.raises(JsonRpcException, match="There is no vault"):
        await editor.command("ragtui.search", query="x")


async def test_a_folder_that_is_not_there_is_a_sentence(
    vault: Vault, start_editor: StartEditor
) -> None:
    options = {"vault": str(vault.root / "nowhere"), "editor.index": False}
    editor = await start_editor(vault.root, options, folders=[])
    await editor.until(editor.messages)
    assert "no such folder" in editor.messages()[0]
    with pytest.raises(JsonRpcException, match="no such folder"):
        await editor.command("ragtui.search", query="x")
    send_settings(editor, {"vault": str(vault.root)})
    await editor.eventually(lambda: roots(editor), [str(vault.root)])
