"""The start: quick, with nothing heavy; options; vaults; errors as messages."""

from pathlib import Path
from unittest import mock

import pytest
from pygls.exceptions import JsonRpcException

from ragtui_core import Vault
from ragtui_core.vault.index_follower import IndexFollower
from support.editor import Editor, StartEditor
from support.vaults import MakeVault


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_the_client_chooses_the_encoding(vault: Vault, encoding: str) -> None:
    editor = Editor(vault.root, encoding)
    greeting = await editor.start({"editor.index": False})
    await editor.stop()
    assert greeting.capabilities.position_encoding == encoding
    commands = greeting.capabilities.execute_command_provider
    assert commands
    assert "ragtui.ask" in commands.commands


async def test_a_file_belongs_to_the_nearest_settings_file_above_it(
    make_vault: MakeVault, start_editor: StartEditor, tmp_path: Path
) -> None:
    """Although the folder that the setting names is further in, and open too."""
    vault = make_vault({".ragtui.toml": "", "a/note.md": "# Note\n"})
    (tmp_path / "code").mkdir()
    options = {"vault": str(vault.root / "a"), "editor.index": False}
    folders = [vault.root, tmp_path / "code"]
    editor = await start_editor(vault.root, options, folders=folders)
    uri = (vault.root / "a" / "note.md").as_uri()
    assert len((await editor.command("ragtui.status"))["vaults"]) == 2
    (found,) = (await editor.command("ragtui.status", uri=uri))["vaults"]
    assert found["root"] == str(vault.root)


async def test_wrong_options_are_reported_and_the_others_used(
    vault: Vault, start_editor: StartEditor
) -> None:
    options = {"editor.index": False, "search.limt": 3, "search": {"limit": 1}}
    editor = await start_editor(vault.root, options)
    found = await editor.command("ragtui.search", query="pump water")
    assert len(found["hits"]) == 1
    (message,) = editor.messages()
    assert "unknown setting `search.limt`; did you mean `search.limit`?" in message


async def test_a_vault_without_an_index_is_a_sentence(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    vault = make_vault({"note.md": "# Note\n"})
    editor = await start_editor(vault.root)
    with pytest.raises(JsonRpcException, match="no index yet") as failure:
        await editor.command("ragtui.search", query="x")
    data: object = failure.value.data
    assert "IndexMissing" in str(data)
    editor.open("note.md")
    assert await editor.hover("note.md", "Note") is None


async def test_before_the_first_scan_the_state_is_told(
    make_vault: MakeVault, start_editor: StartEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_lsp.index_waiting.TIMEOUT", 0.0)
    vault = make_vault({".ragtui.toml": "", "note.md": "# Note\n"})
    no_thread = {"start": mock.DEFAULT, "join": mock.DEFAULT}
    with mock.patch.multiple(IndexFollower, **no_thread):
        editor = await start_editor(vault.root, {"editor.index": True})
        (status,) = (await editor.command("ragtui.status"))["vaults"]
        with pytest.raises(
            JsonRpcException, match=r"^looking for changed files: "
        ) as failure:
            await editor.command("ragtui.search", query="x")
    assert (status["documents"], status["share"]) == (0, 0.0)
    assert (status["state"], status["indexing"]) == ("scanning", True)
    assert status["summary"] == "looking for changed files"
    data: object = failure.value.data
    assert "IndexMissing" in str(data)


async def test_indexing_does_not_end_between_reading_and_embedding(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    notes: dict[str, str | bytes] = {
        f"{number}.md": f"# Note {number}\n\nText {number}.\n" for number in range(40)
    }
    vault = make_vault({".ragtui.toml": "", **notes})
    editor = await start_editor(vault.root, {"editor.index": True})
    await editor.until(lambda: editor.news and editor.news[-1].share == 1.0)
    await editor.until(lambda: not editor.news[-1].indexing)
    said = {(each.documents, each.share < 1.0, each.indexing) for each in editor.news}
    assert (40, True, True) in said
    assert {is_indexing for _, is_left, is_indexing in said if is_left} == {True}
