"""Blending a second judgement into the order."""

import pytest

from ragtui_core.search.ranking.grouping import in_order
from ragtui_core.search.ranking.reranker import blended
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.types import ChunkId

FUSED = {ChunkId(1): 0.9, ChunkId(2): 0.8, ChunkId(3): 0.7, ChunkId(4): 0.2}
EVIDENCE = {chunk: Evidence(None, None, fused) for chunk, fused in FUSED.items()}


def test_only_judged_hits_are_reordered() -> None:
    judged = {ChunkId(1): -3.0, ChunkId(2): 5.0, ChunkId(3): 1.0}
    found = blended(EVIDENCE, judged, 0.8)
    assert in_order(found) == [2, 3, 1, 4]
    assert dict(found[ChunkId(2)].adjustments)["rerank"] > 1
    assert found[ChunkId(4)] is EVIDENCE[ChunkId(4)]


@pytest.mark.parametrize("judged", [{}, {ChunkId(1): 1.0, ChunkId(2): 1.0}])
def test_a_judgement_that_says_nothing_changes_nothing(
    judged: dict[ChunkId, float],
) -> None:
    assert in_order(blended(EVIDENCE, judged, 0.5)) == [1, 2, 3, 4]


def test_weight_zero_keeps_the_scores() -> None:
    judged = {ChunkId(1): 0.0, ChunkId(2): 9.0}
    found = blended(EVIDENCE, judged, 0.0)
    assert {c: e.fused for c, e in found.items()} == pytest.approx(FUSED)
