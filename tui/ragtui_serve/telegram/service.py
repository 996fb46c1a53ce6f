"""Fetches updates and runs the bot until a signal ends it.

By long polling, so that no port is open.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError, TimedOut

from ragtui_core import RagtuiError, Vault
from ragtui_core.text import sanitize
from ragtui_serve.served_vault import ServedVault
from ragtui_serve.stop_signals import until_signal
from ragtui_serve.telegram.bot import TelegramBot
from ragtui_serve.telegram.bot_api import BotApi, Update, retry_seconds
from ragtui_serve.telegram.bot_settings import BotSettings, bot_settings
from ragtui_serve.telegram.replies import COMMANDS

MAX_PAUSE = 30.0
"""Seconds between two attempts while Telegram cannot be reached."""

MAX_CONFLICTS = 3
"""A restarted bot may get one; with more, another program uses the same bot."""

CONFIRM_SECONDS = 0.7
"""How long the last request may take when the bot ends."""


class Poller:
    """Fetches updates, each once."""

    def __init__(
        self, api: BotApi, report: Callable[[str], None], *, pause: float = 1.0
    ) -> None:
        """Fetch by `api`, and report to the operator.

        After the first failure there is a pause; pauses double up to `MAX_PAUSE`.
        """
        self._api = api
        self._report = report
        self._first_pause = pause
        self._offset = 0
        self._failures = 0
        self._conflicts = 0

    async def run(self, take: Callable[[Update], Awaitable[None]]) -> None:
        """Hand each update to `take` until cancelled.

        Raises:
            RagtuiError: The token was revoked, or another program polls this bot.
        """
        while True:
            try:
                updates = await self._api.updates(self._offset)
            except InvalidToken as error:
                raise RagtuiError(INVALID_TOKEN) from error
            except TimedOut:
                continue  # a proxy ended the long request
            except TelegramError as error:
                await asyncio.sleep(self._pause_after(error))
                continue
            if self._failures:
                self._report("Telegram answers again")
            self._failures = self._conflicts = 0
            for update in updates:
                self._offset = update.update_id + 1
                await take(update)

    async def confirm(self) -> None:
        """Tell Telegram what was received, so that it is not sent again."""
        if not self._offset:
            return
        try:
            async with asyncio.timeout(CONFIRM_SECONDS):
                await self._api.updates(self._offset, wait=0)
        except (TelegramError, TimeoutError):
            return  # it is sent again at the next start

    def _pause_after(self, error: TelegramError) -> float:
        """Report a failure once; returns how long to wait after it."""
        self._failures += 1
        if isinstance(error, RetryAfter):
            return retry_seconds(error)
        if isinstance(error, Conflict):
            self._conflicts += 1
            if self._conflicts > MAX_CONFLICTS:
                raise RagtuiError(
                    "another program receives the messages of this bot: stop it, or "
                    f"use another bot ({self._api.described(error)})"
                ) from error
        if self._failures == 1:
            self._report(f"{self._api.described(error)}; trying again")
        return float(min(MAX_PAUSE, self._first_pause * 2 ** (self._failures - 1)))


INVALID_TOKEN = (
    "Telegram refuses the bot's token: check RAGTUI_TELEGRAM_TOKEN, or get a new one "
    "from @BotFather"
)
"""The message about a token that Telegram does not know."""


def run_bot(vault: Vault) -> None:
    """Answer the chats of the settings, and index, until Ctrl+C or SIGTERM.

    Raises:
        RagtuiError: The settings are not complete, Telegram refuses the token or
            cannot be reached, or another program polls the bot.
    """
    settings = bot_settings(vault.settings.telegram, require_chats=True)
    served = ServedVault(vault)
    served.start()
    try:
        asyncio.run(until_signal(_answer(served, settings)))
    finally:
        served.close()


def print_chat_id(vault: Vault) -> None:
    """Wait for a message to the bot, and print the id of its chat.

    Raises:
        RagtuiError: As `run_bot`, but no chat need be set.
    """
    settings = bot_settings(vault.settings.telegram, require_chats=False)
    asyncio.run(until_signal(_find_chat(settings)))


def _report(text: str) -> None:
    line = sanitize(text, one_line=True)
    print(f"ragtui: {line}", file=sys.stderr, flush=True)  # noqa: T201


async def _answer(served: ServedVault, settings: BotSettings) -> None:
    async with _connected(settings) as api:
        await api.set_commands(COMMANDS)
        bot = TelegramBot(api, served, settings.chats, _report)
        poller = Poller(api, _report)
        _report(f"@{api.username} answers in {_count(settings)}; Ctrl+C ends it")
        try:
            await poller.run(bot.take)
        finally:
            served.stop()  # the indexer ends its batch while the answers end
            await asyncio.gather(bot.close(), poller.confirm())


def _count(settings: BotSettings) -> str:
    count = len(settings.chats)
    return f"{count} chats" if count > 1 else "1 chat"


async def _find_chat(settings: BotSettings) -> None:
    found = asyncio.get_running_loop().create_future()

    async def take(update: Update) -> None:
        if update.effective_chat and not found.done():
            found.set_result(update.effective_chat)

    async with _connected(settings) as api:
        poller = Poller(api, _report)
        _report(f"write to @{api.username} in Telegram now; Ctrl+C ends it")
        polling = asyncio.create_task(poller.run(take))
        try:
            await asyncio.wait([polling, found], return_when=asyncio.FIRST_COMPLETED)
        finally:
            polling.cancel()
            await asyncio.wait([polling])
            await poller.confirm()
        if not found.done():
            polling.result()
        chat = found.result()
        _report(f"this is a {chat.type} chat, {chat.effective_name}")
        print(chat.id, flush=True)  # noqa: T201


@asynccontextmanager
async def _connected(settings: BotSettings) -> AsyncIterator[BotApi]:
    """The connection, with its errors as sentences."""
    api = BotApi(settings)
    try:
        async with api:
            yield api
    except InvalidToken as error:
        raise RagtuiError(INVALID_TOKEN) from error
    except TelegramError as error:
        raise RagtuiError(
            f"Telegram at {settings.base_url} failed ({api.described(error)}): check "
            "the connection and `telegram.base_url`"
        ) from error
