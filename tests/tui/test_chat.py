"""Asking: extracts without a key, Claude's stream, stopping, failures."""

import re
import threading

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.long_answer import long_answer
from fakes.streams import SHAPES
from ragtui_core import Vault
from ragtui_core.answer.providers.extractive import abstention
from ragtui_core.answer_events import WEAK_EVIDENCE
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_tui.chat_view.conversation_view import ConversationView
from ragtui_tui.chat_view.exchange import Exchange
from ragtui_tui.chat_view.passage_list import PassageList
from support.chatting import QUESTION, answered, ask, box, exchanges, is_over
from support.screens import OpenApp, Terminal
from support.vaults import MakeVault


async def ask_and_wait_in_vain(terminal: Terminal, service: FakeAnthropic) -> None:
    """Put a question whose answer stops coming after its first claim."""
    service.scenario = "stall"
    await ask(terminal)
    await terminal.until(lambda: "Claim one" in terminal.text)


async def test_without_a_key_extracts_answer(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 60)) as terminal:
        await terminal.press("f4")
        assert "Ask your notes a question" in terminal.text
        await ask(terminal)
        await terminal.until(lambda: "no language model" in terminal.text)
        assert "Ask your notes a question" not in terminal.text
        assert "twenty-six months" in terminal.text
        assert "✓ verified" in terminal.text
        assert "decisions/cells.md" in terminal.text


async def test_a_further_question_follows_up_until_a_new_chat_begins(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await answered(terminal)
        await answered(terminal, "And who decided it?")
        await terminal.press("ctrl+n")
        await terminal.until(lambda: "Ask your notes a question" in terminal.text)
        await answered(terminal, "Who is the keeper?")
        await terminal.until(lambda: len(vault.chats.list()) == 2)
    turns = [chat.turns for chat in vault.chats.list()]
    assert sorted(turns) == [1, 2]


async def test_words_of_the_conversation_are_shown_and_can_be_removed(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 90)) as terminal:
        first = await answered(terminal)
        assert not first.is_rewritten
        second = await answered(terminal, "And the wiper?")
        assert second.is_rewritten
        words = "Searched for: And the wiper? lithium battery last harbour"
        await terminal.until(lambda: words in terminal.text)
        await terminal.click_words("✕ search without these words")
        await terminal.until(lambda: second not in exchanges(terminal))
        await terminal.until(lambda: is_over(terminal))
        assert "Searched for:" not in terminal.text
        assert [e.question for e in exchanges(terminal)] == [QUESTION, "And the wiper?"]
    turns = vault.chats.latest().turns  # type: ignore[union-attr]
    assert [turn.query for turn in turns] == [QUESTION, "And the wiper?"]


async def test_sources_are_one_line_until_they_are_opened(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    files = {f"pump-{n}.md": f"# Pump {n}\n\nSeal of pump {n}.\n" for n in range(9)}
    vault = make_vault(dict(files))
    vault.index(embed=False)
    async with open_app(vault, (100, 60)) as terminal:
        await answered(terminal, "Which seal does the pump have?")
        await terminal.until(lambda: "▸ 9 sources  Pump " in terminal.text)
        assert " · 6 more" in terminal.text
        sources = terminal.main.query(PassageList).first()
        assert sources.size.height == sources.option_count == 1
        sources.focus()
        await terminal.press("enter")
        await terminal.until(lambda: sources.option_count == 9)
        assert "more" not in terminal.text
        scores = [float(str(row.text).split()[0]) for row in sources.rows]
        assert scores == sorted(scores, reverse=True)
        assert sources.highlighted == 0


async def test_a_complete_answer_is_seen_from_its_beginning(
    vault: Vault,
    open_app: OpenApp,
    service: FakeAnthropic,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SHAPES, "long", long_answer(300))
    async with open_app(vault) as terminal:
        await answered(terminal)
        service.scenario = "long"
        exchange = await answered(terminal, "And the wiper?")
        top = terminal.main.query_one("#history").region.y
        await terminal.until(lambda: top <= exchange.region.y <= top + 1)
        await terminal.until(lambda: "And the wiper?" in terminal.text)


async def test_the_numbers_are_those_of_quotations_alone(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        exchange = await answered(terminal)
        sources, quotations = exchange.query(PassageList)
        assert all(re.match(r"\d\.\d\d  ", str(row.text)) for row in sources.rows)
        numbers = [str(row.text).split()[0] for row in quotations.rows]
        assert numbers == ["1", "2"]
        marks = re.findall(r"\[(\d+).\]", "\n".join(terminal.answer_rows))
        assert marks == numbers


async def test_sources_open_in_the_reader(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await answered(terminal)
        await terminal.press("shift+tab", "shift+tab")
        assert isinstance(terminal.app.focused, PassageList)
        assert terminal.app.focused.border_title == "Sources"
        path = terminal.app.focused.rows[0].path
        await terminal.press("enter", "j", "k", "enter")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: f"{path}:" in terminal.text)


async def test_claude_answers_with_quotations_that_were_checked(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "Claim two" in terminal.text)
        await terminal.until(lambda: "claude-" in terminal.text)
        assert "Here is what your notes say" in terminal.text
        assert "▸ 2 quotations  2 ¶ passage found" in terminal.text
        assert len(service.calls) == 1


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_an_answer_can_be_stopped(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic, key: str
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await ask_and_wait_in_vain(terminal, service)
        assert "Stop" in terminal.rows[-1]
        await terminal.press(key)
        await terminal.until(lambda: "stopped" in terminal.text)
        assert "Claim one" in terminal.text
        await terminal.until(lambda: is_over(terminal))
        await terminal.until(service.disconnected.is_set)
        assert terminal.view == "chat"


async def test_a_question_sent_during_an_answer_waits_for_it(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        service.pace = threading.TIMEOUT_MAX  # the rest comes when it is released
        await ask(terminal)
        await terminal.until(service.asked.is_set)
        await ask(terminal, "And the wiper?")
        await ask(terminal, "And the anchor?")
        await terminal.until(lambda: box(terminal).text == "")
        assert len(exchanges(terminal)) == 1
        service.released.set()
        await terminal.until(lambda: is_over(terminal))
        found = exchanges(terminal)
        assert [each.question for each in found[1:]] == [
            "And the wiper?",
            "And the anchor?",
        ]
        assert all(each.text for each in found)
        history = service.calls[1]["messages"]
        assert len(history) > 1  # it follows up the complete answer


async def test_the_answer_to_a_question_that_waited_is_followed(
    vault: Vault,
    open_app: OpenApp,
    service: FakeAnthropic,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SHAPES, "long", long_answer(300))
    service.scenario = "long"
    async with open_app(vault) as terminal:
        await answered(terminal)
        first = await answered(terminal, "And the wiper?")
        history = terminal.main.query_one(ConversationView)
        await history.begin("And the anchor?")
        history.settle(first)  # it is shown only after the next refresh
        await terminal.rest(0)
        await terminal.rest(0)
        assert history.scroll_y == history.max_scroll_y


async def test_a_question_that_waits_comes_back_when_one_stops(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await ask_and_wait_in_vain(terminal, service)
        await ask(terminal, "And the wiper?")
        await terminal.until(lambda: box(terminal).text == "")
        await terminal.press("escape")
        await terminal.until(lambda: is_over(terminal))
        assert box(terminal).text == "And the wiper?"
        assert len(exchanges(terminal)) == 1


async def test_notices_are_shown(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "uncited"
    async with open_app(vault, (100, 40)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "quotes no file" in terminal.text)


async def test_weak_evidence_names_its_quotation(
    make_vault: MakeVault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(abstention, "WEAK_BELOW", 1.0)
    vault = make_vault({"a.md": "# Pump\n\nThe impeller is changed in winter.\n"})
    async with open_app(vault, (100, 40)) as terminal:
        await answered(terminal, "How often is the impeller replaced?")
        assert f"{WEAK_EVIDENCE} [1]" in terminal.text


async def test_an_empty_question_is_not_asked(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await ask(terminal, "   ")
        assert not terminal.main.query(Exchange)


async def test_the_conversation_scrolls(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (60, 20)) as terminal:
        await answered(terminal)
        history = terminal.main.query_one("#history")
        await terminal.press("pageup", "pageup", "pageup")
        await terminal.until(lambda: history.scroll_offset.y == 0)
        await terminal.press("shift+tab", "shift+tab", "shift+tab")
        assert isinstance(terminal.app.focused, Exchange)
        await terminal.press("down", "k", "j")
        await terminal.until(lambda: history.scroll_offset.y == 1)
        await terminal.press("pagedown")
        await terminal.until(lambda: history.scroll_offset.y > 1)


async def test_sources_come_before_the_first_word(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "mute"
    async with open_app(vault, (100, 40)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "▸ 4 sources  Primary cells" in terminal.text)
        assert not is_over(terminal)
        await terminal.until(service.asked.is_set)
        await terminal.press("escape")
        await terminal.until(service.disconnected.is_set)


async def test_an_answer_can_be_regenerated(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await answered(terminal)
        await answered(terminal, "And the wiper?")
        await terminal.press("ctrl+r")
        await terminal.until(lambda: len(service.calls) == 3)
        await terminal.until(lambda: is_over(terminal))
        asked = [exchange.question for exchange in exchanges(terminal)]
    (chat,) = vault.chats.list()
    turns = vault.chats.read(chat.id).turns
    assert [turn.question for turn in turns] == asked
    assert len(turns) == 2
    assert len(service.calls[-1]["messages"]) == 3


async def test_a_question_is_edited_and_sent_again(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 60)) as terminal:
        first = await answered(terminal)
        await answered(terminal, "And the wiper?")
        first.focus()
        await terminal.press("e")
        assert box(terminal).text == first.question
        assert len(terminal.main.query(".-edited")) == 2
        await terminal.press("escape")
        assert box(terminal).text == ""
        assert not terminal.main.query(".-edited")
        await terminal.press("ctrl+l")
        assert box(terminal).text == "And the wiper?"
        first.focus()
        await terminal.press("e", "end", "space", "w", "h", "y", "enter")
        await terminal.until(lambda: len(exchanges(terminal)) == 1)
        await terminal.until(lambda: is_over(terminal))
        (edited,) = exchanges(terminal)
        assert edited.question.endswith("harbour? why")
    (chat,) = vault.chats.list()
    assert [turn.question for turn in vault.chats.read(chat.id).turns] == [
        edited.question
    ]


async def test_a_stopped_answer_is_followed_up(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await ask_and_wait_in_vain(terminal, service)
        await terminal.press("escape")
        await terminal.until(lambda: is_over(terminal))
        service.scenario = "cited"
        await answered(terminal, "And the wiper?")
    (chat,) = vault.chats.list()
    assert chat.turns == 2


async def test_corrections_of_the_search_are_reported(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        exchange = await answered(terminal, "How long does the lithum battery last?")
        notes = str(exchange.query_one(".notes").render())
        assert "Showing results for" in notes
        assert not exchange.query(".notice.-severe")


async def test_an_answer_is_copied_with_and_without_quotations(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        exchange = await answered(terminal)
        exchange.focus()
        await terminal.press("y")
        assert terminal.app.clipboard == exchange.text
        assert "Claim one [1]" in terminal.app.clipboard
        await terminal.press("Y")
        assert terminal.app.clipboard.startswith(exchange.text)
        assert len(read_citations(terminal.app.clipboard)) == 2


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


async def test_a_short_answer_stays_at_the_top(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await answered(terminal)
        assert QUESTION in terminal.rows[2]
