"""Notes that do not exist yet: their paths and first texts. Nothing is written."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
