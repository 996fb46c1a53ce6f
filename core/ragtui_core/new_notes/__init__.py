"""Notes that a user creates, renames or ticks tasks off in."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
