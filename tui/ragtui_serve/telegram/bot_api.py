"""The calls of the Bot API that the bot makes, with what can go wrong.

Too many messages (429) are waited for as long as Telegram says, dropped connections are
tried again, and a message whose markup Telegram refuses is sent as plain text. Nothing
that these classes report contains the token: the libraries below put it into errors
and logs, so their logs are off and their errors are redacted.
"""

import asyncio
import datetime as dt
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Update,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, NetworkError, RetryAfter
from telegram.request import HTTPXRequest

from ragtui_core.text import sanitize
from ragtui_serve.telegram.bot_settings import BotSettings
from ragtui_serve.telegram.markup import plain_text

__all__ = ["BotApi", "Button", "Buttons", "Update"]

POLL_SECONDS = 50
"""Seconds that Telegram keeps a request for updates open."""

TIMEOUT_SECONDS = 10.0
"""For connecting, and for the answer to any other request."""

RETRY_SECONDS = (0.5, 1.0, 2.0, 4.0)
"""Pauses before a request that failed for the network is made again."""

MAX_WAIT_SECONDS = 600.0
"""A longer wait that Telegram asks for is an error."""

_LIBRARIES = ("httpcore", "httpx", "telegram")

_UNCHANGED = "message is not modified"
_UNPARSABLE = "can't parse entities"

T = TypeVar("T")

Button = tuple[str, str]
"""The label of a button, and its data of at most 64 bytes."""

Buttons = Sequence[Sequence[Button]]


class BotApi:
    """One bot; connected within its `async with` block."""

    def __init__(self, settings: BotSettings) -> None:
        # The library announces times as timedelta by a warning at each error 429.
        os.environ.setdefault("PTB_TIMEDELTA", "1")
        for name in _LIBRARIES:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._token = settings.token
        self._bot = Bot(
            settings.token,
            base_url=f"{settings.base_url}/bot",
            base_file_url=f"{settings.base_url}/file/bot",
            request=_request(16),
            get_updates_request=_request(1),
        )

    async def __aenter__(self) -> Self:
        """Connect.

        Raises:
            TelegramError: The token is wrong, or the server not reachable.
        """
        try:
            await self._bot.initialize()
        except BaseException:
            await self._bot.shutdown()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
        await self._bot.shutdown()

    @property
    def username(self) -> str:
        """The bot's name, without `@`."""
        return self._bot.username

    def described(self, error: BaseException) -> str:
        """An error on one line, without the token."""
        text = f"{type(error).__name__}: {error}"
        for secret in (self._token, self._token.partition(":")[2]):
            text = text.replace(secret, "[token]")
        return sanitize(text, one_line=True)

    async def updates(self, offset: int, *, wait: float = POLL_SECONDS) -> list[Update]:
        """The next messages and presses of buttons; those before `offset` are done.

        Raises:
            TelegramError: The request failed; it is not made again.
        """
        found = await self._bot.get_updates(
            offset=offset,
            timeout=dt.timedelta(seconds=wait),
            allowed_updates=[Update.MESSAGE, Update.CALLBACK_QUERY],
        )
        return list(found)

    async def set_commands(self, commands: Sequence[tuple[str, str]]) -> None:
        """Show commands, with a description each, in Telegram's menu."""
        await _repeated(lambda: self._bot.set_my_commands(commands))

    async def send(self, chat: int, markup: str, buttons: Buttons = ()) -> int:
        """Send a message; returns its id.

        Raises:
            TelegramError: It cannot be sent.
        """
        send = partial(self._bot.send_message, chat)
        message = await _repeated(lambda: _written(send, markup, buttons))
        return message.message_id

    async def edit(
        self,
        chat: int,
        message: int,
        markup: str,
        buttons: Buttons = (),
        *,
        wait: bool = True,
    ) -> None:
        """Replace a message; with `wait` false, a failure is not tried again.

        Raises:
            TelegramError: It cannot be replaced.
        """
        edit = partial(self._bot.edit_message_text, chat_id=chat, message_id=message)
        try:
            if wait:
                await _repeated(lambda: _written(edit, markup, buttons))
            else:
                await _written(edit, markup, buttons)
        except BadRequest as error:
            if _UNCHANGED not in str(error).lower():
                raise

    async def acknowledge(self, press: str, text: str = "") -> None:
        """End the waiting sign of a pressed button, perhaps with a short text."""
        await _repeated(
            lambda: self._bot.answer_callback_query(press, text=text or None)
        )


def retry_seconds(error: RetryAfter) -> float:
    """How long Telegram asks to wait."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, dt.timedelta) else float(wait)


def _request(connections: int) -> HTTPXRequest:
    return HTTPXRequest(
        connection_pool_size=connections,
        connect_timeout=TIMEOUT_SECONDS,
        read_timeout=TIMEOUT_SECONDS,
        write_timeout=TIMEOUT_SECONDS,
        pool_timeout=TIMEOUT_SECONDS,
    )


def _keyboard(rows: Buttons) -> InlineKeyboardMarkup | None:
    if not rows:
        return None
    return InlineKeyboardMarkup(
        [
            [InlineKeyboardButton(label, callback_data=data) for label, data in row]
            for row in rows
        ]
    )


async def _written(
    write: Callable[..., Awaitable[T]], markup: str, buttons: Buttons
) -> T:
    """What `write` returns for markup, or for its text if that is refused."""
    others = {
        "reply_markup": _keyboard(buttons),
        # Else Telegram's servers fetch the first link of a note.
        "link_preview_options": LinkPreviewOptions(is_disabled=True),
    }
    try:
        return await write(text=markup, parse_mode=ParseMode.HTML, **others)
    except BadRequest as error:
        if _UNPARSABLE not in str(error).lower():
            raise
        return await write(text=plain_text(markup), **others)


async def _repeated(make: Callable[[], Awaitable[T]]) -> T:
    """The result of a request that is made again while that can help.

    Raises:
        TelegramError: It cannot succeed, or did not within `RETRY_SECONDS`.
    """
    pauses, waited = iter(RETRY_SECONDS), 0.0
    while True:
        try:
            return await make()
        except RetryAfter as error:
            pause = retry_seconds(error)
            waited += pause
            if waited > MAX_WAIT_SECONDS:
                raise
        except BadRequest:  # it is a NetworkError, too
            raise
        except NetworkError:
            pause = next(pauses, MAX_WAIT_SECONDS)
            if pause == MAX_WAIT_SECONDS:
                raise
        await asyncio.sleep(pause)
