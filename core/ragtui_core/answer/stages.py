"""Stages that rewrite the events of an answer, in order."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from typing import Protocol

from ragtui_core.answer_events import AnswerEvent
from ragtui_core.cancellation import in_thread
from ragtui_core.text.sanitizing import encodable


class Stage(Protocol):
    """Rewrites the events of one answer."""

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events that are final by now; after `Done` all of them, `Done` last."""


async def through(
    events: AsyncGenerator[AnswerEvent, None], stages: Sequence[Stage]
) -> AsyncGenerator[AnswerEvent, None]:
    """The events of a provider as the last of `stages` leaves them.

    In a thread: comparing takes milliseconds a document, too long for the event loop.
    """

    def rewritten(event: AnswerEvent) -> list[AnswerEvent]:
        passing = [encodable(event)]
        for stage in stages:
            passing = [final for given in passing for final in stage.take(given)]
        return passing

    async with aclosing(events):
        async for event in events:
            for final in await in_thread(rewritten, event):
                yield final
