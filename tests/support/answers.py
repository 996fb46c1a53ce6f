"""Reading the events of an answer."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from ragtui_core.answer import AnswerEvent, Citation, Notice, Text


async def collected(events: AsyncGenerator[AnswerEvent, None]) -> list[AnswerEvent]:
    async with aclosing(events):
        return [event async for event in events]


def said(events: list[AnswerEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, Text))


def notices(events: list[AnswerEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Notice)]


def citations(events: list[AnswerEvent]) -> list[Citation]:
    return [event for event in events if isinstance(event, Citation)]
