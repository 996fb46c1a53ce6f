"""A follow-up question goes on where the conversation was."""

import json
import re
from typing import Any

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from fakes.streams import search_results
from ragtui_core import AnswerEvent, Done, Sources, Vault, open_vault
from ragtui_core.answer.recorder import replay_events
from ragtui_core.answer.request import AskOptions
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.selected_text import Selection
from ragtui_core.errors import AnswerError, ConversationNotFound
from ragtui_core.types import Lines
from support.answers import citations, collected, notices, said, search_notes
from support.log import logged
from support.vaults import open_with, vault_fixture

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\nThe pump is blue. Its impeller is changed each winter.\n",
    "boat.md": "# Boat\n\nThe boat leaks. Its pump is old.\n",
    "sail.md": "# Sail\n\nThe mainsail is torn. A patch covers the hole.\n",
}


vault = vault_fixture(NOTES)


async def asked(vault: Vault, question: str, chat: str = "") -> list[AnswerEvent]:
    return await collected(vault.ask(question, AskOptions(chat=chat)))


def chat_of(events: list[AnswerEvent]) -> str:
    done = events[-1]
    assert isinstance(done, Done)
    return done.chat


def sources_of(body: dict[str, Any]) -> list[str]:
    return [result["source"] for result in search_results(body)]


def cached_part(body: dict[str, Any]) -> list[object]:
    """What comes before the last mark for caching, without the marks."""
    blocks: list[dict[str, Any]] = []
    for message in body["messages"]:
        content = message["content"]
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        blocks += [{"role": message["role"]} | block for block in content]
    last = max(i for i, block in enumerate(blocks) if "cache_control" in block)
    kept = [{k: v for k, v in b.items() if k != "cache_control"} for b in blocks]
    return [body["system"], *kept[: last + 1]]


async def test_a_follow_up_begins_with_what_the_service_has_cached(
    vault: Vault, fake: FakeAnthropic
) -> None:
    chat = chat_of(await asked(vault, "pump"))
    await asked(vault, "And the mainsail?", chat)
    await asked(vault, "Is the boat torn?", chat)
    first, second, third = map(cached_part, fake.calls)
    assert second[: len(first)] == first
    assert third[: len(second)] == second
    assert len(first) < len(second)
    for body in fake.calls:
        assert 1 <= json.dumps(body).count('"cache_control"') <= 4


async def test_roles_alternate_without_marks(vault: Vault, fake: FakeAnthropic) -> None:
    first = await asked(vault, "pump")
    await asked(vault, "And the mainsail?", chat_of(first))
    messages = fake.calls[1]["messages"]
    assert [m["role"] for m in messages] == ["user", "assistant", "user"]
    assert "[1]" in said(first)
    assert messages[1]["content"] == re.sub(r" \[\d\]", "", said(first)).strip()
    assert messages[0]["content"][-1]["text"] == "pump"
    assert messages[2]["content"][-1]["text"].endswith("And the mainsail?")


async def test_no_document_is_sent_twice(vault: Vault, fake: FakeAnthropic) -> None:
    chat = chat_of(await asked(vault, "pump"))
    events = await asked(vault, "And the mainsail, and the pump?", chat)
    assert set(sources_of(fake.calls[0])) == {"pump.md", "boat.md"}
    assert sources_of(fake.calls[1])[:2] == sources_of(fake.calls[0])
    assert sorted(sources_of(fake.calls[1])) == ["boat.md", "pump.md", "sail.md"]
    told = events[0]
    assert isinstance(told, Sources)
    assert {source.path for source in told.sources} >= {"pump.md", "boat.md", "sail.md"}
    numbers = [source.number for source in told.sources]
    assert numbers == sorted(set(numbers))


async def test_a_file_that_changed_between_turns_is_sent_and_cited_again(
    vault: Vault, fake: FakeAnthropic
) -> None:
    chat = chat_of(await asked(vault, "pump"))
    (vault.root / "pump.md").write_text("# Pump\n\nNew. The pump is green now.\n")
    cited = citations(await asked(vault, "And the mainsail?", chat))
    assert "The pump is green now." in json.dumps(fake.calls[1])
    assert "The pump is blue." not in json.dumps(fake.calls[1]["messages"][0])
    assert_exact(vault, cited)


async def test_deleted_files_are_left_out(vault: Vault, fake: FakeAnthropic) -> None:
    chat = chat_of(await asked(vault, "pump"))
    (vault.root / "pump.md").unlink()
    cited = citations(await asked(vault, "And the mainsail?", chat))
    assert sources_of(fake.calls[1]) == ["boat.md", "sail.md"]
    assert_exact(vault, cited)


async def test_a_long_conversation_is_cut_at_its_beginning(
    vault: Vault, fake: FakeAnthropic
) -> None:
    short = open_with(vault.root, {"answer.history_tokens": 40})
    chat = chat_of(await asked(short, "pump " + "whatever " * 40))
    await asked(short, "pump again", chat)
    await asked(short, "And the mainsail?", chat)
    questions = [m["content"][-1]["text"] for m in fake.calls[2]["messages"][::2]]
    assert questions[0] == "pump again"
    assert len(questions) == 2
    none = open_with(vault.root, {"answer.history_tokens": 0})
    await asked(none, "And the mainsail?", chat)
    assert len(fake.calls[3]["messages"]) == 1


async def test_an_unknown_conversation_is_an_error(
    vault: Vault, fake: FakeAnthropic
) -> None:
    with pytest.raises(ConversationNotFound):
        await asked(vault, "pump", "20200101-aaaaaa")
    assert fake.calls == []
    assert [record["error"] for record in logged(vault)] == ["ConversationNotFound"]


async def test_extracts_of_a_follow_up_carry_the_words_on(vault: Vault) -> None:
    first = await asked(vault, "What colour is the pump?")
    events = await asked(vault, "When is its impeller changed?", chat_of(first))
    told = events[0]
    assert isinstance(told, Sources)
    assert "pump" in told.queries[0]
    (turn, other) = vault.chats.read(chat_of(first)).turns
    assert (turn.question, other.question) == (
        "What colour is the pump?",
        "When is its impeller changed?",
    )
    assert "each winter" in said(events)


async def test_ones_own_server_gets_earlier_notes_again(
    vault: Vault, server: FakeCompatible
) -> None:
    flags = {"answer.server.base_url": server.base_url}
    own = open_vault(vault.root, flags=flags)
    chat = chat_of(await asked(own, "pump"))
    await asked(own, "And the mainsail?", chat)
    messages = server.calls[1]["messages"]
    assert [m["role"] for m in messages] == ["user", "assistant", "user"]
    assert messages[0]["content"].endswith("\n\npump")
    assert messages[1]["content"] == "Every second winter."
    notes = "".join(m["content"] for m in messages)
    found = re.findall(r'id="(\d)" path="([\w.]+)"', notes)
    assert [number for number, _ in found] == ["1", "2", "3"]
    assert {path for _, path in found} == set(NOTES)


async def test_a_selection_is_between_tags_that_no_note_can_guess(
    vault: Vault, fake: FakeAnthropic
) -> None:
    selection = Selection("The \x1b[31mpump\x1b[0m hums.", 'a"b.md', Lines(3, 3))
    for _ in range(2):
        await collected(vault.ask("Why?", AskOptions(selection=selection)))
    texts = [body["messages"][-1]["content"][-1]["text"] for body in fake.calls]
    tagged = r"<(selection-\w{8}) from=\"a'b.md, line 3\">\nThe pump hums.\n</\1>"
    tags = [match[1] for text in texts if (match := re.search(tagged, text))]
    assert len(set(tags)) == 2
    assert all(text.endswith("\n\nWhy?") for text in texts)
    assert not any("hums" in body["system"] for body in fake.calls)


def assert_exact(vault: Vault, cited: list[Citation]) -> None:
    assert cited
    for citation in cited:
        text = (vault.root / citation.path).read_bytes().decode()
        assert (citation.verdict.value, citation.quote) == (
            "exact",
            citation.span.of(text),
        )


async def test_an_exchange_can_replace_the_last_ones(
    vault: Vault, fake: FakeAnthropic
) -> None:
    first = await asked(vault, "Is the pump blue?")
    chat = chat_of(first)
    await asked(vault, "And the boat?", chat)
    await asked(vault, "And the sail?", chat)
    options = AskOptions(chat=chat, turns=1)
    again = await collected(vault.ask("And the patch?", options))
    assert chat_of(again) == chat
    questions = [turn.question for turn in vault.chats.read(chat).turns]
    assert questions == ["Is the pump blue?", "And the patch?"]
    assert [summary.turns for summary in vault.chats.list()] == [2]
    assert len(fake.calls[-1]["messages"]) == 3


async def test_a_failed_one_replaces_nothing(vault: Vault, fake: FakeAnthropic) -> None:
    chat = chat_of(await asked(vault, "Is the pump blue?"))
    fake.scenario = "401"
    with pytest.raises(AnswerError):
        await collected(vault.ask("Or red?", AskOptions(chat=chat, turns=0)))
    assert len(vault.chats.read(chat).turns) == 1


async def test_sources_name_where_the_exchange_will_be_saved(
    vault: Vault, fake: FakeAnthropic
) -> None:
    events = await asked(vault, "Is the pump blue?")
    assert isinstance(events[0], Sources)
    assert events[0].chat == chat_of(events)
    kept_nowhere = await collected(vault.ask("pump?", AskOptions(keep=False)))
    assert isinstance(kept_nowhere[0], Sources)
    assert kept_nowhere[0].chat == ""


async def test_a_saved_turn_has_its_events(vault: Vault, fake: FakeAnthropic) -> None:
    events = await asked(vault, "Is the pmup blue?")
    turn = vault.chats.read(chat_of(events)).turns[0]
    again = list(replay_events(turn))
    assert said(again) == said(events).strip()
    assert citations(again) == citations(events)
    assert notices(again) == notices(events)
    assert search_notes(again) == search_notes(events) != []
    assert isinstance(again[-1], Done)
    assert again[-1].model == turn.model
