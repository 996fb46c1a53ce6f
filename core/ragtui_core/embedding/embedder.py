"""The protocols of embedders, and the vectors that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from ragtui_core.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"
"""Vectors in rows; its name alone is known where numpy is not imported."""

BATCH_SIZE = 16
"""Texts per batch of a local model: 0.2 s on two cores, which an edit may have to
wait."""


@runtime_checkable
class TextEmbedder(Protocol):
    """What a package has to provide; safe to call from several threads."""

    @property
    def dimension(self) -> int:
        """The length of each vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), dimension)."""


class Embedder(TextEmbedder, Protocol):
    """Turns texts into unit vectors; safe to call from several threads."""

    @property
    def model_id(self) -> str:
        """Identifies the weights: embedders with the same id give the same vectors."""

    @property
    def batch_size(self) -> int:
        """Texts per call of `embed` while a vault is indexed."""

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each search query, float32, shape (dimension,)."""


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


def check_dimension(dimension: int, indexed: int) -> None:
    """Compare the length of a model's vectors with that of an index's; 0 is unknown.

    Raises:
        ModelError: They differ.
    """
    if indexed and dimension != indexed:
        raise ModelError(
            f"the model returns vectors of {dimension} numbers, but those of the index "
            f"have {indexed}: it was replaced; rebuild the index (`ragtui index "
            "--rebuild`)"
        )
