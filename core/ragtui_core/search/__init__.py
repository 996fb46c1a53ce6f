"""Query text -> ranked hits: parse, find, rank, present."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
