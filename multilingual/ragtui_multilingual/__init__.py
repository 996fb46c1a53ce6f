"""The embedder `multilingual` of ragtui: multilingual-e5-small as package data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.embedding.bundled_model import (
    MODEL_NAME,
    TOKENIZER_NAME,
    EmbeddingModel,
)

if TYPE_CHECKING:
    from ragtui_core.embedding.onnx_embedder import OnnxEmbedder
    from ragtui_core.settings.schema import EmbeddingSettings

MODEL = EmbeddingModel(
    Path(__file__).parent / "multilingual-e5-small-int8",
    {
        MODEL_NAME: "6ce1ef983016a3992ba7ec1b733de4b30f3ddbd44ef080bd3c7f8263af2cafde",
        TOKENIZER_NAME: (
            "3291311270adbfd12a7734e568ae45bbff647c10d1bbe2a9bcfe50eeaf0cde84"
        ),
    },
    "ragtui-multilingual",
)


def open_embedder(settings: EmbeddingSettings, model: str) -> OnnxEmbedder:
    """Load the model (a second); the entry point of this embedder."""
    from ragtui_core.embedding.onnx_embedder import OnnxEmbedder

    return OnnxEmbedder(MODEL, settings)
