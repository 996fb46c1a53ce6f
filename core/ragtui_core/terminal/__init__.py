"""Standard output and error of a program, safe for a terminal."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
