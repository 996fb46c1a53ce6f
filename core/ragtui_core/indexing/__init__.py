"""Keeps the index up to date with the files: scan, compare, write, embed, watch."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
