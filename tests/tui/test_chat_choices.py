"""What is asked, who answers: shown, and changed by a key, a click or a message."""

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.streams import search_results
from fakes.tool_caller import FakeToolCaller
from ragtui_core import Vault, open_vault
from ragtui_core.answer.servers.model_servers import (
    ModelServer,
    ServedModel,
    ServerKind,
)
from ragtui_core.answer_events import Sources
from ragtui_core.settings import config_path
from ragtui_core.types import Lines
from ragtui_tui.chat_view import chat_pane
from ragtui_tui.dialogs.conversation_list import ConversationsDialog
from ragtui_tui.messages import AskQuestion
from ragtui_tui.question_scope import QuestionScope, ScopeKind
from support.chatting import QUESTION, answered, exchanges, is_over
from support.openings import recorded_openings
from support.screens import OpenApp, Terminal


def chip(terminal: Terminal, name: str) -> str:
    return str(terminal.main.query_one(f"#chip-{name}").render())


def sources(terminal: Terminal) -> set[str]:
    """The files of all sources of the last answer."""
    events = exchanges(terminal)[-1].events
    (found,) = [event for event in events if isinstance(event, Sources)]
    return {source.path for source in found.sources}


SCOPES: list[tuple[QuestionScope | None, str, set[str]]] = [
    (
        None,
        "whole vault",
        {"decisions/cells.md", "handbook.md", "howto/wiper.md", "people/zoe.md"},
    ),
    (QuestionScope(ScopeKind.FOLDER, "howto"), "folder howto/", {"howto/wiper.md"}),
    (
        QuestionScope(ScopeKind.FILE, "people/zoe.md"),
        "people/zoe.md",
        {"people/zoe.md"},
    ),
    (
        QuestionScope(
            ScopeKind.RESULTS,
            query="battery",
            paths=("decisions/cells.md", "handbook.md"),
        ),
        "2 results for “battery”",
        {"decisions/cells.md", "handbook.md"},
    ),
    (
        QuestionScope(ScopeKind.RESULTS, query="tag:power", filters=("tag:power",)),
        "all results for “tag:power”",
        {"decisions/cells.md"},
    ),
]


async def test_a_question_is_put_to_a_scope_and_a_new_one_to_the_whole_vault(
    vault: Vault, open_app: OpenApp
) -> None:
    asked = "What about the battery, Zoë, buoys and wipers?"
    zoe = QuestionScope(ScopeKind.FILE, "people/zoe.md")
    async with open_app(vault, (130, 40)) as terminal:
        await terminal.goes_to("chat", "f4")
        for scope, words, expected in SCOPES:
            terminal.main.post_message(AskQuestion(asked, scope))
            await terminal.until(lambda words=words: words in chip(terminal, "scope"))  # type: ignore[misc]
            await terminal.until(lambda: exchanges(terminal))
            await terminal.until(lambda: is_over(terminal))
            assert sources(terminal) == expected
            assert len(exchanges(terminal)) == 1  # Of a conversation of its own.
        question = "Which bearing grease does the turbine need?"
        terminal.main.post_message(AskQuestion(question, zoe))
        await terminal.until(lambda: is_over(terminal))
        assert "people/zoe.md" in chip(terminal, "scope")
        await terminal.press("ctrl+n")
        await terminal.until(lambda: "whole vault" in chip(terminal, "scope"))
        await answered(terminal, question)
        await terminal.press("ctrl+n")
        terminal.main.post_message(AskQuestion(QUESTION, zoe))
        told = "Sources: only file people/zoe.md"
        await terminal.sees(told)
        await terminal.until(lambda: is_over(terminal))
        await terminal.press("ctrl+n")
        terminal.main.post_message(AskQuestion(scope=zoe))
        await terminal.until(lambda: "people/zoe.md" in chip(terminal, "scope"))
        await terminal.press("f6")
        await terminal.until(
            lambda: isinstance(terminal.app.screen, ConversationsDialog)
        )
        await terminal.press("enter")
        await terminal.until(lambda: len(exchanges(terminal)) == 1)
        await terminal.until(lambda: "whole vault" in chip(terminal, "scope"))
        await terminal.sees(told)


async def test_a_passage_is_sent_and_the_scope_chosen_from_a_list(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (130, 40)) as terminal:
        text = "Zoë leads the laboratory and calibrates sondes."
        scope = QuestionScope(ScopeKind.PASSAGE, "people/zoe.md", text, Lines(3, 3))
        terminal.main.post_message(AskQuestion(scope=scope))
        await terminal.sees("passage in people/zoe.md:3")
        assert terminal.view == "chat"
        assert not exchanges(terminal)
        await terminal.sees("● passage in people/zoe.md:3", "ctrl+s")
        await terminal.press("up", "enter")
        await terminal.until(lambda: "whole vault" in chip(terminal, "scope"))
        terminal.main.post_message(AskQuestion(scope=scope))
        await terminal.until(lambda: "passage in" in chip(terminal, "scope"))
        await answered(terminal, "What does she do?")
        sent = service.calls[0]["messages"][-1]["content"][-1]["text"]
        assert text in sent
        assert "people/zoe.md, line 3" in sent
        await terminal.sees("folder decisions/", "ctrl+n", "ctrl+s")
        await terminal.type("zoe")
        await terminal.until(lambda: "folder decisions/" not in terminal.text)
        await terminal.press("down", "enter")
        await terminal.until(lambda: "passage" not in chip(terminal, "scope"))
        assert "people/zoe.md" in chip(terminal, "scope")
        await answered(terminal, "Who leads the laboratory?")
        assert sources(terminal) == {"people/zoe.md"}
        await terminal.click("#chip-scope")
        await terminal.sees("Ask about")
        await terminal.type("whole")
        await terminal.until(lambda: "folder decisions/" not in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: "whole vault" in chip(terminal, "scope"))


async def test_shown_values_are_offered_first(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await terminal.sees("● whole vault", "f4", "ctrl+s")
        assert "shown now" not in terminal.text
        await terminal.press("escape", "f2")
        await terminal.search("lithium battery")
        await terminal.sees("cells.md:", "enter")
        start = next(
            (row.index("The lithium"), y)
            for y, row in enumerate(terminal.rows)
            if "The lithium" in row
        )
        await terminal.drag(start, (start[0] + 20, start[1]))
        await terminal.sees("shown now", "f4", "ctrl+s")
        rows = [row for row in terminal.rows if "shown now" in row]
        expected = (
            "passage in decisions/cells.md:17  ",
            "  decisions/cells.md  ",
            "passage in decisions/cells.md:",
            "results for “lithium battery”",
        )
        assert len(rows) == len(expected)
        for row, words in zip(rows, expected, strict=True):
            assert words in row
        await terminal.press("down", "enter")
        await terminal.until(lambda: "cells.md:17" in chip(terminal, "scope"))
        await terminal.sees("results for", "f2", "f4", "ctrl+s")
        first = next(row for row in terminal.rows if "shown now" in row)
        assert "results for “lithium battery”" in first


async def test_who_answers_is_shown_and_what_the_others_lack(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = recorded_openings(monkeypatch, "")
    model = ServedModel("qwen", 8192, 14.0, calls_tools=True)
    found = [ModelServer(ServerKind.OLLAMA, "http://127.0.0.1:9", (model,))]
    monkeypatch.setattr(chat_pane, "running_servers", lambda: found)
    async with open_app(vault, (110, 30)) as terminal:
        await terminal.press("f4")
        assert "exact extracts" in chip(terminal, "model")
        await terminal.sees("no key: set ANTHROPIC_API_KEY", "ctrl+t")
        assert "no server: set answer.server.base_url" in terminal.text
        await terminal.type("claude")
        await terminal.press("enter")
        assert "Who answers" in terminal.text
        await terminal.press("escape")
        assert "exact extracts" in chip(terminal, "model")
        assert opened == []
        await terminal.sees("this computer's servers", "ctrl+t")
        await terminal.press(*"servers")
        await terminal.sees("qwen · Ollama", "enter")
        await terminal.press("enter")
        await terminal.until(lambda: "qwen" in chip(terminal, "model"))
    assert 'model = "qwen"' in config_path().read_text("utf-8")


async def test_another_model_answers_from_now_on_and_at_the_next_start(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async def choose(key: str, typed: str) -> None:
        await terminal.sees("Enter chooses", key)
        await terminal.type(typed)
        await terminal.press("enter")
        await terminal.until(lambda: "Enter chooses" not in terminal.text)

    async with open_app(vault, (120, 40)) as terminal:
        await answered(terminal)
        await choose("ctrl+t", "haiku")
        assert "haiku" in chip(terminal, "model")
        await answered(terminal, "And the wiper?")
        assert "haiku" not in service.calls[0]["model"]
        assert "haiku" in service.calls[1]["model"]
        assert len(search_results(service.calls[1])) >= 1
        await choose("ctrl+s", "zoe")
        await terminal.press("ctrl+q")
    async with open_app(vault, (120, 40)) as terminal:
        await terminal.press("f4")
        assert not exchanges(terminal)
        assert "new conversation" in chip(terminal, "chats")
        assert "haiku" in chip(terminal, "model")
        assert "whole vault" in chip(terminal, "scope")
        await terminal.sees("Claim two", "f6", "enter")
        assert "How long does" in chip(terminal, "chats")
        await terminal.press("up")
        assert "And the wiper?" in terminal.text.splitlines()[-4]
        await terminal.press("enter")
        await terminal.until(lambda: len(service.calls) == 3)
        await terminal.until(lambda: is_over(terminal))
        await choose("ctrl+t", "extracts")
        await answered(terminal, "And the lithium battery?")
        assert len(service.calls) == 3
    (chat,) = vault.chats.list()
    assert chat.turns == 4


async def test_a_model_of_ones_own_server_searches_by_itself_when_switched_on(
    vault: Vault, open_app: OpenApp
) -> None:
    calls = [("search_files", {"query": "battery"}), ("sum_rows", {"column": "price"})]
    with FakeToolCaller(calls) as server:
        flags = {
            "answer.server.base_url": server.base_url,
            "answer.server.model": "qwen",
        }
        opened = open_vault(vault.root, flags=flags)
        async with open_app(opened, (80, 24)) as terminal:
            await terminal.press("f4")
            assert "your server · qwen" in chip(terminal, "model")
            await terminal.press("ctrl+g")
            await terminal.until(
                lambda: "searches · your server" in chip(terminal, "model")
            )
            await answered(terminal)
            steps = str(exchanges(terminal)[-1].query_one(".steps").render())
            assert "1. search_files(query='battery'): " in steps
            assert "2. sum_rows(column='price'): `path` is missing" in steps
            await terminal.press("ctrl+g")
            await terminal.until(lambda: "searches" not in chip(terminal, "model"))
        opened.close()
