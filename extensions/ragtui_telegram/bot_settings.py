"""The settings of the bot, checked before anything is sent."""

import re
from dataclasses import dataclass, field

from ragtui_core import SettingsError
from ragtui_core.settings import TelegramSettings, config_path

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
