"""Times of questions: what providers are told of them, and what follow-ups keep."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from ragtui_core import AskOptions, SearchOptions, Sources, Vault, open_vault
from ragtui_core.answer import answer_as_json, event_as_json
from ragtui_core.answer.follow_up import turns_of
from support.answers import collected, said, search_notes

TODAY = date(2026, 11, 27)

FILES = {
    "journal/2026-11-25.md": "# Wednesday\n\nMain goal: the grant. Anna called.\n",
    "journal/2026-11-18.md": "# Wednesday\n\nMain goal: the roof. Anna wrote.\n",
    "journal/2026-10-07.md": "# Wednesday\n\nMain goal: the fence. Anna came.\n",
    "minutes.md": "---\ndate: 2026-11-17\nupdated: 2026-11-20\n---\n\n"
    "# Main goals\n\nThe main goal of Anna is slate.\n",
    "goals.md": "# Goals\n\nA main goal is one that Anna knows.\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def opened(root: Path, **flags: str) -> Iterator[Vault]:
    named = {f"answer.{name}": value for name, value in flags.items()}
    vault = open_vault(root, flags=named, today=lambda: TODAY)
    vault.index(embed=False)
    yield vault
    vault.close()


@pytest.fixture
def vault(root: Path) -> Iterator[Vault]:
    yield from opened(root, provider="extractive")


async def asked(vault: Vault, *questions: str, dates: bool = True) -> Sources:
    """The sources of the last of several questions of one conversation."""
    options = AskOptions(search=SearchOptions(dates=dates))
    found = Sources(())
    for question in questions:
        first, *_ = await collected(vault.ask(question, options))
        assert isinstance(first, Sources)
        found, options = first, replace(options, chat=first.chat)
    return found


OF_LAST_WEEK = {"journal/2026-11-18.md", "minutes.md"}
FIRST = "What was my main goal last week?"


async def test_a_time_is_an_event_and_in_json(vault: Vault) -> None:
    events = await collected(vault.ask(FIRST))
    shown = answer_as_json(FIRST, events, 1)
    assert shown["time"] == event_as_json(events[0])["time"]
    assert shown["time"]["shown"] == "16–22 Nov 2026"
    assert shown["time"]["words"] == "last week"
    assert any("16–22 Nov 2026" in note for note in search_notes(events))
    [minutes] = [s for s in shown["sources"] if s["path"] == "minutes.md"]
    assert (minutes["date"], minutes["changed"]) == ("2026-11-17", "2026-11-20")


async def test_what_is_kept_is_said_and_without_dates_nothing_is(vault: Vault) -> None:
    found = await asked(vault, FIRST)
    events = await collected(vault.ask("And Anna?", AskOptions(chat=found.chat)))
    assert "Only documents of 16–22 Nov 2026 were searched (as in the question " in (
        " ".join(search_notes(events))
    )
    assert "2026-10-07" not in said(events)
    found = await asked(vault, FIRST, "And Anna?", dates=False)
    assert found.time is None
    assert "goals.md" in {source.path for source in found.sources}


async def test_a_time_of_a_conversation_not_stored_is_kept(vault: Vault) -> None:
    options = AskOptions(earlier=((FIRST, "The roof."), ("And Anna?", "She wrote.")))
    found, *_ = await collected(vault.ask("And what of it?", options))
    assert isinstance(found, Sources)
    assert found.time
    assert found.time.shown == "16–22 Nov 2026"
    first, second = turns_of(options.earlier, TODAY)
    assert "last" not in second.query
    assert first.searched_time


async def test_claude_is_told_day_and_dates(root: Path, fake: FakeAnthropic) -> None:
    for vault in opened(root, provider="claude"):
        found = await asked(vault, FIRST, "And Anna?")
        assert {source.path for source in found.sources} == OF_LAST_WEEK
    for body in fake.calls:
        text = body["messages"][-1]["content"][-1]["text"]
        assert "Today is Friday, 2026-11-27." in text
        assert "date: 2026-11-17; changed: 2026-11-20" in text
        assert "2026-11-27" not in body["system"]


async def test_a_server_is_told_the_day_and_the_dates_of_notes(
    root: Path, server: FakeCompatible
) -> None:
    url = {"server.base_url": server.base_url, "server.model": "a-model"}
    for vault in opened(root, provider="compatible", **url):
        await asked(vault, "What is the goal of Anna?")
    [body] = server.calls
    text = body["messages"][-1]["content"]
    assert "Today is Friday, 2026-11-27.\n\nWhat is" in text
    assert 'path="minutes.md" date="2026-11-17" changed="2026-11-20"' in text
    # The file's time is not the note's.
    assert 'path="goals.md">' in text
