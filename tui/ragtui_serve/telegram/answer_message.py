"""One question in a chat: a message that becomes the answer, with a stop button.

The answer has text, remarks, sources with verdicts, and buttons for them.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress

from telegram.error import BadRequest, RetryAfter, TelegramError

from ragtui_core import (
    AnswerEvent,
    AskOptions,
    Citation,
    Done,
    Notice,
    RagtuiError,
    Source,
    Sources,
    Text,
    in_thread,
)
from ragtui_core.citations import citation_label, citation_sign
from ragtui_core.text import counted, shown_dates
from ragtui_serve.served_vault import ServedVault
from ragtui_serve.telegram.answer_markup import answer_parts
from ragtui_serve.telegram.bot_api import BotApi, Buttons, retry_seconds
from ragtui_serve.telegram.markup import (
    MAX_UNITS,
    bold,
    escaped,
    italic,
    messages_of,
    one_line,
    parts_of,
    units,
)
from ragtui_serve.telegram.passage_buttons import Passage, file_line
from ragtui_serve.telegram.replies import (
    FRONT_END,
    MAX_TITLE,
    STOP,
    Reply,
    notes,
    remarks,
    rows_of,
    show_button,
)

MAX_SOURCES = 5
"""Documents listed below an answer."""

MAX_BUTTONS = 15
"""Quotations with a button."""


class AnswerText:
    """The events of an answer, as text for a chat."""

    def __init__(self) -> None:
        self.events: list[AnswerEvent] = []

    @property
    def chat(self) -> str:
        """The id of the stored conversation; empty if there is none."""
        return next((e.chat for e in self.events if isinstance(e, Done)), "")

    @property
    def _text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, Text))

    @property
    def _sources(self) -> Sequence[Source]:
        return next((e.sources for e in self.events if isinstance(e, Sources)), ())

    @property
    def _citations(self) -> Sequence[Citation]:
        return [event for event in self.events if isinstance(event, Citation)]

    def progress(self) -> str:
        """What is shown until the answer is complete: one message."""
        if not self._text:
            count = len(self._sources)
            return italic(
                f"Reading {counted(count, 'document')}…" if count else "Searching…"
            )
        shown = next(parts_of(self._text), "")
        return f"{shown}…" if units(shown) < MAX_UNITS else shown

    def reply(self, *, ending: Sequence[str] = ()) -> Reply:
        """The whole answer: text, `ending`, notices, sources, and buttons for them."""
        sources = self._cited() if self._citations else self._found()
        notices = [event.text for event in self.events if isinstance(event, Notice)]
        parts = [*answer_parts(self._text), *ending, *notes(notices)]
        return Reply([*parts, *sources.parts], sources.buttons)

    def _cited(self) -> Reply:
        """The quoted documents, with a button for each quotation."""
        paths = list(dict.fromkeys(citation.path for citation in self._citations))
        listed = paths[:MAX_SOURCES]
        left_out = len(paths) - len(listed)
        more = [f"and {left_out} more"] if left_out else []
        cited = [c for c in self._citations if c.path in listed][:MAX_BUTTONS]
        buttons = [show_button(f"[{c.number}]", Passage.of_citation(c)) for c in cited]
        parts = [bold("Sources"), *map(self._cited_source, listed), *more]
        return Reply(parts, rows_of(buttons))

    def _found(self) -> Reply:
        """The best documents found, for an answer that quotes none."""
        found = self._sources[:MAX_SOURCES]
        if not found:
            return Reply(())
        buttons = [
            show_button(str(number), Passage.of_source(source))
            for number, source in enumerate(found, 1)
        ]
        listed = [
            f"{number}. {_title(source)}\n{file_line(source.path, None)}"
            for number, source in enumerate(found, 1)
        ]
        return Reply([bold("Nearest documents"), *listed], rows_of(buttons))

    def _cited_source(self, path: str) -> str:
        """A document with the marks and verdicts of its quotations."""
        titles = {source.path: _title(source) for source in self._sources}
        cited = [citation for citation in self._citations if citation.path == path]
        marks = [
            f"[{c.number}] {citation_sign(c)} {citation_label(c)}"
            for c in cited[:MAX_BUTTONS]
        ]
        where = file_line(path, cited[0].lines.first)
        title = titles.get(path) or one_line(path, MAX_TITLE)
        return f"{title}\n{where}\n{escaped(', '.join(marks))}"


def _title(source: Source) -> str:
    facts = remarks(source.state, shown_dates(source))
    return one_line(source.title, MAX_TITLE) + facts


MAX_MESSAGES = 10
"""Messages of one answer: a limit on what a model can make the bot send."""

PROGRESS_SECONDS = 3.0
"""Interval at which the text so far is shown. Telegram allows one message or edit per
second and chat, and twenty per minute in a group."""

LAST_EDIT_SECONDS = 5.0
"""How long the answer waits for the last progress to be shown: if that were cancelled,
it could still arrive, and replace the answer."""

_STOP_BUTTON: Buttons = ((("Stop", STOP),),)


class Exchange:
    """A question that is being answered."""

    def __init__(
        self,
        api: BotApi,
        served: ServedVault,
        *,
        progress_seconds: float = PROGRESS_SECONDS,
    ) -> None:
        self._api = api
        self._served = served
        self._progress_seconds = progress_seconds
        self._answer = AnswerText()
        self._reading: asyncio.Task[None] | None = None
        self._is_stopped = False

    @property
    def is_reading(self) -> bool:
        """Whether the answer is still being written."""
        return self._reading is None or not self._reading.done()

    def stop(self) -> None:
        """End the answer; what was written stays."""
        self._is_stopped = True
        if self._reading:
            self._reading.cancel()

    async def run(
        self,
        chat: int,
        question: str,
        follows: str,
        remember: Callable[[int, str], None],
    ) -> None:
        """Ask and show the answer; `follows` is a conversation, or empty.

        `remember` takes the id of each message of the answer, and that of its
        conversation, which is empty if it is not stored.

        Raises:
            TelegramError: A message cannot be sent.
        """
        message = await self._api.send(chat, self._answer.progress(), _STOP_BUTTON)
        options = AskOptions(chat=follows, front_end=FRONT_END)
        self._reading = asyncio.create_task(self._read(question, options))
        if self._is_stopped:
            self._reading.cancel()
        ended = asyncio.Event()
        showing = asyncio.create_task(self._show_progress(chat, message, ended))
        try:
            await asyncio.wait([self._reading])
            ended.set()
            await asyncio.wait([showing], timeout=LAST_EDIT_SECONDS)
        finally:
            showing.cancel()
            self._reading.cancel()
            await asyncio.wait([self._reading, showing])
        reply = self._answer.reply(ending=self._ending(self._reading))
        await self._send(chat, message, reply, remember)

    async def _read(self, question: str, options: AskOptions) -> None:
        """Read the answer to its end. Cancelling closes the stream of the model."""
        await in_thread(self._served.wait_for_index)
        async with aclosing(self._served.ask(question, options)) as events:
            async for event in events:
                self._answer.events.append(event)

    def _ending(self, reading: "asyncio.Task[None]") -> list[str]:
        """Why the answer ended early, if it did."""
        if reading.cancelled():
            return [italic("Stopped.")]
        error = reading.exception()
        if error is None:
            return []
        if isinstance(error, RagtuiError):
            return [*notes([self._served.public_message(error)])]
        raise error

    async def _show_progress(
        self, chat: int, message: int, ended: asyncio.Event
    ) -> None:
        """Show the text so far, at intervals; failures do not matter."""
        shown, pause = self._answer.progress(), self._progress_seconds
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), pause)
            pause = self._progress_seconds
            text = self._answer.progress()
            if ended.is_set() or text == shown:
                continue
            try:
                await self._api.edit(chat, message, text, _STOP_BUTTON, wait=False)
                shown = text
            except RetryAfter as error:
                pause += retry_seconds(error)
            except TelegramError:
                continue

    async def _send(
        self,
        chat: int,
        message: int,
        reply: Reply,
        remember: Callable[[int, str], None],
    ) -> None:
        """Put the answer in place of `message`, and below it."""
        texts = messages_of(reply.parts)
        if len(texts) > MAX_MESSAGES:
            left_out = italic("The rest of the answer was left out.")
            # The last message has the sources.
            texts = [*texts[: MAX_MESSAGES - 2], left_out, texts[-1]]
        remember(message, self._answer.chat)
        for number, text in enumerate(texts, 1):
            buttons = reply.buttons if number == len(texts) else ()
            if number > 1 or not await self._is_replaced(chat, message, text, buttons):
                sent = await self._api.send(chat, text, buttons)
                remember(sent, self._answer.chat)

    async def _is_replaced(
        self, chat: int, message: int, text: str, buttons: Buttons
    ) -> bool:
        """Replace a message, unless it was deleted."""
        try:
            await self._api.edit(chat, message, text, buttons)
        except BadRequest:
            return False
        return True
