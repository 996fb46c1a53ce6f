"""Checks vectors of other programs, and scales them to length 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors


def to_unit_vectors(vectors: Vectors, count: int, dimension: int) -> Vectors:
    """So many vectors with length 1, which the index requires, float32.

    Raises:
        ValueError: They have another shape, or one is zero or not finite; the message
            ends a sentence that begins with what returned them.
    """
    expected = (count, dimension)
    if vectors.shape != expected:
        shapes = f"shape {vectors.shape} instead of {expected}"
        raise ValueError(f"returned vectors of {shapes}")
    exact = vectors.astype(np.float64)  # Squares of large numbers are larger.
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and lengths.all()):
        raise ValueError("returned a zero vector")
    unit: Vectors = (exact / lengths).astype(np.float32)
    return unit
