"""Reading the events of an answer, and one of them."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from ragtui_core.answer import AnswerEvent, Citation, Notice, Text, Verdict
from ragtui_core.model import Lines, Span

CITATION = Citation(
    number=1,
    path="products/pump.md",
    span=Span(20, 66),
    lines=Lines(3, 3),
    heading_path=("Pump", "Service"),
    quote="Its *impeller* is changed every second winter.",
    verdict=Verdict.EXACT,
)


async def collected(events: AsyncGenerator[AnswerEvent, None]) -> list[AnswerEvent]:
    async with aclosing(events):
        return [event async for event in events]


def said(events: list[AnswerEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, Text))


def notices(events: list[AnswerEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Notice)]


def citations(events: list[AnswerEvent]) -> list[Citation]:
    return [event for event in events if isinstance(event, Citation)]
