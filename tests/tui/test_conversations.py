"""The kept conversations: opened, renamed, deleted, exported."""

from functools import partial
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.answer.providers.extractive import abstention
from ragtui_core.history import conversation_as_markdown
from ragtui_tui.dialogs.conversation_list import ConversationsDialog
from support.chatting import answered, exchanges, pane
from support.screens import OpenApp, Terminal

FIRST = "How long does the lithium battery last?"
SECOND = "Where are the buoys kept in winter?"


async def listed(terminal: Terminal) -> None:
    """Two conversations, the list of them on the screen, the newer one chosen."""
    await answered(terminal, FIRST)
    await terminal.press("ctrl+n")
    await terminal.until(lambda: not exchanges(terminal))
    await answered(terminal, SECOND)
    await terminal.press("f6")
    await terminal.until(lambda: FIRST in terminal.text and SECOND in terminal.text)


def contains(file: Path, text: str) -> bool:
    return file.read_text() == text


def is_open(terminal: Terminal) -> bool:
    return isinstance(terminal.app.screen, ConversationsDialog)


async def test_an_older_one_is_opened_and_continued(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await listed(terminal)
        await terminal.press("j", "enter")
        await terminal.until(
            lambda: [each.question for each in exchanges(terminal)] == [FIRST]
        )
        await terminal.until(lambda: "twenty-six months" in terminal.text)
        assert "[1✓]" in terminal.text
        await terminal.until(lambda: "no language model" in terminal.text)
        await answered(terminal, "And who decided it?")
    assert sorted(conversation.turns for conversation in vault.chats.list()) == [1, 2]


async def test_a_stored_answer_says_which_evidence_is_weak(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(abstention, "WEAK_BELOW", 1.0)
    async with open_app(vault, (100, 40)) as terminal:
        await listed(terminal)
        await terminal.press("j", "enter")
        await terminal.until(
            lambda: [each.question for each in exchanges(terminal)] == [FIRST]
        )
        await terminal.until(lambda: "answer the question. [1]" in terminal.text)


async def test_one_is_renamed(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await listed(terminal)
        await terminal.press("r")
        await terminal.until(lambda: "Rename" in terminal.text)
        await terminal.press("ctrl+u")
        await terminal.type("Buoys")
        await terminal.press("enter")
        await terminal.until(lambda: is_open(terminal) and "Buoys" in terminal.text)
        assert {conversation.title for conversation in vault.chats.list()} == {
            "Buoys",
            FIRST,
        }
        await terminal.press("escape")
        title = terminal.main.query_one("#chip-chats")
        await terminal.until(lambda: "Buoys" in str(title.render()))


async def test_one_is_deleted_once_that_is_confirmed(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await listed(terminal)
        await terminal.press("d")
        await terminal.until(lambda: "permanently?" in terminal.text)
        await terminal.press("enter", "n")
        await terminal.until(lambda: is_open(terminal))
        assert len(vault.chats.list()) == 2
        await terminal.press("d")
        await terminal.until(lambda: "permanently?" in terminal.text)
        await terminal.press("y")
        await terminal.until(lambda: len(vault.chats.list()) == 1)
        await terminal.until(lambda: is_open(terminal))
        await terminal.press("escape")
        await terminal.until(lambda: not exchanges(terminal))
        assert vault.chats.list()[0].title == FIRST


async def test_one_is_exported_and_nothing_overwritten_unasked(
    vault: Vault,
    open_app: OpenApp,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    file = tmp_path / "out" / "where-are-the-buoys-kept-in-winter.md"
    async with open_app(vault, (100, 40)) as terminal:
        await listed(terminal)
        await terminal.press("e")
        await terminal.until(lambda: "Export to" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: any("Exported" in t for t in terminal.toasts))
        newest = vault.chats.list()[0].id
        exported = conversation_as_markdown(vault.chats.read(newest))
        assert file.read_text() == exported
        file.write_text("mine")
        for key, content in (("n", "mine"), ("y", exported)):
            await terminal.press("e")
            await terminal.until(lambda: "Export to" in terminal.text)
            await terminal.press("enter")
            await terminal.until(lambda: "Overwrite (y)" in terminal.text)
            await terminal.press(key)
            await terminal.until(lambda: is_open(terminal))
            await terminal.until(partial(contains, file, content))
        await terminal.press("e")
        await terminal.until(lambda: "Export to" in terminal.text)
        await terminal.press("ctrl+u")
        await terminal.paste("/no/such/folder/chat.md")
        await terminal.press("enter")
        await terminal.until(lambda: any("cannot write" in t for t in terminal.toasts))


async def test_without_one_the_list_says_so(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f4", "f6")
        await terminal.until(lambda: "has been stored yet." in terminal.text)
        await terminal.press("r", "d", "e", "enter", "escape")
        assert pane(terminal).is_on_screen


async def test_a_long_title_has_the_width_of_the_screen(
    vault: Vault, open_app: OpenApp
) -> None:
    question = "How long does the lithium battery last in the harbour?"
    async with open_app(vault, (120, 40)) as terminal:
        await answered(terminal, question)
        await terminal.press("f6")
        await terminal.until(lambda: "E exports" in terminal.text)
        assert f"  1  {question}" in terminal.text
