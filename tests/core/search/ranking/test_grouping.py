"""Which chunks fill the slots."""

from ragtui_core.search.ranking.grouping import (
    Slot,
    descending,
    diverse,
    every_chunk,
    joined,
    one_of_each_document,
    pooled,
)
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.types import ChunkId, DocumentId

# Chunk 11 is the first of document 1, chunk 21 that of document 2.
RANKED = [
    (ChunkId(chunk), DocumentId(chunk // 10)) for chunk in (11, 12, 21, 13, 31, 22)
]


def shown(slots: list[Slot]) -> list[tuple[int, bool]]:
    return [(slot.chunk, slot.additional) for slot in slots]


def evidence_of(scores: dict[int, float]) -> dict[ChunkId, Evidence]:
    return {ChunkId(c): Evidence(None, None, fused) for c, fused in scores.items()}


def test_other_documents_come_before_further_chunks() -> None:
    slots, further = one_of_each_document(RANKED)
    assert shown(slots) == [(11, False), (21, False), (31, False)]
    assert shown(further) == [(12, True), (13, True), (22, True)]


def test_further_chunks_that_are_good_come_before_weak_documents() -> None:
    evidence = evidence_of({11: 3, 12: 2, 21: 1, 13: 0.5, 31: -1, 22: -2})
    found = joined(*one_of_each_document(RANKED), evidence)
    assert [slot.chunk for slot in found] == [11, 21, 12, 13, 31, 22]
    scores = [descending(found, evidence)[slot.chunk].fused for slot in found]
    assert scores == [3, 1, 1, 0.5, -1, -2]


def test_without_grouping_chunks_keep_their_rank() -> None:
    found = shown(every_chunk(RANKED))
    assert found[:4] == [(11, False), (12, True), (21, False), (13, True)]


def test_a_second_chunk_stays_if_it_says_something_else() -> None:
    def alike(one: ChunkId, other: ChunkId) -> bool:
        return {one, other} == {ChunkId(11), ChunkId(12)}

    slots, rest = diverse(RANKED, alike)
    # 12 is like 11 and waits; 13 is not, and keeps its rank.
    assert shown(slots[:4]) == [(11, False), (21, False), (13, True), (31, False)]
    assert shown(rest) == [(12, True)]


def test_a_document_with_more_good_chunks_is_the_better_whole() -> None:
    scores = {11: 0.80, 12: 0.79, 13: 0.78, 21: 0.81}
    evidence = evidence_of(scores)
    documents = {chunk: DocumentId(chunk // 10) for chunk in evidence}
    found = pooled(evidence, documents)
    assert set(found) == {11, 21}
    assert found[ChunkId(11)].fused > found[ChunkId(21)].fused


def test_a_much_better_passage_of_a_document_comes_before_another_document() -> None:
    ranked = [(ChunkId(n), DocumentId(d)) for n, d in ((1, 1), (2, 1), (3, 1), (4, 2))]
    fused = {1: 5.0, 2: 4.9, 3: 2.5, 4: 2.0}
    evidence = {ChunkId(n): Evidence(1.0, None, odds) for n, odds in fused.items()}
    slots = joined(*one_of_each_document(ranked), evidence)
    assert [slot.chunk for slot in slots] == [1, 2, 4, 3]
