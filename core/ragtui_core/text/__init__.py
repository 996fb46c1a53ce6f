"""Text analysis without files or an index: lines, stems, n-grams."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
