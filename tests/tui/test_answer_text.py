"""A long answer in parts: finished ones keep their height as long as it is right."""

import asyncio

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from fakes.long_answer import markdown
from ragtui_tui.widgets.answer_markdown import AnswerMarkdown
from ragtui_tui.widgets.answer_text import AnswerText


class Page(App[None]):
    """An answer that is scrolled."""

    CSS = "AnswerText { height: auto; }"

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield AnswerText()


async def grown(pilot: Pilot[None]) -> AnswerText:
    """A long answer that has come in pieces."""
    text = pilot.app.query_one(AnswerText)
    source = markdown(1_000)
    for start in range(0, len(source), 500):
        text.feed(source[start : start + 500])
        await asyncio.sleep(0.01)
        await text._write()
        await pilot.pause()
    await text.finish()
    await pilot.pause()
    return text


def settled(text: AnswerText) -> list[AnswerMarkdown]:
    return [
        part
        for part in text.query(AnswerMarkdown)
        if part.styles.height and part.styles.height.cells
    ]


def assert_heights_are_right(text: AnswerText) -> None:
    for part in text.query(AnswerMarkdown):
        last = part.children[-1]
        ends = last.virtual_region_with_margin.bottom
        assert ends - part.size.height in (0, -1), part.source


async def test_finished_parts_are_not_measured_again() -> None:
    async with Page().run_test(size=(80, 24)) as pilot:
        text = await grown(pilot)
        assert len(settled(text)) > 1
        assert_heights_are_right(text)


async def test_another_width_measures_them_anew() -> None:
    async with Page().run_test(size=(80, 24)) as pilot:
        text = await grown(pilot)
        await pilot.resize_terminal(30, 24)
        await pilot.pause()
        assert settled(text) == []
        assert_heights_are_right(text)


async def test_parts_that_nobody_sees_are_not_measured() -> None:
    async with Page().run_test(size=(80, 24)) as pilot:
        pilot.app.query_one(VerticalScroll).display = False
        text = await grown(pilot)
        assert settled(text) == []
        pilot.app.query_one(VerticalScroll).display = True
        await pilot.pause()
        assert_heights_are_right(text)
