"""Stored conversations: turns, the conversation store, export."""

from ragtui_core.history.conversations.conversation import (
    Conversation,
    ConversationSummary,
)
from ragtui_core.history.conversations.conversation_store import (
    ConversationStore,
)
from ragtui_core.history.conversations.export import (
    conversation_as_markdown,
    save_export,
)
from ragtui_core.history.conversations.turn_json import turn_as_json, turn_of
from ragtui_core.history.conversations.turns import SentText, Turn, utc_now

__all__ = [
    "Conversation",
    "ConversationStore",
    "ConversationSummary",
    "SentText",
    "Turn",
    "conversation_as_markdown",
    "save_export",
    "turn_as_json",
    "turn_of",
    "utc_now",
]
