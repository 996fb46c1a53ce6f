"""From a question to the events of an answer: search, context, provider, checks.

The text is limited in length; a truncated number would be a different number, so its
last word is buffered until it is complete. Every exchange is recorded: in its
conversation, and in the audit log.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_core.answer.answer_citations import with_checked_quotations
from ragtui_core.answer.checks.notices import with_notices
from ragtui_core.answer.conversation_context import turns_of
from ragtui_core.answer.model_text import without_forged_marks
from ragtui_core.answer.provider import (
    load_provider,
    open_provider,
    provider_name,
)
from ragtui_core.answer.recorder import ExchangeRecorder, kind_of
from ragtui_core.answer.request import AnswerContext, AnswerRequest, AskOptions
from ragtui_core.answer.retrieval import retrieve
from ragtui_core.answer.state_remarks import with_states
from ragtui_core.answer_events import (
    CANCELLED,
    AnswerEvent,
    Done,
    Mark,
    Notice,
    Remark,
    Text,
)
from ragtui_core.cancellation import in_thread
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.errors import AnswerError, AnswerErrorKind, StorageError
from ragtui_core.settings.schema import AnswerSettings, ProviderName

if TYPE_CHECKING:
    from ragtui_core.history.conversation import Turn


def preload(settings: AnswerSettings) -> None:
    """Import what the first question needs, besides this module."""
    load_provider(settings)


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
        chat = await asyncio.to_thread(recorder.write)
    except StorageError as error:
        yield Notice(f"This exchange could not be saved: {error}")
        chat = ""
    yield replace(done, chat=chat)


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
    name = provider_name(answer_context.settings)
    recorder.provider = name
    today = answer_context.today()
    turns: Sequence[Turn] = turns_of(options.earlier, today)
    if options.chat:
        recorder.chat = await in_thread(answer_context.chats.read, options.chat)
        recorder.turns = options.turns
        turns = recorder.chat.turns[: options.turns]
    answer_request = await in_thread(
        retrieve, question, turns, options, answer_context, name
    )
    recorder.sent = answer_request.context.texts
    yield replace(answer_request.sources, chat=recorder.begin())
    for notice in answer_request.notices:
        yield notice
    provider = open_provider(name, answer_context)
    events = provider.answer(answer_request)
    if name == ProviderName.EXTRACTIVE:  # Extracts are checked and limited already.
        events = without_forged_marks(events)
    else:
        events = _checked(events, answer_request, answer_context.files)
    async with aclosing(events):
        async for event in events:
            yield event


def _checked(
    events: AsyncGenerator[AnswerEvent, None],
    answer_request: AnswerRequest,
    files: CurrentFiles,
) -> AsyncGenerator[AnswerEvent, None]:
    """The events of a model, with checked quotations, remarks and notices."""
    events = with_checked_quotations(events, answer_request, files)
    events = without_forged_marks(events)
    sources = answer_request.sources.sources
    events = with_states(events, {source.path: source.state for source in sources})
    max_chars = answer_request.options.max_chars
    if max_chars is not None:
        events = limited(events, max_chars)
    return with_notices(events, answer_request, files.read)


_SENTENCE_END = re.compile(r"[.!?](?=\s)|[\u3002\uff01\uff1f\n]")
_WORD_END = re.compile(r"\S(?=\s)")
_LAST_WORD = re.compile(r"\S{1,20}\Z")
"""The buffered word; limited, since not every language has spaces."""


async def limited(
    events: AsyncGenerator[AnswerEvent, None], max_chars: int
) -> AsyncGenerator[AnswerEvent, None]:
    """The events, with no more than `max_chars` characters of text.

    The text is cut after the last whole sentence that fits, else after the last word.
    Citations after the cut are dropped. `Done` is still passed on, with the token
    counts.
    """
    cut = _Cut(max_chars)
    async with aclosing(events):
        async for event in events:
            if isinstance(event, (Mark, Remark)):
                # Its brackets end it: it need not wait for what follows.
                for text in cut.finish():
                    yield Text(text)
                if cut.fits(event.text):
                    yield event
                continue
            if isinstance(event, Text):
                whole = event.text
                for text in cut.feed(whole):
                    yield event if text == whole else Text(text)
                continue
            for text in cut.finish():
                yield Text(text)
            if isinstance(event, Done) and cut.is_made:
                yield Notice(f"The answer was cut at {max_chars} characters.")
            if not (cut.is_made and isinstance(event, Citation)):
                yield event


class _Cut:
    """Passes text on until the limit is reached.

    Attributes:
        is_made: Whether something was cut.
    """

    def __init__(self, chars_left: int) -> None:
        self._chars_left = chars_left
        self._buffer = ""
        self._has_begun = False
        self.is_made = False

    def feed(self, piece: str) -> Iterator[str]:
        """The text that can be passed on by now."""
        if self.is_made:
            return
        text, self._buffer = self._buffer + piece, ""
        if len(text) > self._chars_left:
            self.is_made = True
            yield from self._passed(self._fitting(text))
            return
        word = _LAST_WORD.search(text)
        self._buffer = word[0] if word else ""
        yield from self._passed(text.removesuffix(self._buffer))

    def fits(self, whole: str) -> bool:
        """Whether a text that is not cut can be passed on."""
        if self.is_made or len(whole) > self._chars_left:
            self.is_made = True
            return False
        self._chars_left -= len(whole)
        self._has_begun = True
        return True

    def finish(self) -> Iterator[str]:
        """The buffered text."""
        buffered, self._buffer = self._buffer, ""
        yield from self._passed(buffered)

    def _passed(self, text: str) -> Iterator[str]:
        if text:
            self._chars_left -= len(text)
            self._has_begun = True
            yield text

    def _fitting(self, text: str) -> str:
        """The sentences that fit; if none does, the words; if none does, nothing."""
        for ending in (_SENTENCE_END, _WORD_END):
            ends = [
                m.end() for m in ending.finditer(text) if m.end() <= self._chars_left
            ]
            if ends:
                return text[: ends[-1]]
        return "" if self._has_begun else text[: self._chars_left]
