"""One question in a chat: a message that becomes the answer, with a stop button.

The answer has text, remarks, sources with verdicts, and buttons for them.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from time import monotonic

from telegram import Bot, Message
from telegram.error import BadRequest, TelegramError

from ragtui_core import (
    AnswerEvent,
    AskOptions,
    Citation,
    Done,
    Notice,
    RagtuiError,
    Reading,
    Source,
    Sources,
    Text,
    in_thread,
)
from ragtui_core.citations import citation_label, citation_sign, passage_of
from ragtui_core.text import counted, shown_dates
from ragtui_serve.served_vault import ServedVault
from ragtui_telegram.answer_markup import answer_parts
from ragtui_telegram.markup import (
    MAX_UNITS,
    bold,
    escaped,
    italic,
    messages_of,
    one_line,
    parts_of,
    units,
)
from ragtui_telegram.messages import edit, send
from ragtui_telegram.passage_buttons import Passage, file_line
from ragtui_telegram.replies import (
    FRONT_END,
    MAX_TITLE,
    STOP,
    Buttons,
    Reply,
    notes,
    remarks,
    rows_of,
)

MAX_SOURCES = 5
"""Documents listed below an answer."""

MAX_PASSAGE = 300
"""Characters of a passage that is shown."""

MAX_BUTTONS = 15
"""Quotations with a button."""


class AnswerText:
    """The events of an answer, as text for a chat."""

    def __init__(self) -> None:
        self.chat = ""
        """The id of the stored conversation; empty if there is none."""
        self._text = ""
        self._sources: Sequence[Source] = ()
        self._citations: list[Citation] = []
        self._notices: list[str] = []
        self._model: Reading | None = None
        self._reads_from = 0.0

    def take(self, event: AnswerEvent) -> None:
        """Add an event."""
        match event:
            case Text():
                self._text += event.text
            case Sources():
                self._sources = event.sources
            case Reading():
                self._model, self._reads_from = event, monotonic()
            case Citation():
                self._citations.append(event)
            case Notice():
                self._notices.append(event.text)
            case Done():
                self.chat = event.chat

    def progress(self) -> str:
        """What is shown until the answer is complete: one message."""
        if self._text:
            shown = next(parts_of(self._text), "")
            return f"{shown}…" if units(shown) < MAX_UNITS else shown
        if self._model:
            waited = self._model.after(monotonic() - self._reads_from)
            return italic(f"{waited[0].upper()}{waited[1:]}…")
        count = len(self._sources)
        return italic(
            f"Reading {counted(count, 'document')}…" if count else "Searching…"
        )

    def reply(self, ending: Sequence[str] = ()) -> Reply:
        """The whole answer: text, `ending`, notices, sources, and buttons for them."""
        sources = self._cited() if self._citations else self._found()
        parts = [*answer_parts(self._text), *ending, *notes(self._notices)]
        return Reply([*parts, *sources.parts], sources.buttons)

    def _cited(self) -> Reply:
        """The quoted documents, with a button for each quotation."""
        by_path: dict[str, list[Citation]] = {}
        for citation in self._citations:
            by_path.setdefault(citation.path, []).append(citation)
        listed = dict([*by_path.items()][:MAX_SOURCES])
        titles = {source.path: _title(source) for source in self._sources}
        parts = [bold("Sources")]
        for path, cited in listed.items():
            marks = ", ".join(
                f"[{c.number}] {citation_sign(c)} {citation_label(c)}"
                for c in cited[:MAX_BUTTONS]
            )
            title = titles.get(path) or one_line(path, MAX_TITLE)
            where = file_line(path, cited[0].lines.first)
            beside = [c for c in cited[:MAX_BUTTONS] if not c.is_extract]
            passages = [
                italic(one_line(str(passage_of(c)), MAX_PASSAGE)) for c in beside
            ]
            parts.append("\n".join([title, where, escaped(marks), *passages]))
        if left_out := len(by_path) - len(listed):
            parts.append(f"and {left_out} more")
        quoted = [c for c in self._citations if c.path in listed][:MAX_BUTTONS]
        return Reply(
            parts, rows_of((f"[{c.number}]", Passage.of_citation(c)) for c in quoted)
        )

    def _found(self) -> Reply:
        """The best documents found, for an answer that quotes none."""
        found = [*enumerate(self._sources[:MAX_SOURCES], 1)]
        listed = [
            f"{number}. {_title(source)}\n{file_line(source.path, None)}"
            for number, source in found
        ]
        buttons = rows_of((str(n), Passage.of_source(source)) for n, source in found)
        return Reply([bold("Nearest documents"), *listed] if found else [], buttons)


def _title(source: Source) -> str:
    facts = remarks(source.state, shown_dates(source))
    return one_line(source.title, MAX_TITLE) + facts


MAX_MESSAGES = 10
"""Messages of one answer: a limit on what a model can make the bot send."""

PROGRESS_SECONDS = 3.0
"""Interval at which the text so far is shown: twenty per minute, as in groups."""

LAST_EDIT_SECONDS = 5.0
"""How long the answer waits for the last progress to be shown: if that were cancelled,
it could still arrive, and replace the answer."""

_STOP_BUTTON: Buttons = ((("Stop", STOP),),)

Remember = Callable[[int, str], None]
"""Takes the id of each message of an answer, and that of its conversation, if any."""


class Exchange:
    """A question that is being answered."""

    def __init__(self, served: ServedVault, remember: Remember) -> None:
        """Prepare to answer from a vault."""
        self._served = served
        self._remember = remember
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

    async def run(self, bot: Bot, chat: int, question: str, follows: str) -> None:
        """Ask and show the answer; `follows` is a conversation, or empty.

        Raises:
            TelegramError: A message cannot be sent.
        """
        message = await send(bot, chat, self._answer.progress(), _STOP_BUTTON)
        options = AskOptions(chat=follows, front_end=FRONT_END)
        self._reading = asyncio.create_task(self._read(question, options))
        if self._is_stopped:
            self._reading.cancel()
        ended = asyncio.Event()
        showing = asyncio.create_task(self._show_progress(message, ended))
        try:
            await asyncio.wait([self._reading])
            ended.set()
            await asyncio.wait([showing], timeout=LAST_EDIT_SECONDS)
        finally:
            showing.cancel()
            self._reading.cancel()
            await asyncio.wait([self._reading, showing])
        await self._send(message, self._ending(self._reading))

    async def _read(self, question: str, options: AskOptions) -> None:
        """Read the answer to its end. Cancelling closes the stream of the model."""
        await in_thread(self._served.wait_for_index)
        async with aclosing(self._served.ask(question, options)) as events:
            async for event in events:
                self._answer.take(event)

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

    async def _show_progress(self, message: Message, ended: asyncio.Event) -> None:
        """Show the text so far, at intervals; failures do not matter."""
        shown = self._answer.progress()
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), PROGRESS_SECONDS)
            text = self._answer.progress()
            if not ended.is_set() and text != shown:
                with suppress(TelegramError):
                    await edit(message, text, _STOP_BUTTON)
                    shown = text

    async def _send(self, message: Message, ending: list[str]) -> None:
        """Put the answer in place of `message`, and below it."""
        reply = self._answer.reply(ending)
        texts = messages_of(reply.parts)
        if len(texts) > MAX_MESSAGES:
            left_out = italic("The rest of the answer was left out.")
            # The last message has the sources.
            texts = [*texts[: MAX_MESSAGES - 2], left_out, texts[-1]]
        first, *others = [(text, ()) for text in texts[:-1]] + [
            (texts[-1], reply.buttons)
        ]
        self._remember(message.message_id, self._answer.chat)
        try:
            await edit(message, *first)
        except BadRequest:  # it was deleted
            others.insert(0, first)
        for text, buttons in others:
            sent = await send(message.get_bot(), message.chat_id, text, buttons)
            self._remember(sent.message_id, self._answer.chat)
