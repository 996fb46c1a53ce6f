"""Text -> unit vectors: the bundled ONNX model, or a sentence-transformers model."""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
