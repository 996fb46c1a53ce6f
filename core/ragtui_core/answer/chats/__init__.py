"""Conversations that were kept: their turns, the shelf they lie on, their export."""

from ragtui_core.answer.chats.chat import Chat, ChatSummary
from ragtui_core.answer.chats.export import as_markdown, save_export
from ragtui_core.answer.chats.shelf import ChatShelf
from ragtui_core.answer.chats.turn_json import as_json, turn_of
from ragtui_core.answer.chats.turns import SentText, Turn, utc_now

__all__ = [
    "Chat",
    "ChatShelf",
    "ChatSummary",
    "SentText",
    "Turn",
    "as_json",
    "as_markdown",
    "save_export",
    "turn_of",
    "utc_now",
]
