"""What was asked before: conversations, the audit log and its statistics."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
