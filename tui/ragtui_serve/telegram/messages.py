"""Messages of the bot: within Telegram's limits, with retries and a plain-text form."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError
from telegram.ext import AIORateLimiter

from ragtui_serve.telegram.markup import messages_of, plain_text
from ragtui_serve.telegram.replies import Buttons, Reply

RETRY_SECONDS = (0.5, 1.0, 2.0, 4.0)
"""Pauses before a request whose connection failed is made again."""

MAX_WAIT_SECONDS = 600.0
"""A longer wait that Telegram asks for is an error."""

MAX_WAITS = 20
"""How often a request waits for as long as Telegram asks."""


class RateLimiter(AIORateLimiter):
    """The library's limiter, which also repeats requests whose connection failed."""

    def __init__(self) -> None:
        """Keep the limits that Telegram documents."""
        super().__init__(max_retries=MAX_WAITS)

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        *details: Any,
        **named: Any,
    ) -> Any:
        """The result of a request.

        Raises:
            TelegramError: It failed, or Telegram asks for too long a wait.
        """

        async def attempt(*args: Any, **kwargs: Any) -> Any:
            pauses = iter(RETRY_SECONDS)
            while True:
                try:
                    return await callback(*args, **kwargs)
                except RetryAfter as error:
                    if _seconds(error) > MAX_WAIT_SECONDS:
                        raise TelegramError(str(error)) from error
                    raise
                except NetworkError as error:
                    pause = next(pauses, None)
                    if pause is None or isinstance(error, BadRequest):
                        raise
                    await asyncio.sleep(pause)

        return await super().process_request(attempt, *details, **named)


def _seconds(error: RetryAfter) -> float:
    wait = error.retry_after
    return float(wait) if isinstance(wait, int) else wait.total_seconds()


async def send(bot: Bot, chat: int, markup: str, buttons: Buttons = ()) -> Message:
    """Send a message.

    Raises:
        TelegramError: It cannot be sent.
    """
    keyboard = _keyboard(buttons)
    try:
        return await bot.send_message(chat, markup, reply_markup=keyboard)
    except BadRequest as error:
        if not _is_unparsable(error):
            raise
        plain = plain_text(markup)
        return await bot.send_message(
            chat, plain, parse_mode=None, reply_markup=keyboard
        )


async def edit(message: Message, markup: str, buttons: Buttons = ()) -> None:
    """Replace the text and buttons of a message.

    Raises:
        TelegramError: It cannot be replaced.
    """
    keyboard = _keyboard(buttons)
    try:
        await message.edit_text(markup, reply_markup=keyboard)
    except BadRequest as error:
        if _is_unparsable(error):
            plain = plain_text(markup)
            await message.edit_text(plain, parse_mode=None, reply_markup=keyboard)
        elif "not modified" not in str(error):
            raise


async def send_reply(bot: Bot, chat: int, reply: Reply) -> None:
    """Send the messages of a reply, with its buttons below the last one.

    Raises:
        TelegramError: One cannot be sent.
    """
    *messages, last = messages_of(reply.parts)
    for text in messages:
        await send(bot, chat, text)
    await send(bot, chat, last, reply.buttons)


def _is_unparsable(error: BadRequest) -> bool:
    return "parse entities" in str(error)


def _keyboard(rows: Sequence[Sequence[tuple[str, str]]]) -> InlineKeyboardMarkup | None:
    if not rows:
        return None
    return InlineKeyboardMarkup(
        [
            [InlineKeyboardButton(label, callback_data=data) for label, data in row]
            for row in rows
        ]
    )
