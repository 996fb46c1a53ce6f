"""Query text -> ranked hits: parse, retrieve, fuse, score, group."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
