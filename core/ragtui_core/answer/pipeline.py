"""From a question to the events of an answer: search, context, provider, checks.

Whatever comes of an exchange is kept: in its conversation, and in the audit log.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_core.answer.checks.notices import with_notices
from ragtui_core.answer.length_limit import limited
from ragtui_core.answer.model_text import without_forged_marks
from ragtui_core.answer.provider import Provider, provider_name
from ragtui_core.answer.providers.claude.provider import ClaudeProvider
from ragtui_core.answer.providers.compatible.provider import CompatibleProvider
from ragtui_core.answer.providers.extractive.provider import ExtractiveProvider
from ragtui_core.answer.recorder import ExchangeRecorder, kind_of
from ragtui_core.answer.request import AskOptions
from ragtui_core.answer.retrieval import AnswerContext, retrieve
from ragtui_core.answer_events import AnswerEvent, Done, Notice
from ragtui_core.errors import AnswerError, AnswerErrorKind, StorageError
from ragtui_core.history.audit_log import CANCELLED
from ragtui_core.settings.schema import ProviderName

if TYPE_CHECKING:
    from ragtui_core.history.conversations import Turn


async def answer(
    question: str, options: AskOptions, desk: AnswerContext
) -> AsyncGenerator[AnswerEvent, None]:
    """Answer `question`. Sources come first, `Done` last.

    Closing the iterator, or cancelling the task that reads it, stops the answer at
    once; that is no error.

    Raises:
        AnswerError: The service failed before the first word; later failures are
            notices, so that the text so far stays.
        ChatNotFound: There is no such conversation.
    """
    recorder = ExchangeRecorder(
        desk.vault,
        question,
        desk.chats if options.keep and desk.settings.keep_chats else None,
        desk.audit_log,
    )
    try:
        async with aclosing(_answer(question, options, desk, recorder)) as events:
            async for event in events:
                recorder.take(event)
                if isinstance(event, Done):
                    async for last in _kept(event, recorder):
                        yield last
                else:
                    yield event
    except (asyncio.CancelledError, GeneratorExit):
        _record(recorder, CANCELLED)
        raise
    except Exception as error:
        _record(recorder, kind_of(error))
        raise


async def _kept(
    done: Done, recorder: ExchangeRecorder
) -> AsyncGenerator[AnswerEvent, None]:
    """Write the exchange down, so that `Done` can tell where it is kept."""
    try:
        chat = await asyncio.to_thread(recorder.write)
    except StorageError as error:
        yield Notice(f"This exchange could not be kept: {error}")
        chat = ""
    yield replace(done, chat=chat)


def _record(recorder: ExchangeRecorder, error: str) -> None:
    """Write down what ended otherwise, as far as that is possible."""
    try:
        recorder.write(error)
    except StorageError:
        return  # an error is under way, or nobody listens any more


async def _answer(
    question: str, options: AskOptions, desk: AnswerContext, recorder: ExchangeRecorder
) -> AsyncGenerator[AnswerEvent, None]:
    if not question.strip():
        raise AnswerError(
            "there is no question: ask in words",
            kind=AnswerErrorKind.BAD_REQUEST,
            retryable=False,
        )
    name = provider_name(desk.settings)
    recorder.provider = name.value
    turns: Sequence[Turn] = ()
    if options.chat:
        recorder.chat = await asyncio.to_thread(desk.chats.read, options.chat)
        recorder.turns = options.turns
        turns = recorder.chat.turns[: options.turns]
    prepared = await asyncio.to_thread(retrieve, question, turns, options, desk, name)
    inquiry = prepared.inquiry
    recorder.sent = inquiry.context.texts
    yield replace(prepared.sources, chat=recorder.begin())
    for notice in prepared.notices:
        yield notice
    events = without_forged_marks(_provider(name, desk, options).answer(inquiry))
    if options.max_chars is not None and name is not ProviderName.EXTRACTIVE:
        events = limited(events, options.max_chars)
    async with aclosing(with_notices(events, prepared, desk.files.read)) as noticed:
        async for event in noticed:
            yield event


def _provider(name: ProviderName, desk: AnswerContext, options: AskOptions) -> Provider:
    match name:
        case ProviderName.CLAUDE:
            return ClaudeProvider(desk.settings, desk.files)
        case ProviderName.COMPATIBLE:
            return CompatibleProvider(desk.settings, desk.files)
    return ExtractiveProvider(desk, options.search)
