"""Answers by Claude, streamed, with citations that name spans of files."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from ragtui_core.answer.claude_errors import answer_error, retry_delay
from ragtui_core.answer.claude_stream import StreamReader
from ragtui_core.answer.context import Context
from ragtui_core.answer.events import AnswerEvent, Done, Notice
from ragtui_core.answer.request import request, sendables
from ragtui_core.errors import AnswerError
from ragtui_core.model import SearchResult
from ragtui_core.settings import AnswerSettings

NAME = "claude"

CONNECT_SECONDS = 10.0
STALL_SECONDS = 60.0
"""Without a byte for so long, a stream counts as broken."""

RETRIES = 2
"""Before the first word; afterwards a person decides."""


async def claude_answer(
    question: str,
    result: SearchResult,
    context: Context,
    settings: AnswerSettings,
) -> AsyncGenerator[AnswerEvent, None]:
    """Stream the answer.

    Raises:
        AnswerError: The service failed before the first word. After it, the failure
            is a notice and what has come stays.
    """
    sent = sendables(context)
    body = request(question, context, sent, settings.model)
    reader = StreamReader(sent)
    client = await asyncio.to_thread(_client)
    try:
        async with aclosing(_events(client, body, reader)) as events:
            async for event in events:
                yield event
    except AnswerError as error:
        if not reader.has_text:
            raise
        yield Notice(f"The answer broke off: {error}")
    finally:
        await client.close()
    for notice in reader.closing_notices():
        yield notice
    model = reader.model or body["model"]
    yield Done(NAME, model, result.confidence, reader.usage)


def _client() -> Any:
    # Takes 2 s to import: in a worker, when it is needed.
    import anthropic
    import httpx2

    timeout = httpx2.Timeout(STALL_SECONDS, connect=CONNECT_SECONDS)
    return anthropic.AsyncAnthropic(timeout=timeout, max_retries=0)


async def _events(
    client: Any, body: dict[str, Any], reader: StreamReader
) -> AsyncGenerator[AnswerEvent, None]:
    """Events of the first attempt that gets as far as a word."""
    for attempt in range(RETRIES + 1):
        try:
            async with aclosing(_attempt(client, body, reader)) as events:
                async for event in events:
                    yield event
        except AnswerError as error:
            if reader.has_text or not error.retryable or attempt == RETRIES:
                raise
            delay = retry_delay(error, attempt)
            if delay is None:
                raise
            await asyncio.sleep(delay)
        else:
            return


async def _attempt(
    client: Any, body: dict[str, Any], reader: StreamReader
) -> AsyncGenerator[AnswerEvent, None]:
    import anthropic
    import httpx2

    try:
        stream: Any = await client.messages.create(**body, stream=True)
        async with stream:
            async for raw in stream:
                for event in reader.read(raw):
                    yield event
    except (anthropic.AnthropicError, httpx2.HTTPError) as error:
        raise answer_error(error) from error
