"""Reading the events of an answer, and one of them."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from ragtui_core import AnswerEvent, Notice, NoticeKind, Text
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.types import Lines, Span

CITATION = Citation(
    number=1,
    path="products/pump.md",
    span=Span(20, 66),
    lines=Lines(3, 3),
    heading_path=("Pump", "Service"),
    quote="Its *impeller* is changed every second winter.",
    verdict=Verdict.EXACT,
    quoted=True,
)

NOTES: dict[str, str | bytes] = {
    "pump.md": (
        "# Pump\n\nThe pump is blue. Its *impeller* is changed every second winter.\n\n"
        "| part | price |\n|---|---|\n| seal | 12 |\n"
    ),
    "boat.md": "# Boat\r\n\r\nThe boat leaks. \x1b[31mIts pump\x1b[0m is old.\r\n",
}


async def collected(events: AsyncGenerator[AnswerEvent, None]) -> list[AnswerEvent]:
    async with aclosing(events):
        return [event async for event in events]


def said(events: list[AnswerEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, Text))


def notices(events: list[AnswerEvent]) -> list[str]:
    """About the answer itself."""
    return _texts_of(events, NoticeKind.ANSWER)


def search_notes(events: list[AnswerEvent]) -> list[str]:
    """How its sources were found."""
    return _texts_of(events, NoticeKind.SEARCH)


def _texts_of(events: list[AnswerEvent], kind: NoticeKind) -> list[str]:
    return [e.text for e in events if isinstance(e, Notice) and e.kind is kind]


def citations(events: list[AnswerEvent]) -> list[Citation]:
    return [event for event in events if isinstance(event, Citation)]
