"""From a question and the hits of its search to the events of an answer."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING

from ragtui_core.answer.context import Context, Read, build_context
from ragtui_core.answer.events import (
    AnswerEvent,
    Citation,
    Done,
    Notice,
    Sources,
    Text,
)
from ragtui_core.answer.extractive import NO_ANSWER, extractive_answer
from ragtui_core.errors import AnswerError
from ragtui_core.model import SearchResult
from ragtui_core.settings import AnswerSettings, ProviderName

if TYPE_CHECKING:
    from ragtui_core.embedding import Embedder

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
"""Variables of which one must hold a key for Claude to answer."""

UNCITED = "This answer quotes no file: do not rely on it without looking."


def key_is_present(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the environment holds a key for Claude."""
    return any(environ.get(name, "").strip() for name in KEYS)


async def answer(
    question: str,
    result: SearchResult,
    *,
    read: Read,
    load_embedder: "Callable[[], Embedder] | None",
    settings: AnswerSettings,
) -> AsyncGenerator[AnswerEvent, None]:
    """Answer `question` from the documents that `result` names.

    Sources come first, `Done` last. Closing the iterator stops the answer at once.

    Args:
        question: As asked.
        result: Its search, `settings.top` hits.
        read: Reads a document as it is on disk now.
        load_embedder: None where there are no vectors.
        settings: Who answers, and how much is sent.

    Raises:
        AnswerError: The service failed before the first word; later failures are
            notices, so that the text so far stays.
    """
    provider = _provider(settings)
    context = await asyncio.to_thread(build_context, result, read, settings)
    yield Sources(context.sources)
    for sentence in context.unreadable:
        yield Notice(f"Left out: {sentence}")
    if provider is ProviderName.CLAUDE:
        from ragtui_core.answer.claude import claude_answer

        events = claude_answer(question, result, context, settings)
    else:
        events = _extracts(question, result, context, load_embedder)
    async with aclosing(events), aclosing(_with_notices(events)) as noticed:
        async for event in noticed:
            yield event


def _provider(settings: AnswerSettings) -> ProviderName:
    if settings.provider is ProviderName.AUTO:
        return ProviderName.CLAUDE if key_is_present() else ProviderName.EXTRACTIVE
    if settings.provider is ProviderName.CLAUDE and not key_is_present():
        raise AnswerError(
            "there is no key for Claude: set ANTHROPIC_API_KEY, or name a compatible "
            "server with ANTHROPIC_BASE_URL and ANTHROPIC_AUTH_TOKEN, or answer "
            "without a model (answer.provider = 'extractive')",
            kind="no_key",
            retryable=False,
        )
    return settings.provider


async def _extracts(
    question: str,
    result: SearchResult,
    context: Context,
    load_embedder: "Callable[[], Embedder] | None",
) -> AsyncGenerator[AnswerEvent, None]:
    def work() -> list[AnswerEvent]:
        embedder = load_embedder() if load_embedder else None
        return list(extractive_answer(question, result, context, embedder))

    for event in await asyncio.to_thread(work):
        yield event


async def _with_notices(
    events: AsyncGenerator[AnswerEvent, None],
) -> AsyncGenerator[AnswerEvent, None]:
    """The events, with what a person should know just before the last one."""
    said, cited = "", False
    async for event in events:
        if isinstance(event, Text):
            said += event.text
        elif isinstance(event, Citation):
            cited = True
            if not event.verdict.verified:
                yield Notice(
                    f"Quotation {event.number} could not be verified: "
                    f"{event.verdict.value.replace('_', ' ')}."
                )
        elif isinstance(event, Done) and not cited and _claims_something(said):
            yield Notice(UNCITED)
        yield event


def _claims_something(said: str) -> bool:
    return bool(said.strip()) and NO_ANSWER.rstrip(".") not in said
