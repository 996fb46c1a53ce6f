"""Question -> cited answer: context, a provider that writes, citations checked."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
