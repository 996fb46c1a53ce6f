"""Score fusion: its formula, and the rule for chunks without a vector."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.search.retrieval.fusion import fuse, keyword_ratios
from ragtui_core.types import ChunkId

IDS = st.integers(1, 30).map(ChunkId)
SHARES = st.dictionaries(IDS, st.floats(0, 1))
COSINES = st.dictionaries(IDS, st.floats(-1, 1))
WEIGHTS = st.floats(0, 1)


def test_the_formula_on_a_worked_example() -> None:
    keyword = {ChunkId(1): 1.0, ChunkId(2): 0.5}
    similarity = {ChunkId(1): 0.6, ChunkId(2): 0.8, ChunkId(3): 0.7}
    fused = fuse(keyword, similarity, 0.6)
    assert fused[ChunkId(1)].fused == pytest.approx(0.4 * 1.0 + 0.6 * 0.0)
    assert fused[ChunkId(2)].fused == pytest.approx(0.4 * 0.5 + 0.6 * 1.0)
    assert fused[ChunkId(3)].fused == pytest.approx(0.4 * 0.0 + 0.6 * 0.5)
    assert fused[ChunkId(3)].keyword is None


def test_a_missing_vector_counts_as_the_words_do() -> None:
    fused = fuse({ChunkId(1): 0.7}, {ChunkId(2): 0.9, ChunkId(3): 0.1}, 0.6)
    assert fused[ChunkId(1)].fused == pytest.approx(0.7)
    assert fused[ChunkId(1)].similarity is None


@given(SHARES, WEIGHTS)
def test_without_any_vector_the_order_is_that_of_the_words(
    shares: dict[ChunkId, float], weight: float
) -> None:
    fused = fuse(shares, {}, weight)
    assert {i: e.fused for i, e in fused.items()} == pytest.approx(shares)


@given(SHARES, COSINES, WEIGHTS)
def test_every_candidate_gets_a_score_between_0_and_1(
    shares: dict[ChunkId, float], cosines: dict[ChunkId, float], weight: float
) -> None:
    fused = fuse(shares, cosines, weight)
    assert fused.keys() == shares.keys() | cosines.keys()
    assert all(-1e-9 <= e.fused <= 1 + 1e-9 for e in fused.values())


@given(st.dictionaries(IDS, st.floats(0.001, 1e6), min_size=1))
def test_shares_are_of_the_best_score(scores: dict[ChunkId, float]) -> None:
    shares = keyword_ratios(scores)
    assert max(shares.values()) == 1.0
    assert sorted(shares, key=shares.__getitem__) == sorted(
        scores, key=scores.__getitem__
    )
