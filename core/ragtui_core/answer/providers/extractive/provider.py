"""The extractive provider, which needs no language model."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import replace

from ragtui_core.answer.providers.extractive.extractive_answer import (
    extractive_answer,
)
from ragtui_core.answer.providers.extractive.passage_candidates import (
    CLOSEST_CHUNKS,
)
from ragtui_core.answer.request import AnswerContext, AnswerRequest
from ragtui_core.answer.retrieval import SELECTION_CHARS
from ragtui_core.answer_events import AnswerEvent, Done, Notice, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.selection_query import query_of
from ragtui_core.search.options import SearchOptions


class ExtractiveProvider:
    """Answers with the best passages, verbatim."""

    def __init__(self, answer_context: AnswerContext) -> None:
        """Search and read what `answer_context` has."""
        self._answer_context = answer_context

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """The passages, then `Done`; see `Provider`."""
        for event in await asyncio.to_thread(self._events, answer_request):
            yield event

    def _events(self, answer_request: AnswerRequest) -> list[AnswerEvent]:
        asked, options = answer_request.standalone, answer_request.options
        if options.selection:
            # The question alone may be as short as `what is this`.
            about = query_of(options.selection.text[:SELECTION_CHARS])
            asked = f"{asked} {about}"
        chunks = self._answer_context.search(asked, _chunk_options(options.search))
        found = extractive_answer(
            asked,
            answer_request.result,
            answer_request.context,
            self._answer_context.load_embedder(),
            chunks=chunks.hits,
            read=self._answer_context.files.read,
        )
        if options.max_chars is None:
            return list(found)
        return list(_fitting(found, options.max_chars))


def _chunk_options(search: SearchOptions) -> SearchOptions:
    """For the closest chunks, with the filters, scope and location of `search`."""
    return replace(
        CLOSEST_CHUNKS,
        filters=search.filters,
        scope=search.scope,
        within=search.within,
        at=search.at,
        archived=search.archived,
    )


def _fitting(events: Iterable[AnswerEvent], max_chars: int) -> Iterator[AnswerEvent]:
    """The events without quotations that would exceed the limit.

    A quotation is dropped as a whole: half of one would not be a quotation.
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
