"""Text to unit vectors: the bundled ONNX model, or any sentence-transformers one."""

from ragtui_core.embedding.embedder import (
    Embedder,
    model_id,
    model_setting,
    open_embedder,
)
from ragtui_core.embedding.token_counting import (
    TokenCounter,
    bundled_token_counter,
)

__all__ = [
    "Embedder",
    "TokenCounter",
    "bundled_token_counter",
    "model_id",
    "model_setting",
    "open_embedder",
]
