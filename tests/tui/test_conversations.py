"""The kept conversations, and typing a question."""

from functools import partial
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.answer.passages import abstention
from ragtui_core.answer_events import WEAK_EVIDENCE
from ragtui_core.history import conversation_as_markdown
from ragtui_tui.dialogs.conversation_list import ConversationsDialog
from support.chatting import answered, box, exchanges, pane
from support.screens import OpenApp, Terminal

FIRST = "How long does the lithium battery last?"
SECOND = "Where are the buoys kept in winter?"


def contains(file: Path, text: str) -> bool:
    return file.read_text() == text


def is_open(terminal: Terminal) -> bool:
    return isinstance(terminal.app.screen, ConversationsDialog)


async def test_conversations_are_listed_renamed_exported_opened_and_deleted(
    vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(abstention, "WEAK_BELOW", 1.0)
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    async with open_app(vault, (120, 40)) as terminal:
        await terminal.sees("has been stored yet.", "f4", "f6")
        await terminal.press("r", "d", "e", "enter", "escape")
        assert pane(terminal).is_on_screen
        await answered(terminal, FIRST)
        assert f"{WEAK_EVIDENCE} [1]" in terminal.text
        await terminal.press("ctrl+n")
        await terminal.until(lambda: not exchanges(terminal))
        await answered(terminal, SECOND)
        await terminal.sees("r renames · d deletes · e exports", "f6")
        await terminal.sees(f"  1  {FIRST}")
        await terminal.sees("Rename", "r")
        await terminal.press("ctrl+u")
        await terminal.type("Buoys")
        await terminal.press("enter")
        await terminal.until(lambda: is_open(terminal) and "Buoys" in terminal.text)
        chats = vault.chats.list()
        assert [chat.title for chat in chats] == ["Buoys", FIRST]

        await terminal.sees("Export to", "e")
        await terminal.press("enter")
        await terminal.until(lambda: any("Exported" in t for t in terminal.toasts))
        file = tmp_path / "out" / "buoys.md"
        exported = conversation_as_markdown(vault.chats.read(chats[0].id))
        assert file.read_text() == exported
        file.write_text("mine")
        for key, content in (("n", "mine"), ("y", exported)):
            await terminal.sees("Export to", "e")
            await terminal.sees("Overwrite (y)", "enter")
            await terminal.press(key)
            await terminal.until(lambda: is_open(terminal))
            await terminal.until(partial(contains, file, content))
        await terminal.sees("Export to", "e")
        await terminal.press("ctrl+u")
        await terminal.paste("/no/such/folder/chat.md")
        await terminal.press("enter")
        await terminal.until(lambda: any("cannot write" in t for t in terminal.toasts))

        await terminal.until(lambda: is_open(terminal))
        await terminal.press("escape")
        title = terminal.main.query_one("#chip-chats")
        await terminal.until(lambda: "Buoys" in str(title.render()))
        await terminal.sees(FIRST, "f6")
        await terminal.press("j", "enter")
        await terminal.until(
            lambda: [each.question for each in exchanges(terminal)] == [FIRST]
        )
        await terminal.sees("twenty-six months")
        assert "[1✓]" in terminal.text
        await terminal.sees(f"{WEAK_EVIDENCE} [1]")
        await answered(terminal, "And who decided it?")
        assert [chat.turns for chat in vault.chats.list()] == [2, 1]

        await terminal.sees("Buoys", "f6")
        await terminal.sees("permanently?", "d")
        await terminal.press("enter", "n")
        await terminal.until(lambda: is_open(terminal))
        assert len(vault.chats.list()) == 2
        await terminal.sees("permanently?", "d")
        await terminal.press("y")
        await terminal.until(lambda: len(vault.chats.list()) == 1)
        await terminal.until(lambda: is_open(terminal))
        await terminal.press("escape")
        await terminal.until(lambda: not exchanges(terminal))
        assert vault.chats.list()[0].title == "Buoys"


async def test_a_question_is_typed_in_lines_and_its_keys_taken_in_order(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        await terminal.type_ahead("a", "b", "backspace", "c", "left", "d", "home", "e")
        assert box(terminal).text == "eadc"
        await terminal.press("f2")  # The keys of the app work while one types.
        assert terminal.view == "search"
        await terminal.press("f4")
        await terminal.type_ahead("ctrl+j", "f", "enter", "g")
        assert box(terminal).text == "g"
        await terminal.until(lambda: exchanges(terminal))
        assert exchanges(terminal)[0].question == "e\nfadc"
        await terminal.press("backspace")
        await terminal.paste("Which pack lasts longer:\n- lithium\n- rechargeable")
        await terminal.press("ctrl+j")
        await terminal.type("in months?")
        expected = "Which pack lasts longer:\n- lithium\n- rechargeable\nin months?"
        assert box(terminal).text == expected
        assert box(terminal).region.height == 6
        await terminal.press("enter")
        await terminal.until(lambda: len(exchanges(terminal)) == 2)
        assert exchanges(terminal)[1].question == expected
        assert box(terminal).text == ""
        assert box(terminal).region.height == 3


async def test_earlier_questions_and_what_they_replaced_come_back(
    vault: Vault, open_app: OpenApp
) -> None:
    second = "Where are\nthe buoys?"
    async with open_app(vault) as terminal:
        await answered(terminal, "Who is Zoë?")
        await answered(terminal, second)
        await terminal.type("and")
        for text in (second, second, "Who is Zoë?", "Who is Zoë?"):
            await terminal.press("up")
            assert box(terminal).text == text
        await terminal.press("down", "down", "down")
        assert box(terminal).text == "and"
        await terminal.press("ctrl+u", "up", "!", "up", "up", "up")
        assert box(terminal).text == "Who is Zoë?"  # past a changed question
        await terminal.press("ctrl+z")
        assert box(terminal).text.replace("!", "") == second
        changed = box(terminal).text
        await terminal.press("ctrl+l")  # editing a question replaces the draft
        await terminal.until(lambda: box(terminal).text == second)
        await terminal.press("ctrl+z")
        assert box(terminal).text == changed
        await terminal.press("escape")  # gives up editing
        assert box(terminal).text == ""
        await terminal.press("ctrl+z")
        assert box(terminal).text == changed


async def test_a_draft_is_there_at_the_next_start(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await answered(terminal, FIRST)
        await terminal.paste("Where are\nthe buoys?")
        await terminal.press("ctrl+q")
    vault.chats.delete(vault.chats.list()[0].id)
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        assert box(terminal).text == "Where are\nthe buoys?"
        await terminal.press("enter")
        await terminal.until(lambda: len(vault.chats.list()) == 1)
        assert not terminal.toasts
        assert pane(terminal).remember()["draft"] == ""
