"""Tools on a vault that read, and the options of requests: for agents and models."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
