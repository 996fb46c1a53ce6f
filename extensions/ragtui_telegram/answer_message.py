"""One question in a chat: a message that becomes the answer, with a stop button."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing, suppress

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, TelegramError

from ragtui_core import AnswerEvent, AskOptions, Done, RagtuiError, in_thread
from ragtui_serve.served_vault import ServedVault
from ragtui_telegram.markup import italic, messages_of, parts_of
from ragtui_telegram.replies import answer_reply, note_parts, text_of

FRONT_END = "telegram"
"""Name of this front end in the audit log."""

STOP = "stop"
"""The data of the button that stops an answer."""

MAX_MESSAGES = 10
"""Messages of one answer: a limit on what a model can make the bot send."""

PROGRESS_SECONDS = 3.0
"""Interval at which the text so far is shown: twenty per minute, as in groups."""

_STOP_BUTTON = InlineKeyboardMarkup(
    [[InlineKeyboardButton("Stop", callback_data=STOP)]]
)

Remember = Callable[[int, str], None]
"""Takes the id of each message of an answer, and that of its conversation, if any."""


class Exchange:
    """A question that is being answered."""

    def __init__(self, served: ServedVault, remember: Remember) -> None:
        """Prepare to answer from a vault."""
        self._served = served
        self._remember = remember
        self._events: list[AnswerEvent] = []
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
        shown = italic("Searching…")
        message = await bot.send_message(chat, shown, reply_markup=_STOP_BUTTON)
        options = AskOptions(chat=follows, front_end=FRONT_END)
        reading = self._reading = asyncio.create_task(self._read(question, options))
        if self._is_stopped:
            reading.cancel()
        try:
            while not (await asyncio.wait([reading], timeout=PROGRESS_SECONDS))[0]:
                text = next(parts_of(text_of(self._events)), "") or shown
                if text != shown:
                    with suppress(TelegramError):  # the answer follows anyway
                        await message.edit_text(text, reply_markup=_STOP_BUTTON)
                        shown = text
        finally:
            reading.cancel()
        first, *others = self._messages(reading)
        chats = [event.chat for event in self._events if isinstance(event, Done)]
        conversation = chats[0] if chats else ""
        self._remember(message.message_id, conversation)
        try:
            await message.edit_text(first)
        except BadRequest:  # it was deleted
            others.insert(0, first)
        for text in others:
            sent = await bot.send_message(chat, text)
            self._remember(sent.message_id, conversation)

    async def _read(self, question: str, options: AskOptions) -> None:
        """Read the answer to its end. Cancelling closes the stream of the model."""
        await in_thread(self._served.wait_for_index)
        async with aclosing(self._served.ask(question, options)) as events:
            async for event in events:
                self._events.append(event)

    def _messages(self, reading: "asyncio.Task[None]") -> list[str]:
        """The messages of the answer, which say why it ended early, if it did."""
        error = None if reading.cancelled() else reading.exception()
        if isinstance(error, RagtuiError):
            ending = [*note_parts([self._served.public_message(error)])]
        elif error:
            raise error
        else:
            ending = [italic("Stopped.")] if reading.cancelled() else []
        texts = messages_of(answer_reply(self._events, ending))
        if len(texts) > MAX_MESSAGES:
            left_out = italic("The rest of the answer was left out.")
            # The last message has the sources.
            texts = [*texts[: MAX_MESSAGES - 2], left_out, texts[-1]]
        return texts
