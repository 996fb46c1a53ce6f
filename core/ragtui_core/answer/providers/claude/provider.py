"""Streamed answers by Claude, with citations of exact spans of files.

Citations may arrive before the text that they belong to, so they are buffered until
their block ends; then their marks follow its text.
"""

from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from ragtui_core.answer.providers.claude.request_builder import claude_request
from ragtui_core.answer.providers.messages_api.answer_stream import (
    AnswerStream,
)
from ragtui_core.answer.providers.messages_api.message_reader import (
    MessageReader,
    part,
    words,
)
from ragtui_core.answer.providers.messages_api.prompt_sanitizer import (
    PromptDocument,
)
from ragtui_core.answer.providers.messages_api.service_errors import CLAUDE
from ragtui_core.answer.request import AnswerContext, AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Cost, Done, Mark, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.settings.schema import AnswerSettings
from ragtui_core.types import Span

NAME = "claude"

_COSTS = {"haiku": Cost.LOW, "sonnet": Cost.MEDIUM}
"""Cost by model family; all other families are more expensive."""


class ClaudeProvider:
    """Calls Claude with the key and address that the SDK finds."""

    def __init__(self, answer_context: AnswerContext) -> None:
        """Verify quotations against the files of `answer_context`."""
        self._settings = answer_context.settings
        self._files = answer_context.files

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Stream the answer; see `Provider`."""
        request = claude_request(answer_request, self._settings)
        stream = AnswerStream(
            partial(_client, self._settings),
            request.body,
            lambda: ClaudeReader(request.sent, Citer(self._files)),
            self._settings,
            CLAUDE,
        )
        async with aclosing(stream.events()) as events:
            async for event in events:
                yield event
        model = stream.reader.model or request.body["model"]
        yield Done(
            NAME,
            model,
            answer_request.result.confidence,
            stream.reader.usage,
            cost_of(model),
            stream.error.kind if stream.error else "",
        )


def cost_of(model: str) -> Cost:
    """The cost class of a model of Claude."""
    return next((c for family, c in _COSTS.items() if family in model), Cost.HIGH)


def _client(settings: AnswerSettings) -> Any:
    import anthropic
    import httpx2

    timeout = httpx2.Timeout(None, connect=settings.connect_timeout)
    return anthropic.AsyncAnthropic(timeout=timeout, max_retries=0)


class ClaudeReader(MessageReader):
    """Reads one answer about the `search_result` blocks of a request."""

    def __init__(self, sent: Sequence[PromptDocument], citer: Citer) -> None:
        """Read an answer about the `sent` documents, in the order of the request."""
        super().__init__()
        self._sent = sent
        self._citer = citer
        self._pending: dict[int, list[Any]] = defaultdict(list)

    def _text(self, text: str) -> Iterator[AnswerEvent]:
        if text:
            yield Text(text)

    def _citation(self, index: int, citation: Any) -> None:
        self._pending[index].append(citation)

    def _block_end(self, index: int) -> Iterator[AnswerEvent]:
        """Marks and citations of a text block, each passage once."""
        seen: set[int] = set()
        for raw in self._pending.pop(index, []):
            if part(raw, "type") != "search_result_location":
                continue
            citation, is_new = self._cited(raw)
            if citation.number in seen:
                continue
            seen.add(citation.number)
            yield Mark(f" [{citation.number}]")
            if is_new:
                yield citation

    def _cited(self, raw: Any) -> tuple[Citation, bool]:
        """The checked citation, and whether its passage is newly cited."""
        quoted = words(raw, "cited_text")
        place = self._place(raw)
        if place is None:
            return self._citer.not_sent(words(raw, "source"), quoted)
        item, first, last = place
        span = Span(item.passages[first].span.start, item.passages[last].span.end)
        document = item.text.document
        sent = "".join(item.blocks[first : last + 1])
        # If the service repeats the sent text, quote the file itself.
        quote = span.of(document.text) if quoted == sent else quoted
        headings = item.passages[first].heading_path
        return self._citer.at(quote, span, headings, document)

    def _place(self, raw: Any) -> tuple[PromptDocument, int, int] | None:
        """The document and its first and last passage, if they were sent."""
        names = ("search_result_index", "start_block_index", "end_block_index")
        named = tuple(part(raw, name) for name in names)
        if not all(isinstance(index, int) for index in named):
            return None
        index, first, end = named
        if not 0 <= index < len(self._sent):
            return None
        item = self._sent[index]
        return (item, first, end - 1) if 0 <= first < end <= len(item.blocks) else None
