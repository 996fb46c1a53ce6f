"""An answer can be stopped at any moment; that is no error, and it is written down."""

import asyncio
from contextlib import aclosing

import pytest

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Done, Sources, Text, Vault
from ragtui_models import answer_stream
from support.answers import collected
from support.log import logged


async def assert_stops(task: asyncio.Task[object]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_while_the_service_is_silent(vault: Vault, fake: FakeAnthropic) -> None:
    fake.scenario = "mute"
    task = asyncio.create_task(collected(vault.ask("pump")))
    assert await asyncio.to_thread(fake.asked.wait, 10)
    await assert_stops(task)
    assert await asyncio.to_thread(fake.disconnected.wait, 10)
    assert [(r["error"], r["answer"]) for r in logged(vault)] == [("cancelled", "")]
    assert vault.chats.list() == ()


@pytest.mark.parametrize("scenario", ["silence", "stall", "pings"])
async def test_in_the_middle_of_the_text(
    vault: Vault, fake: FakeAnthropic, scenario: str
) -> None:
    fake.scenario = scenario
    has_begun = asyncio.Event()

    async def read() -> None:
        written = ""
        async with aclosing(vault.ask("pump")) as events:
            async for event in events:
                written += event.text if isinstance(event, Text) else ""
                if written.startswith("Here is what"):
                    has_begun.set()

    task = asyncio.create_task(read())
    await has_begun.wait()
    await assert_stops(task)
    assert await asyncio.to_thread(fake.disconnected.wait, 10)
    (record,) = logged(vault)
    assert record["error"] == "cancelled"
    assert record["answer"].startswith("Here is what")
    (turn,) = vault.chats.read(record["chat"]).turns
    assert (turn.error, turn.answer) == ("cancelled", record["answer"])


async def test_between_two_attempts(
    vault: Vault, fake: FakeAnthropic, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_waiting = asyncio.Event()

    def long_delay(*_: object) -> float:
        is_waiting.set()
        return 600.0

    monkeypatch.setattr(answer_stream, "retry_delay", long_delay)
    fake.scenario = "529"
    task = asyncio.create_task(collected(vault.ask("pump")))
    await is_waiting.wait()
    await assert_stops(task)
    assert len(fake.calls) == 1
    assert [record["error"] for record in logged(vault)] == ["cancelled"]


async def test_before_anything_was_sent(vault: Vault, fake: FakeAnthropic) -> None:
    async with aclosing(vault.ask("pump")) as events:
        assert isinstance(await anext(events), Sources)
    assert fake.calls == []
    (record,) = logged(vault)
    assert (record["error"], len(record["sources"])) == ("cancelled", 2)


async def test_who_leaves_after_the_last_event_has_cancelled_nothing(
    vault: Vault, fake: FakeAnthropic
) -> None:
    async with aclosing(vault.ask("pump")) as events:
        async for event in events:
            if isinstance(event, Done):
                break
    assert [record["error"] for record in logged(vault)] == [""]
