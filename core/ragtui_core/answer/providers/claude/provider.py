"""Streamed answers by Claude, with citations of exact spans of files."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

from ragtui_core.answer.providers.claude.request_builder import claude_request
from ragtui_core.answer.providers.claude.stream_reader import ClaudeReader
from ragtui_core.answer.providers.messages_api.answer_stream import (
    AnswerStream,
)
from ragtui_core.answer.providers.messages_api.service_errors import CLAUDE
from ragtui_core.answer.request import AnswerContext, AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Cost, Done
from ragtui_core.citations.citer import Citer
from ragtui_core.settings.schema import AnswerSettings

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
