"""From a question to the events of an answer: search, context, provider, checks.

Every exchange is recorded: in its conversation, and in the audit log.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_core.answer.follow_up import turns_of
from ragtui_core.answer.provider_choice import (
    configured_provider,
    open_provider,
    provider_name,
)
from ragtui_core.answer.recorder import ExchangeRecorder, kind_of
from ragtui_core.answer.request import AnswerContext, AskOptions
from ragtui_core.answer.retrieval import retrieve, with_found
from ragtui_core.answer.stages import through
from ragtui_core.answer_events import CANCELLED, AnswerEvent, Done, Notice
from ragtui_core.cancellation import in_thread
from ragtui_core.errors import AnswerError, AnswerErrorKind, StorageError

if TYPE_CHECKING:
    from ragtui_core.history.conversation import Conversation, Turn


async def answer(
    question: str, options: AskOptions, answer_context: AnswerContext
) -> AsyncGenerator[AnswerEvent, None]:
    """Answer `question`: events from `Sources` to `Done`.

    Closing the iterator, or cancelling the task that reads it, stops the answer
    immediately; that is not an error.

    Raises:
        AnswerError: The service failed before any text; later failures are
            notices, so that the text so far is kept.
        ConversationNotFound: There is no such conversation.
    """
    recorder = ExchangeRecorder(
        answer_context.vault,
        question,
        answer_context.chats
        if options.keep and answer_context.settings.save_chats
        else None,
        answer_context.audit_log,
        configured_provider(answer_context.settings),
        front_end=options.front_end,
    )
    try:
        async with aclosing(
            _answer(question, options, answer_context, recorder)
        ) as events:
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
    """Record the exchange, and add the id of its conversation to `Done`."""
    try:
        conversation = await asyncio.to_thread(recorder.write)
    except StorageError as error:
        yield Notice(f"This exchange could not be saved: {error}")
        conversation = ""
    yield replace(done, chat=conversation)


def _record(recorder: ExchangeRecorder, error: str) -> None:
    """Record an exchange that failed or was cancelled, if possible."""
    try:
        recorder.write(error)
    except StorageError:
        return  # the original error is more important


async def _answer(
    question: str,
    options: AskOptions,
    answer_context: AnswerContext,
    recorder: ExchangeRecorder,
) -> AsyncGenerator[AnswerEvent, None]:
    if not question.strip():
        raise AnswerError(
            "the question is empty: enter a question",
            kind=AnswerErrorKind.BAD_REQUEST,
            retryable=False,
        )
    provider = open_provider(provider_name(answer_context.settings), answer_context)
    conversation: Conversation | None = None
    turns: Sequence[Turn] = ()
    if options.chat:
        conversation = await in_thread(answer_context.chats.read, options.chat)
        turns = conversation.turns[: options.turns]
    elif options.earlier:
        turns = turns_of(options.earlier, answer_context.today())
    answer_request = await in_thread(
        retrieve, question, turns, options, answer_context, provider
    )
    usage = Counter[str]()
    if options.deep:
        from ragtui_core.answer.deep.exploration import (
            NO_MODEL,
            CallsTools,
            Exploration,
        )

        if isinstance(provider, CallsTools):
            exploration = Exploration(answer_request, provider, answer_context.tools)
            async with aclosing(exploration.events()) as steps:
                async for event in steps:
                    yield event
            usage = exploration.usage
            answer_request = await in_thread(
                with_found,
                answer_request,
                exploration,
                turns,
                answer_context,
                provider,
            )
        else:
            yield Notice(NO_MODEL)
    chat = recorder.begin(answer_request.context.texts, conversation, options.turns)
    yield replace(answer_request.sources, chat=chat)
    for notice in answer_request.notices:
        yield notice
    stages = provider.stages(answer_request)
    async with aclosing(through(provider.answer(answer_request), stages)) as events:
        async for event in events:
            if isinstance(event, Done) and usage:
                event = replace(event, usage=usage + Counter(event.usage))
            yield event
