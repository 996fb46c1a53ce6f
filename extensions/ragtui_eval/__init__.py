"""Measures how well search works, on judged queries, and keeps what was measured."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
