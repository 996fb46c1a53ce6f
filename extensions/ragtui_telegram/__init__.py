"""`ragtui telegram`: a vault in a chat of Telegram.

The bot fetches messages by long polling, so no port is open. It answers the chats that
the settings name and no others.
"""

from ragtui_core import Command

COMMAND = Command(
    "answer the chats of a Telegram bot from a vault",
    ("telegram --chat-id", "telegram ~/notes"),
    "ragtui_telegram.command",
)
