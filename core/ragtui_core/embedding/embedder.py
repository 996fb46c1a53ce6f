"""The protocol of embedders, and the embedder that the settings name."""

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
"""The value of `embedding.model` for the model shipped in the package."""


class Embedder(Protocol):
    """Turns texts into unit vectors; safe to call from several threads."""

    @property
    def model_id(self) -> str:
        """Identifies the weights: embedders with the same id give the same vectors."""

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
    """The contextual vectors of a text's tokens, without special tokens."""

    spans: Sequence[tuple[int, int]]
    """Start and end of each token, in characters of the text."""
    vectors: Vectors
    """Unit vectors, float32, shape (tokens, dimension)."""


@runtime_checkable
class TokenEmbedder(Protocol):
    """An embedder that also returns token vectors."""

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of each of `texts`; takes as long as `embed`."""


_TRANSFORMERS_PREFIX = "sentence-transformers:"
"""Prefix of the id of every model that is not bundled."""


def model_id(settings: EmbeddingSettings) -> str:
    """The id of the model that `settings` name, without loading it."""
    if settings.model == BUNDLED:
        from ragtui_core.embedding.bundled_model import MODEL_ID

        return MODEL_ID
    return _TRANSFORMERS_PREFIX + settings.model


def model_setting(model_id: str) -> str | None:
    """The value of `embedding.model` for a model id; None if there is none."""
    from ragtui_core.embedding.bundled_model import MODEL_ID

    if model_id == MODEL_ID:
        return BUNDLED
    return (
        model_id.removeprefix(_TRANSFORMERS_PREFIX)
        if model_id.startswith(_TRANSFORMERS_PREFIX)
        else None
    )


def open_embedder(settings: EmbeddingSettings) -> Embedder:
    """Load the model that `settings` name.

    Raises:
        ModelError: The model is missing or damaged, or the extra is not installed.
    """
    if settings.model == BUNDLED:
        from ragtui_core.embedding.onnx_embedder import OnnxEmbedder

        return OnnxEmbedder(threads=settings.threads)
    from ragtui_core.embedding.transformers_embedder import (
        SentenceTransformersEmbedder,
    )

    return SentenceTransformersEmbedder(settings.model, timeout=settings.load_timeout)
