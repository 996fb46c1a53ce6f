"""Text -> unit vectors: the bundled ONNX model, or a sentence-transformers model."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import (
        Embedder,
        TextEmbedder,
        model_id,
        model_setting,
        open_embedder,
    )
    from ragtui_core.embedding.token_counting import TokenCounter, bundled_token_counter

__all__ = [
    "Embedder",
    "TextEmbedder",
    "TokenCounter",
    "bundled_token_counter",
    "model_id",
    "model_setting",
    "open_embedder",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.embedding.embedder": (
            "TextEmbedder",
            "Embedder",
            "model_id",
            "model_setting",
            "open_embedder",
        ),
        "ragtui_core.embedding.token_counting": (
            "TokenCounter",
            "bundled_token_counter",
        ),
    },
)
