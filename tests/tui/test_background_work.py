"""Work in threads: only what is still wanted is shown."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from textual.app import App, ComposeResult

from ragtui_core import RagtuiError
from ragtui_tui.pane import BackgroundWork


class Loads(App[None]):
    """An app with nothing but a widget that loads."""

    def compose(self) -> ComposeResult:
        yield BackgroundWork()


def read(value: str) -> str:
    if value == "failed":
        raise RagtuiError(value)
    return value


@asynccontextmanager
async def loaded(
    values: list[str], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[BackgroundWork]:
    """A widget that has read values in threads, and shows them when the block ends."""
    calls: list[partial[object]] = []
    async with Loads().run_test() as pilot:
        work = pilot.app.query_one(BackgroundWork)
        monkeypatch.setattr(
            work, "call_later", lambda *call: calls.append(partial(*call))
        )
        for value in values:
            work.load(partial(read, value), shown.append, "group", failed=shown.append)
            await pilot.app.workers.wait_for_complete()
        yield work
        for call in calls:
            call()


async def test_older_work_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for values in (["first", "failed", "last"], ["first", "failed"]):
        shown: list[str] = []
        async with loaded(values, shown, monkeypatch):
            pass
        assert shown == values[-1:]


async def test_what_is_forgotten_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    async with loaded(["first"], shown, monkeypatch) as work:
        work.forget("group")
    assert shown == []
