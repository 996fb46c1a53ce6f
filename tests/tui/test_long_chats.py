"""A conversation of many questions: the screen has the last ones, the file all."""

from functools import partial

import pytest

from ragtui_core import Vault
from ragtui_tui.chat_view import conversation_view
from support.chatting import ask, exchanges, is_over, pane
from support.screens import OpenApp, Terminal


def is_answered(terminal: Terminal, question: str) -> bool:
    shown = [each.question for each in exchanges(terminal)]
    return shown[-1:] == [question] and is_over(terminal)


async def test_old_exchanges_leave_the_screen_and_not_the_conversation(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation_view, "SHOWN", 2)
    questions = [f"How long does the lithium battery last, {n}?" for n in range(4)]
    async with open_app(vault) as terminal:
        for question in questions:
            await ask(terminal, question)
            await terminal.until(partial(is_answered, terminal, question))
        assert [each.question for each in exchanges(terminal)] == questions[2:]
        history = terminal.main.query_one("#history")
        # The answer that was completed last is still to be scrolled to its beginning.
        await terminal.until(lambda: history.scroll_offset.y > 0)
        history.scroll_home(animate=False)
        await terminal.until(lambda: "Earlier questions" in terminal.text)

        await terminal.press("ctrl+r")
        await terminal.until(lambda: is_over(terminal))
        chat = vault.chats.read(pane(terminal).conversation.id)
        assert [turn.question for turn in chat.turns] == questions

        await terminal.press("ctrl+n")
        await terminal.until(lambda: not exchanges(terminal))
        assert "Earlier questions" not in terminal.text
