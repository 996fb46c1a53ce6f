"""Asking: extracts without a key, Claude's stream, stopping, failures."""

import re
import threading
from dataclasses import replace
from functools import partial

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from fakes.long_answer import long_answer
from fakes.streams import SHAPES
from ragtui_core import Vault
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.errors import IndexBusy
from ragtui_core.settings.schema import ServerSettings
from ragtui_tui.chat_view import conversation_view
from ragtui_tui.chat_view.exchange import Exchange
from ragtui_tui.chat_view.passage_list import PassageList
from support.chatting import QUESTION, answered, ask, box, exchanges, is_over, pane
from support.screens import OpenApp, Terminal

FOLLOWING = "And the wiper?"


async def ask_and_wait_in_vain(terminal: Terminal, service: FakeAnthropic) -> None:
    """Put a question whose answer stops coming after its first claim."""
    service.scenario = "stall"
    await ask(terminal)
    await terminal.sees("Claim one")


def questions(terminal: Terminal) -> list[str]:
    return [each.question for each in exchanges(terminal)]


def is_answered(terminal: Terminal, question: str) -> bool:
    return questions(terminal)[-1:] == [question] and is_over(terminal)


async def test_without_a_key_extracts_answer(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 90)) as terminal:
        await terminal.press("f4")
        assert "Ask your notes a question" in terminal.text
        await ask(terminal, "   ")
        assert not terminal.main.query(Exchange)
        first = await answered(terminal)
        assert not first.is_rewritten
        assert "Ask your notes a question" not in terminal.text
        assert "twenty-six months" in terminal.text
        assert "✓ verified" in terminal.text
        assert QUESTION in terminal.rows[2]

        second = await answered(terminal, FOLLOWING)
        assert second.is_rewritten
        words = "Also searched for: lithium battery last harbour"
        await terminal.sees(words)
        await terminal.click_words("✗ without these words")
        await terminal.until(lambda: second not in exchanges(terminal))
        await terminal.until(lambda: is_answered(terminal, FOLLOWING))
        assert "Also searched" not in terminal.text
        turns = vault.chats.latest().turns  # type: ignore[union-attr]
        assert [turn.query for turn in turns] == [QUESTION, FOLLOWING]

        await terminal.sees("Ask your notes a question", "ctrl+n")
        third = await answered(terminal, "How long does the lithum battery last?")
        notes = str(third.query_one(".notes").render())
        assert "Showing results for" in notes
        assert not third.query(".notice.-severe")
        await terminal.until(lambda: len(vault.chats.list()) == 2)


async def test_claude_answers_fails_and_is_asked_again(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "mute"
    async with open_app(vault, (100, 60)) as terminal:
        await ask(terminal)  # Sources come before the first word.
        await terminal.sees("▸ 1 source and 3 weaker  Primary cells")
        assert not is_over(terminal)
        sources = terminal.main.query(PassageList).first()
        assert sources.size.height == sources.option_count == 1
        sources.focus()
        assert sources.border_title == "Sources"
        await terminal.press("enter")
        await terminal.until(lambda: sources.highlighted == 0)
        assert all(re.match(r"\d\.\d\d  ", str(row.text)) for row in sources.rows)
        await terminal.goes_to("reader", "enter")
        await terminal.sees(f"{sources.rows[0].path}:", "f4")
        await terminal.until(service.asked.is_set)
        await terminal.press("escape")
        await terminal.until(service.disconnected.is_set)
        await terminal.until(lambda: is_over(terminal))

        service.scenario = "401"
        await terminal.sees("Ctrl+R asks again", "ctrl+r")
        await terminal.until(lambda: is_over(terminal))
        assert "not answered" in terminal.text
        notice = terminal.main.query(".notice").last()
        assert notice.has_class("-severe")
        assert "key" in str(notice.render()).lower()

        service.scenario = "cited"
        await terminal.sees("▸ 2 quotations  2 ¶ passage", "ctrl+r")
        await terminal.sees("claude-")
        await terminal.until(lambda: is_answered(terminal, QUESTION))
        assert "Here is what your notes say" in terminal.text
        assert "not answered" not in terminal.text
        (first,) = exchanges(terminal)
        sources, quotations = first.query(PassageList)
        assert not sources.display  # What is quoted is in one list alone.
        numbers = [str(row.text).split()[0] for row in quotations.rows]
        marks = re.findall(r"\[(\d+).\]", "\n".join(terminal.answer_rows))
        assert marks == numbers == ["1", "2"]
        first.focus()
        await terminal.press("y")
        assert "Claim one [1]" in terminal.app.clipboard
        assert terminal.app.clipboard.startswith(first.text)
        assert len(read_citations(terminal.app.clipboard)) == 2

        service.scenario = "uncited"
        await answered(terminal, FOLLOWING)
        assert "quotes no file" in terminal.text
        asked = len(service.calls)
        await terminal.press("ctrl+r")
        await terminal.until(lambda: len(service.calls) > asked)
        await terminal.until(lambda: is_answered(terminal, FOLLOWING))
        assert len(service.calls[-1]["messages"]) == 3
        turns = vault.chats.latest().turns  # type: ignore[union-attr]
        assert [turn.question for turn in turns] == [QUESTION, FOLLOWING]

        first.focus()
        await terminal.press("e")
        assert box(terminal).text == first.question
        assert len(terminal.main.query(".-edited")) == 2
        await terminal.press("escape")
        assert box(terminal).text == ""
        assert not terminal.main.query(".-edited")
        await terminal.press("ctrl+l")
        assert box(terminal).text == FOLLOWING
        first.focus()
        await terminal.press("e", "end", "space", "w", "h", "y", "enter")
        await terminal.until(lambda: is_answered(terminal, f"{QUESTION} why"))
        assert len(exchanges(terminal)) == 1
    (turn,) = vault.chats.latest().turns  # type: ignore[union-attr]
    assert turn.question == f"{QUESTION} why"


async def test_an_answer_is_stopped_and_what_waited_for_it_comes_back(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await ask_and_wait_in_vain(terminal, service)
        await ask(terminal, FOLLOWING)
        await terminal.until(lambda: box(terminal).text == "")
        assert "Stop" in terminal.rows[-1]
        await terminal.sees("stopped", "ctrl+c")
        await terminal.until(lambda: is_over(terminal))
        await terminal.until(service.disconnected.is_set)
        assert "Claim one" in terminal.text
        assert box(terminal).text == FOLLOWING
        assert questions(terminal) == [QUESTION]
        service.scenario = "cited"
        await terminal.press("enter")
        await terminal.until(lambda: is_answered(terminal, FOLLOWING))
        assert [chat.turns for chat in vault.chats.list()] == [2]
        await terminal.press("ctrl+n")
        await terminal.until(lambda: not exchanges(terminal))
        await ask_and_wait_in_vain(terminal, service)
        await terminal.sees("stopped", "escape")
        await terminal.until(lambda: is_over(terminal))
        assert terminal.view == "chat"


async def test_a_question_sent_during_an_answer_waits_for_it(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        service.pace = threading.TIMEOUT_MAX  # the rest comes when it is released
        await ask(terminal)
        await terminal.until(service.asked.is_set)
        await ask(terminal, FOLLOWING)
        await ask(terminal, "And the anchor?")
        await terminal.until(lambda: box(terminal).text == "")
        assert len(exchanges(terminal)) == 1
        service.released.set()
        await terminal.until(lambda: is_over(terminal))
        assert questions(terminal)[1:] == [FOLLOWING, "And the anchor?"]
        assert all(each.text for each in exchanges(terminal))
        history = service.calls[1]["messages"]
        assert len(history) > 1  # it follows up the complete answer


async def test_a_long_answer_is_followed_until_one_scrolls(
    vault: Vault,
    open_app: OpenApp,
    service: FakeAnthropic,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SHAPES, "long", long_answer(1_200))
    service.scenario = "long"
    service.pace = 0.002
    async with open_app(vault, (100, 30)) as terminal:
        await ask(terminal)
        history = terminal.main.query_one("#history")
        await terminal.until(lambda: history.max_scroll_y > 10)
        service.pace = threading.TIMEOUT_MAX  # the rest comes when it is released
        await terminal.until(lambda: history.scroll_y >= history.max_scroll_y - 1)
        bottom = history.scroll_y
        await terminal.press("pageup")
        await terminal.until(lambda: history.scroll_y < bottom)
        place, height = history.scroll_y, history.max_scroll_y
        service.released.set()
        await terminal.until(lambda: is_over(terminal))
        assert history.max_scroll_y > height
        assert history.scroll_y == place
        rows = terminal.answer_rows
        assert len(rows) > 100
        # The quotations before it are in no file, and have numbers, too.
        assert re.fullmatch(r"That is all \[\d+¶\]", rows[-1])


async def test_old_exchanges_leave_the_screen_and_not_the_conversation(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation_view, "SHOWN", 2)
    asked = [f"How long does the lithium battery last, {n}?" for n in range(4)]
    async with open_app(vault, (60, 20)) as terminal:
        for question in asked:
            await ask(terminal, question)
            await terminal.until(partial(is_answered, terminal, question))
        assert questions(terminal) == asked[2:]
        history = terminal.main.query_one("#history")
        # The answer that was completed last is still to be scrolled to its beginning.
        await terminal.until(lambda: history.scroll_offset.y > 0)
        history.scroll_home(animate=False)
        await terminal.sees("Earlier questions")
        exchanges(terminal)[0].focus(scroll_visible=False)
        await terminal.press("down", "k", "j")
        await terminal.until(lambda: history.scroll_offset.y == 1)
        await terminal.press("pagedown")
        await terminal.until(lambda: history.scroll_offset.y > 1)

        await terminal.press("ctrl+r")
        await terminal.until(lambda: is_over(terminal))
        chat = vault.chats.read(pane(terminal).conversation.id)
        assert [turn.question for turn in chat.turns] == asked

        await terminal.press("ctrl+n")
        await terminal.until(lambda: not exchanges(terminal))
        assert "Earlier questions" not in terminal.text


async def test_without_an_index_the_chat_says_so(
    new_vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise IndexBusy("another process is indexing")

    monkeypatch.setattr(new_vault, "watch", busy)
    async with open_app(new_vault, (100, 40), settled=False) as terminal:
        await answered(terminal)
        await terminal.sees("ragtui index")
        assert "not answered" in terminal.text


async def test_a_reading_model_says_how_much(vault: Vault, open_app: OpenApp) -> None:
    with FakeCompatible("The battery lasts long.") as server:
        server.scenario = "late"
        own = ServerSettings(base_url=server.base_url)
        answer = replace(vault.settings.answer, provider="compatible", server=own)
        opened = vault.under(replace(vault.settings, answer=answer))
        async with open_app(opened, (110, 50)) as terminal:
            await ask(terminal)
            await terminal.sees("the model reads ")
            await terminal.until(
                lambda: re.search(r" tokens · [1-9]\d* s", terminal.text)
            )
            server.release()
            await terminal.until(lambda: is_over(terminal))
            await terminal.until(lambda: "the model reads" not in terminal.text)
        opened.close()
