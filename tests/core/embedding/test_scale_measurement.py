"""The scale of any model is such that its cosines mean what the bundled model's do."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core.embedding import open_embedder
from ragtui_core.embedding.cosine_scale import (
    BUNDLED_SCALE,
    MATCHING,
    SILENT,
    UNRELATED,
    CosineScale,
    kept_scale,
    measured_scale,
    scale_of,
    scale_pairs,
    scale_text,
)
from ragtui_core.embedding.embedder import Embedder, Vectors
from ragtui_core.settings import EmbeddingSettings


class Shifted:
    """Another model: the bundled one, with an offset that all its texts share."""

    def __init__(self, inner: Embedder, offset: float) -> None:
        self._inner, self._offset = inner, offset
        self.model_id, self.dimension = "shifted", inner.dimension + 1
        self.batch_size = inner.batch_size

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Each cosine c becomes (c + offset²) / (1 + offset²)."""
        vectors = self._inner.embed(texts)
        extra = np.full((len(vectors), 1), self._offset, dtype=np.float32)
        longer = np.hstack([vectors, extra])
        unit: Vectors = longer / np.linalg.norm(longer, axis=1, keepdims=True)
        return unit

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        return list(self.embed(texts))


def of(scale: CosineScale, cosine: float) -> float:
    """The similarity: 0 for unrelated texts, 1 for matching ones."""
    return (cosine - scale.low) / (scale.high - scale.low)


@pytest.fixture(scope="module")
def bundled() -> Embedder:
    return open_embedder(EmbeddingSettings())


def test_the_bundled_model_has_the_scale_that_it_is_given(bundled: Embedder) -> None:
    measured = measured_scale(bundled)
    assert abs(measured.low - BUNDLED_SCALE.low) < 0.01
    assert abs(measured.high - BUNDLED_SCALE.high) < 0.01


@pytest.mark.parametrize("offset", [0.3, 1.0, 2.0])
def test_models_of_other_cosines_agree(bundled: Embedder, offset: float) -> None:
    other = Shifted(bundled, offset)
    scale = measured_scale(other)
    texts = [text for pair in scale_pairs()[:4] for text in pair]
    vectors, others = bundled.embed(texts), other.embed(texts)
    ours, theirs = vectors @ vectors.T, others @ others.T
    expected = [of(BUNDLED_SCALE, float(cosine)) for cosine in ours.flat]
    assert np.allclose([of(scale, float(c)) for c in theirs.flat], expected, atol=0.05)


def test_cosines_of_a_model_that_tells_nothing_apart_say_nothing() -> None:
    scale = scale_of(unrelated=0.93, matching=0.935)
    assert scale == SILENT
    assert of(scale, 0.99) < 0


def test_a_scale_is_kept_as_it_is() -> None:
    scale = scale_of(unrelated=UNRELATED - 0.2, matching=MATCHING)
    assert kept_scale(scale_text(scale)) == scale
    assert kept_scale("") is None


COSINES = st.floats(-1.0, 1.0)


@given(low=COSINES, high=COSINES, one=COSINES, other=COSINES)
def test_order_stays(low: float, high: float, one: float, other: float) -> None:
    assume(high - low > 0.01)
    scale = CosineScale(low, high)
    if one > other + 1e-9:
        assert of(scale, one) > of(scale, other)
