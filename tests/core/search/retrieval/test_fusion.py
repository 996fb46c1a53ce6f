"""Score fusion: comparable between queries, and for chunks without a vector."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.embedding.cosine_scale import CosineScale
from ragtui_core.search.retrieval.fusion import Evidence, Fusion, keyword_ratios
from ragtui_core.types import ChunkId

IDS = st.integers(1, 30).map(ChunkId)
SHARES = st.dictionaries(IDS, st.integers(0, 1000).map(lambda n: n / 1000))
COSINES = st.dictionaries(IDS, st.floats(-1, 1))
WEIGHTS = st.floats(0, 1)
SCALE = CosineScale(low=0.6, high=0.9)
ONE, TWO, THREE, FOUR = map(ChunkId, range(1, 5))


def fused(
    keyword: dict[ChunkId, float],
    cosines: dict[ChunkId, float],
    weight: float = 0.5,
    reach: float = 0.5,
) -> dict[ChunkId, Evidence]:
    return Fusion(SCALE, reach, weight).fused(keyword, cosines)


def test_words_and_meaning_count_alike() -> None:
    found = fused({ONE: 1.0, TWO: 0.0}, {ONE: 0.6, TWO: 0.9, THREE: 0.75})
    assert found[ONE].fused == pytest.approx(found[TWO].fused)
    assert found[THREE].fused < found[ONE].fused
    assert found[THREE].keyword is None
    assert sum(found[ONE].parts) == pytest.approx(found[ONE].fused)


@given(SHARES, COSINES, WEIGHTS, st.floats(0, 1))
def test_other_candidates_change_nothing(
    keyword: dict[ChunkId, float],
    cosines: dict[ChunkId, float],
    weight: float,
    reach: float,
) -> None:
    alone = fused({ONE: 1.0}, {ONE: 0.7}, weight, reach)
    others = fused({**keyword, ONE: 1.0}, {**cosines, ONE: 0.7}, weight, reach)
    assert others[ONE] == alone[ONE]


@given(st.floats(0.1, 1), st.floats(0.6, 0.8), st.floats(0, 0.05))
def test_a_slightly_higher_cosine_does_not_beat_all_words(
    ratio: float, cosine: float, more: float
) -> None:
    found = fused({ONE: ratio, THREE: 1.0}, {ONE: cosine, TWO: cosine + more})
    assert found[ONE].fused > found[TWO].fused


@given(st.floats(0, 1), st.floats(0, 1), WEIGHTS)
def test_more_of_the_words_is_more_evidence(
    reach: float, other: float, weight: float
) -> None:
    low, high = sorted((reach, other))
    found = [fused({ONE: 1.0}, {ONE: 0.7}, weight, r)[ONE].score for r in (low, high)]
    assert found[0] <= found[1]


@given(st.floats(0, 1))
def test_without_a_vector_a_chunk_has_what_its_words_alone_say(reach: float) -> None:
    alone = fused({ONE: 1.0}, {}, 0.0, reach)
    among = fused({ONE: 1.0}, {TWO: 0.9}, 0.5, reach)
    assert among[ONE].fused == pytest.approx(alone[ONE].fused)
    assert among[ONE].similarity is None


@given(SHARES, WEIGHTS)
def test_without_any_vector_the_order_is_that_of_the_words(
    shares: dict[ChunkId, float], weight: float
) -> None:
    found = fused(shares, {}, weight)
    order = sorted(shares, key=lambda chunk: (found[chunk].fused, chunk))
    assert [shares[chunk] for chunk in order] == sorted(shares.values())


def test_meaning_decides_where_no_chunk_has_a_word() -> None:
    found = fused({}, {ONE: 0.9, TWO: 0.6}, weight=1.0, reach=0.0)
    assert found[ONE].score > 0.9
    assert found[TWO].score < 0.25


@given(SHARES, COSINES, WEIGHTS)
def test_every_candidate_gets_a_score_between_0_and_1(
    shares: dict[ChunkId, float], cosines: dict[ChunkId, float], weight: float
) -> None:
    found = fused(shares, cosines, weight)
    assert found.keys() == shares.keys() | cosines.keys()
    assert all(0 <= item.score <= 1 for item in found.values())


def test_the_first_by_rank_has_the_evidence_of_the_best() -> None:
    keyword, cosines = {ONE: 1.0, TWO: 0.5}, {ONE: 0.8, TWO: 0.7, THREE: 0.75}
    found = Fusion(SCALE, 1.0, 0.5).fused_by_rank(keyword, cosines, k=60)
    best = max(fused(keyword, cosines, reach=1.0).values(), key=lambda item: item.fused)
    assert found[ONE].fused == pytest.approx(best.fused)
    assert found[ONE].fused > found[TWO].fused > found[THREE].fused
    assert sum(found[TWO].parts) == pytest.approx(found[TWO].fused)


@given(st.dictionaries(IDS, st.floats(0.001, 1e6), min_size=1))
def test_shares_are_of_the_best_score(scores: dict[ChunkId, float]) -> None:
    shares = keyword_ratios(scores)
    assert max(shares.values()) == 1.0
    assert sorted(shares, key=shares.__getitem__) == sorted(
        scores, key=scores.__getitem__
    )
