"""Quotations and their files: locate, verify, save, recheck. Needs no provider."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
