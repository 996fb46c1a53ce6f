"""What was asked before: conversations, the audit log and its statistics."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.history.audit_log import AuditLog
    from ragtui_core.history.conversation import (
        Conversation,
        ConversationSummary,
        conversation_title,
    )
    from ragtui_core.history.conversation_export import (
        conversation_as_json,
        conversation_as_markdown,
        save_export,
        summary_as_json,
    )
    from ragtui_core.history.conversation_store import ConversationStore
    from ragtui_core.history.question_plot import ASCII_LEVELS, BLOCK_LEVELS
    from ragtui_core.history.record_tables import record_table
    from ragtui_core.history.statistics import (
        Statistics,
        statistics_as_json,
    )
    from ragtui_core.history.statistics_page import Section, page_sections

__all__ = [
    "ASCII_LEVELS",
    "BLOCK_LEVELS",
    "AuditLog",
    "Conversation",
    "ConversationStore",
    "ConversationSummary",
    "Section",
    "Statistics",
    "conversation_as_json",
    "conversation_as_markdown",
    "conversation_title",
    "page_sections",
    "record_table",
    "save_export",
    "statistics_as_json",
    "summary_as_json",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.history.audit_log": ("AuditLog",),
        "ragtui_core.history.conversation": (
            "Conversation",
            "ConversationSummary",
            "conversation_title",
        ),
        "ragtui_core.history.conversation_export": (
            "conversation_as_json",
            "conversation_as_markdown",
            "save_export",
            "summary_as_json",
        ),
        "ragtui_core.history.conversation_store": ("ConversationStore",),
        "ragtui_core.history.question_plot": (
            "ASCII_LEVELS",
            "BLOCK_LEVELS",
        ),
        "ragtui_core.history.record_tables": ("record_table",),
        "ragtui_core.history.statistics": (
            "Statistics",
            "statistics_as_json",
        ),
        "ragtui_core.history.statistics_page": ("Section", "page_sections"),
    },
)
