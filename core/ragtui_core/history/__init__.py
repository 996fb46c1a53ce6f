"""What was asked before: conversations and the audit log."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.history.audit_log.day_plot import (
        ASCII_LEVELS,
        BLOCK_LEVELS,
        day_plot,
    )
    from ragtui_core.history.audit_log.statistics_json import statistics_as_json
    from ragtui_core.history.audit_log.statistics_types import (
        Latency,
        ProviderFigures,
        SearchFigures,
        Statistics,
    )
    from ragtui_core.history.conversations.conversation import (
        Conversation,
        ConversationSummary,
        conversation_title,
    )
    from ragtui_core.history.conversations.export import (
        conversation_as_markdown,
        save_export,
    )
    from ragtui_core.history.conversations.turn_json import turn_as_json
    from ragtui_core.history.in_memory_tables import in_memory_connection

__all__ = [
    "ASCII_LEVELS",
    "BLOCK_LEVELS",
    "Conversation",
    "ConversationSummary",
    "Latency",
    "ProviderFigures",
    "SearchFigures",
    "Statistics",
    "conversation_as_markdown",
    "conversation_title",
    "day_plot",
    "in_memory_connection",
    "save_export",
    "statistics_as_json",
    "turn_as_json",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.history.audit_log.day_plot": (
            "ASCII_LEVELS",
            "BLOCK_LEVELS",
            "day_plot",
        ),
        "ragtui_core.history.audit_log.statistics_json": ("statistics_as_json",),
        "ragtui_core.history.audit_log.statistics_types": (
            "Latency",
            "ProviderFigures",
            "SearchFigures",
            "Statistics",
        ),
        "ragtui_core.history.conversations.conversation": (
            "Conversation",
            "ConversationSummary",
            "conversation_title",
        ),
        "ragtui_core.history.conversations.export": (
            "conversation_as_markdown",
            "save_export",
        ),
        "ragtui_core.history.conversations.turn_json": ("turn_as_json",),
        "ragtui_core.history.in_memory_tables": ("in_memory_connection",),
    },
)
