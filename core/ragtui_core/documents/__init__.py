"""Files -> documents: decoding, front matter, Markdown structure, sentences."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
