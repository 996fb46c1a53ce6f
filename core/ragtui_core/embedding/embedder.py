"""What an embedder is, and which one the settings name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ragtui_core.settings.schema import EmbeddingSettings

    Vectors = NDArray[np.float32]

BUNDLED = "bundled"
"""The value of `embedding.model` that means the model shipped in the package."""


class Embedder(Protocol):
    """Turns texts into unit vectors; safe to call from several threads."""

    @property
    def model_id(self) -> str:
        """Names the weights: two embedders with the same id give the same vectors."""

    @property
    def dimension(self) -> int:
        """The length of each vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), dimension)."""

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each search query, float32, shape (dimension,)."""

    def embed_stream(self, texts: Sequence[str]) -> Iterator[tuple[int, Vectors]]:
        """Pairs of (index in `texts`, unit vector), in order of completion."""


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """A text's tokens as they are meant where they stand, special ones left out."""

    spans: Sequence[tuple[int, int]]
    """Of each token, in characters of the text."""
    vectors: Vectors
    """Unit vectors, float32, shape (tokens, dimension)."""


@runtime_checkable
class TokenEmbedder(Protocol):
    """An embedder that tells tokens apart, too."""

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of each of `texts`; takes as long as `embed`."""


_BY_NAME = "sentence-transformers:"
"""Begins the id of every model that is not bundled."""


def model_id(settings: EmbeddingSettings) -> str:
    """The id of the model that `settings` name, without loading it."""
    if settings.model == BUNDLED:
        from ragtui_core.embedding.bundled_model import MODEL_ID

        return MODEL_ID
    return _BY_NAME + settings.model


def model_setting(model_id: str) -> str | None:
    """The value of `embedding.model` that names a model; None if none does now."""
    from ragtui_core.embedding.bundled_model import MODEL_ID

    if model_id == MODEL_ID:
        return BUNDLED
    return model_id.removeprefix(_BY_NAME) if model_id.startswith(_BY_NAME) else None


def open_embedder(settings: EmbeddingSettings) -> Embedder:
    """Load the model that `settings` name.

    Raises:
        ModelError: The model is missing or damaged, or the extra not installed.
    """
    if settings.model == BUNDLED:
        from ragtui_core.embedding.onnx_embedder import OnnxEmbedder

        return OnnxEmbedder(threads=settings.threads)
    from ragtui_core.embedding.transformers_embedder import (
        SentenceTransformersEmbedder,
    )

    return SentenceTransformersEmbedder(settings.model, timeout=settings.load_timeout)
