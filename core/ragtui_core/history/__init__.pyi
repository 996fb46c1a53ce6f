"""Public names of this package, each loaded at its first use."""

from ragtui_core.history.audit_log import AuditLog as AuditLog
from ragtui_core.history.conversation import (
    Conversation as Conversation,
    ConversationSummary as ConversationSummary,
    Turn as Turn,
    conversation_title as conversation_title,
)
from ragtui_core.history.conversation_export import (
    conversation_as_json as conversation_as_json,
    conversation_as_markdown as conversation_as_markdown,
    save_export as save_export,
    summary_as_json as summary_as_json,
)
from ragtui_core.history.conversation_store import (
    ConversationStore as ConversationStore,
)
from ragtui_core.history.statistics import (
    Statistics as Statistics,
    count_questions as count_questions,
    is_empty as is_empty,
)
