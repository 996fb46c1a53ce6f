"""The link graph of a vault: link targets, backlinks, related notes."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
