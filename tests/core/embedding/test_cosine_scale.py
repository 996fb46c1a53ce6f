"""The scale of a model maps its cosines to similarities, in the same order."""

from hypothesis import assume, given, strategies as st

from ragtui_core.embedding.cosine_scale import BUNDLED_SCALE, CosineScale

COSINES = st.floats(-1.0, 1.0)


def test_unrelated_texts_have_0_and_matching_ones_1() -> None:
    assert BUNDLED_SCALE.of(BUNDLED_SCALE.low) == 0.0
    assert BUNDLED_SCALE.of(BUNDLED_SCALE.high) == 1.0


@given(low=COSINES, high=COSINES, one=COSINES, other=COSINES)
def test_order_stays(low: float, high: float, one: float, other: float) -> None:
    assume(high - low > 0.01)
    scale = CosineScale(low, high)
    if one > other + 1e-9:
        assert scale.of(one) > scale.of(other)
