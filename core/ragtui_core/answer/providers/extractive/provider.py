"""The provider that needs no model: it quotes."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import replace

from ragtui_core.answer.providers.extractive.extractive_answer import (
    extractive_answer,
)
from ragtui_core.answer.providers.extractive.passage_candidates import (
    CLOSEST_CHUNKS,
)
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer.retrieval import SELECTION_CHARS, AnswerContext
from ragtui_core.answer_events import AnswerEvent, Done, Notice, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.selection_query import query_of
from ragtui_core.search.options import SearchOptions


class ExtractiveProvider:
    """Answers with the best passages, word for word."""

    def __init__(self, desk: AnswerContext, search: SearchOptions) -> None:
        """Look for passages as `search` asks: its filters, scope and place."""
        self._desk = desk
        self._search = replace(
            CLOSEST_CHUNKS,
            filters=search.filters,
            scope=search.scope,
            within=search.within,
            at=search.at,
            archived=search.archived,
        )

    async def answer(self, inquiry: AnswerRequest) -> AsyncGenerator[AnswerEvent, None]:
        """The passages, then `Done`; see `Provider`."""
        for event in await asyncio.to_thread(self._events, inquiry):
            yield event

    def _events(self, inquiry: AnswerRequest) -> list[AnswerEvent]:
        asked = inquiry.standalone
        if inquiry.selection:
            # What is asked about it may be no more than `what is this`.
            about = query_of(inquiry.selection.text[:SELECTION_CHARS])
            asked = f"{asked} {about}"
        found = extractive_answer(
            asked,
            inquiry.result,
            inquiry.context,
            self._desk.load_embedder(),
            chunks=self._desk.search(asked, self._search).hits,
            read=self._desk.files.read,
        )
        if inquiry.max_chars is None:
            return list(found)
        return list(_fitting(found, inquiry.max_chars))


def _fitting(events: Iterable[AnswerEvent], max_chars: int) -> Iterator[AnswerEvent]:
    """The events without quotations that would make the answer too long.

    A quotation is left out as a whole: half of one would be no quotation.
    """
    left, dropped = max_chars, 0
    held: list[Text] = []
    for event in events:
        if isinstance(event, Text):
            held.append(event)
            continue
        length = sum(len(each.text) for each in held)
        if isinstance(event, Citation) and length > left:
            held, dropped = [], dropped + 1
        else:
            yield from held
            left, held = left - length, []
            if isinstance(event, Done) and dropped:
                yield Notice(f"{dropped} more did not fit into {max_chars} characters.")
            yield event
