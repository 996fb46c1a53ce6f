"""Runs the bot until a signal ends it, by long polling, so that no port is open."""

import asyncio
import datetime as dt
import logging
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from telegram import LinkPreviewOptions, Update
from telegram.error import InvalidToken, TelegramError
from telegram.ext import AIORateLimiter, Application, Defaults, TypeHandler
from telegram.request import HTTPXRequest

from ragtui_core import RagtuiError, SettingsError, Vault
from ragtui_core.settings import TelegramSettings, config_path
from ragtui_core.text import counted, sanitize
from ragtui_serve.served_vault import ServedVault
from ragtui_serve.stop_signals import until_signal
from ragtui_telegram.bot import TelegramBot, described
from ragtui_telegram.replies import COMMANDS

_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,100}")
"""A token as @BotFather gives it; other characters would change the address of
requests."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """What a bot needs to start."""

    token: str = field(repr=False)
    base_url: str
    """Address of the Bot API server, without the token."""
    chats: frozenset[int]
    """Ids of the chats that are answered."""


def bot_settings(settings: TelegramSettings, *, require_chats: bool) -> BotSettings:
    """The table `[telegram]`, checked.

    Raises:
        SettingsError: There is no token, or no chat, or one of them is not valid.
    """
    chats = frozenset(map(_chat_id, settings.chats))
    if require_chats and not chats:
        raise SettingsError(
            "`telegram.chats` is empty, so the bot would answer no chat. To find the "
            "id of your chat, run `ragtui telegram --chat-id` and write to the bot; "
            f"then add `chats = [ID]` to the table `[telegram]` of {config_path()}"
        )
    return BotSettings(_token(settings), settings.base_url.rstrip("/"), chats)


def _chat_id(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise SettingsError(
            f"`telegram.chats` has {text!r}, which is not the id of a chat: ids are "
            "whole numbers, see `ragtui telegram --chat-id`"
        )
    return int(text)


def _token(settings: TelegramSettings) -> str:
    """The bot's token; no error contains any of it."""
    token = settings.token
    if not token:
        raise SettingsError(
            "the bot has no token: get one from @BotFather in Telegram, and set "
            "RAGTUI_TELEGRAM_TOKEN"
        )
    if not _TOKEN.fullmatch(token):
        raise SettingsError(
            "`telegram.token` is not a bot's token, which is a number, a colon, and "
            "letters"
        )
    return token


POLL_SECONDS = 50
"""Seconds that Telegram keeps a request for updates open."""

MAX_WAITS = 20
"""How often a request waits for as long as Telegram asks."""

MAX_UPDATES = 64
"""Updates handled at once."""

MAX_CONFLICTS = 3
"""A restarted bot may get one; with more, another program uses the same bot."""

STOP_SECONDS = 2.0
"""How long the answers and the last request may take when the bot ends."""

INVALID_TOKEN = (
    "Telegram refuses the bot's token: check RAGTUI_TELEGRAM_TOKEN, or get a new one "
    "from @BotFather"
)

OTHER_PROGRAM = (
    "another program receives the messages of this bot: stop it, or use another bot"
)

App = Application[Any, Any, Any, Any, Any, Any]
Report = Callable[[str], None]


class UpdateRequests(HTTPXRequest):
    """The requests for updates; tells which failures end the bot.

    The library makes the request again after any failure but a refused token.
    """

    def __init__(self) -> None:
        """Prepare."""
        super().__init__()
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Has an exception when the bot cannot go on."""
        self._conflicts = 0

    async def do_request(self, *args: Any, **named: Any) -> tuple[int, bytes]:
        """The status and body of the answer to a request.

        Raises:
            NetworkError: There is no answer.
        """
        status, body = await super().do_request(*args, **named)
        if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND}:
            self._end(INVALID_TOKEN)
        self._conflicts = self._conflicts + 1 if status == HTTPStatus.CONFLICT else 0
        if self._conflicts > MAX_CONFLICTS:
            self._end(OTHER_PROGRAM)
        return status, body

    def _end(self, reason: str) -> None:
        if not self.failed.done():
            self.failed.set_exception(RagtuiError(reason))


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
        asyncio.run(until_signal(answer_chats(served, settings, _report)))
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


async def answer_chats(
    served: ServedVault, settings: BotSettings, report: Report
) -> None:
    """Answer until cancelled; `report` takes lines for the operator.

    Raises:
        RagtuiError: Telegram refuses the token or cannot be reached, or another
            program polls the bot.
    """
    bot = TelegramBot(served, settings.chats, report)

    def stop() -> None:
        served.stop()  # the indexer ends its batch while the answers end
        bot.stop_answers()

    async with _polling(settings, report, bot.add_to, stop) as requests:
        await requests.failed


async def _find_chat(settings: BotSettings) -> None:
    found = asyncio.get_running_loop().create_future()

    async def take(update: Update, _: object) -> None:
        if update.effective_chat and not found.done():
            found.set_result(update.effective_chat)

    def add_to(app: App) -> None:
        app.add_handler(TypeHandler(Update, take))

    async with _polling(settings, _report, add_to, lambda: None) as requests:
        either = (requests.failed, found)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if not found.done():
        requests.failed.result()
    chat = found.result()
    _report(f"this is a {chat.type} chat, {chat.effective_name}")
    print(chat.id, flush=True)  # noqa: T201


def _application(settings: BotSettings, requests: UpdateRequests) -> App:
    """The bot without handlers, which receives updates by `requests`."""
    # The libraries put the token into their logs.
    for name in ("httpcore", "httpx", "telegram"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    # Without it, each error 429 has a warning.
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    # Telegram's servers would fetch the first link of a note.
    no_preview = LinkPreviewOptions(is_disabled=True)
    return (
        Application.builder()
        .token(settings.token)
        .base_url(f"{settings.base_url}/bot")
        .base_file_url(f"{settings.base_url}/file/bot")
        .get_updates_request(requests)
        .defaults(Defaults(parse_mode="HTML", link_preview_options=no_preview))
        .rate_limiter(AIORateLimiter(max_retries=MAX_WAITS))
        .concurrent_updates(MAX_UPDATES)
        .job_queue(None)
        .build()
    )


@asynccontextmanager
async def _polling(
    settings: BotSettings,
    report: Report,
    add_to: Callable[[App], None],
    stop: Callable[[], None],
) -> AsyncIterator[UpdateRequests]:
    """Receive updates within the block; `stop` is called at its end.

    Raises:
        RagtuiError: Telegram refuses the token or cannot be reached.
    """
    requests = UpdateRequests()
    app = _application(settings, requests)
    add_to(app)
    assert app.updater
    try:
        async with app:
            await app.bot.set_my_commands(COMMANDS)
            await app.start()
            await app.updater.start_polling(
                timeout=dt.timedelta(seconds=POLL_SECONDS),
                allowed_updates=[Update.MESSAGE, Update.CALLBACK_QUERY],
                error_callback=lambda error: report(
                    f"{described(error, settings.token)}; trying again"
                ),
            )
            chats = counted(len(settings.chats), "chat")
            report(f"@{app.bot.username} answers in {chats}; Ctrl+C ends it")
            try:
                yield requests
            finally:
                stop()
                with suppress(TimeoutError, TelegramError):
                    async with asyncio.timeout(STOP_SECONDS):
                        await asyncio.gather(app.updater.stop(), app.stop())
    except InvalidToken as error:
        raise RagtuiError(INVALID_TOKEN) from error
    except TelegramError as error:
        raise RagtuiError(
            f"Telegram at {settings.base_url} failed "
            f"({described(error, settings.token)}): check the connection and "
            "`telegram.base_url`"
        ) from error
