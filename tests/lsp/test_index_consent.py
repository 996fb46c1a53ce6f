"""The question before the first index of a folder that was not chosen as a vault."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from lsprotocol import types

from ragtui_core import Vault
from support.editor import Editor
from support.language_servers import ServerThread
from support.vaults import MakeVault

INDEXING = {"editor.index": True}


@pytest.fixture
def repository(make_vault: MakeVault) -> Vault:
    """A repository without an index."""
    return make_vault({"pump.md": "# Pump\n", ".git/HEAD": "ref: x\n"})


@asynccontextmanager
async def opened(
    vault: Vault, choice: str, options: Mapping[str, Any] = INDEXING
) -> AsyncIterator[Editor]:
    editor = Editor(vault.root, "utf-16", ServerThread())
    editor.choice = choice
    await editor.start(dict(options))
    try:
        yield editor
    finally:
        await editor.stop()


async def message(editor: Editor) -> str:
    (status,) = (await editor.command("ragtui.status"))["vaults"]
    assert status["message"] == ""
    assert "you have not agreed" in status["state_sentence"]
    return str(status["state_sentence"])


async def test_a_repository_is_indexed_after_consent_and_not_asked_about_again(
    repository: Vault,
) -> None:
    async with opened(repository, "Index") as editor:
        await editor.until(lambda: editor.news and editor.news[-1].documents == 1)
        (question,) = editor.questions
        assert "It is a repository" in question
    async with opened(repository, "Index") as editor:
        await editor.until(lambda: editor.news)
        assert editor.questions == []


async def test_a_repository_is_not_indexed_without_consent_and_no_link_follows(
    repository: Vault,
) -> None:
    async with opened(repository, "Never") as editor:
        await editor.until(lambda: editor.questions)
        assert "ragtui index" in await message(editor)
        assert await editor.move(("pump.md", "old/pump.md")) is None
        told = editor.messages()[-1]
        assert told.startswith("No link follows pump.md: "), told
        assert "ragtui index" in told
        remembered = repository.index_path.with_name("declined")
        await editor.until(remembered.exists)
    async with opened(repository, "Index") as editor:
        assert "ragtui index" in await message(editor)
        assert editor.questions == []
    assert not repository.is_indexed()


async def test_a_refusal_is_taken_back_by_a_marker(repository: Vault) -> None:
    async with opened(repository, "Never") as editor:
        assert "ragtui index" in await message(editor)
        (repository.root / ".ragtui.toml").touch()
        marker, made = editor.uri(".ragtui.toml"), types.FileChangeType.Created
        change = types.FileEvent(marker, made)
        editor.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([change])
        )
        await editor.until(lambda: editor.news and editor.news[-1].documents == 1)


async def test_indexing_on_request_is_consent(repository: Vault) -> None:
    async with opened(repository, "Never") as editor:
        await editor.command("ragtui.reindex")
        (status,) = (await editor.command("ragtui.status"))["vaults"]
        assert (status["documents"], status["message"]) == (1, "")
        assert status["state"] != "not_indexed"


@pytest.mark.parametrize("is_named", [True, False])
async def test_a_named_folder_is_indexed(repository: Vault, is_named: bool) -> None:
    named = {"vault": str(repository.root)} if is_named else {}
    if not is_named:
        (repository.root / ".ragtui.toml").touch()
    async with opened(repository, "", INDEXING | named) as editor:
        await editor.until(lambda: editor.news and editor.news[-1].documents == 1)
        assert editor.questions == []


async def test_any_folder_is_indexed_after_consent_only(make_vault: MakeVault) -> None:
    vault = make_vault({"pump.md": "# Pump\n"})
    for _ in range(2):  # A question that is dismissed is asked again.
        async with opened(vault, "") as editor:
            await editor.until(lambda: editor.questions)
            assert f"Index {vault.root}, so" in editor.questions[0]
            assert "It has no .ragtui.toml." in editor.questions[0]
    assert not vault.is_indexed()
