"""Reading and writing files safely: atomically, and readable only by their owner."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
