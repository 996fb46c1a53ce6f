"""Asking: extracts without a key, Claude's stream, stopping, failures."""

from collections.abc import Iterator

import pytest

from fakes.anthropic_service import FakeAnthropic
from ragtui_core.vault import Vault
from ragtui_tui.widgets.chat_pane import ChatPane
from ragtui_tui.widgets.exchange import Exchange
from ragtui_tui.widgets.passage_list import PassageList
from support.screens import OpenApp, Terminal

QUESTION = "How long does the lithium battery last in the harbour?"


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeAnthropic]:
    with FakeAnthropic() as fake:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", fake.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        yield fake


async def ask(terminal: Terminal, question: str = QUESTION) -> None:
    await terminal.press("f4")
    await terminal.paste(question)
    await terminal.press("enter")


def is_over(terminal: Terminal) -> bool:
    return not terminal.main.query_one(ChatPane).is_answering


async def test_without_a_key_extracts_answer(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await terminal.press("f4")
        assert "Ask your notes a question" in terminal.text
        await ask(terminal)
        await terminal.until(lambda: "no language model" in terminal.text)
        assert "Ask your notes a question" not in terminal.text
        assert "twenty-six months" in terminal.text
        assert "✓ verified" in terminal.text
        assert "decisions/cells.md:" in terminal.text


async def test_a_further_question_follows_up_until_a_new_chat_begins(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "no language model" in terminal.text)
        await ask(terminal, "And who decided it?")
        await terminal.until(lambda: is_over(terminal))
        await terminal.press("ctrl+n")
        await terminal.until(lambda: "Ask your notes a question" in terminal.text)
        await ask(terminal, "Who is the keeper?")
        await terminal.until(lambda: is_over(terminal))
        await terminal.until(lambda: len(vault.chats.list()) == 2)
    turns = [chat.turns for chat in vault.chats.list()]
    assert sorted(turns) == [1, 2]


async def test_sources_open_in_the_reader(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "no language model" in terminal.text)
        await terminal.press("shift+tab", "shift+tab")
        assert isinstance(terminal.app.focused, PassageList)
        assert terminal.app.focused.border_title == "Sources"
        path = terminal.app.focused.rows[0].path
        await terminal.press("j", "k", "enter")
        await terminal.until(lambda: terminal.place == "reader")
        await terminal.until(lambda: f"{path}:" in terminal.text)


async def test_claude_answers_with_quotations_that_were_checked(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "Claim two" in terminal.text)
        await terminal.until(lambda: "claude-" in terminal.text)
        assert "Here is what your notes say" in terminal.text
        assert terminal.text.count("✓ verified") == 2
        assert len(service.calls) == 1


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_an_answer_can_be_stopped(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic, key: str
) -> None:
    service.scenario = "stall"
    async with open_app(vault, (100, 50)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "Claim one" in terminal.text)
        assert "Stop" in terminal.rows[-1]
        await terminal.press(key)
        await terminal.until(lambda: "stopped" in terminal.text)
        assert "Claim one" in terminal.text
        await terminal.until(lambda: is_over(terminal))
        await terminal.until(service.disconnected.is_set)
        assert terminal.place == "chat"


async def test_the_next_question_replaces_one_that_hangs(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "stall"
    async with open_app(vault, (100, 50)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "Claim one" in terminal.text)
        service.scenario = "cited"
        await ask(terminal, "And the wiper?")
        await terminal.until(lambda: "claude-" in terminal.text)
        assert len(terminal.main.query(Exchange)) == 2


async def test_a_failure_is_told_in_words(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "401"
    async with open_app(vault, (100, 40)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "not answered" in terminal.text)
        notice = terminal.main.query(".notice").last()
        assert notice.has_class("-severe")
        assert "key" in str(notice.render()).lower()


async def test_notices_are_shown(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "uncited"
    async with open_app(vault, (100, 40)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "quotes no file" in terminal.text)


async def test_an_empty_question_is_not_asked(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await ask(terminal, "   ")
        assert not terminal.main.query(Exchange)


async def test_the_conversation_scrolls(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (60, 20)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "no language model" in terminal.text)
        await terminal.until(lambda: is_over(terminal))
        history = terminal.main.query_one("#history")
        await terminal.press("pageup", "pageup", "pageup")
        await terminal.until(lambda: history.scroll_offset.y == 0)
        await terminal.press("down", "up", "down")
        await terminal.until(lambda: history.scroll_offset.y == 1)
        await terminal.press("pagedown")
        await terminal.until(lambda: history.scroll_offset.y > 1)
