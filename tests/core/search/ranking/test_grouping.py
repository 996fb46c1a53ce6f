"""Which chunks fill the slots."""

from ragtui_core.search.ranking.grouping import (
    Slot,
    diverse,
    every_chunk,
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


def test_other_documents_come_before_further_chunks() -> None:
    slots = one_of_each_document(RANKED, 5, fill=True)
    first = [(11, False), (21, False), (31, False)]
    assert shown(slots) == [*first, (12, True), (13, True)]
    assert shown(one_of_each_document(RANKED, 5, fill=False)) == first
    assert shown(one_of_each_document(RANKED, 2, fill=True)) == first[:2]


def test_without_grouping_chunks_keep_their_rank() -> None:
    assert shown(every_chunk(RANKED, 4)) == [
        (11, False),
        (12, True),
        (21, False),
        (13, True),
    ]


def test_a_second_chunk_stays_if_it_says_something_else() -> None:
    def alike(one: ChunkId, other: ChunkId) -> bool:
        return {one, other} == {ChunkId(11), ChunkId(12)}

    slots = diverse(RANKED, 4, alike=alike)
    # 12 is like 11 and waits; 13 is not, and keeps its rank.
    assert shown(slots) == [(11, False), (21, False), (13, True), (31, False)]


def test_a_document_with_more_good_chunks_is_the_better_whole() -> None:
    scores = {11: 0.80, 12: 0.79, 13: 0.78, 21: 0.81}
    evidence = {ChunkId(c): Evidence(None, None, score) for c, score in scores.items()}
    documents = {chunk: DocumentId(chunk // 10) for chunk in evidence}
    found = pooled(evidence, documents)
    assert set(found) == {11, 21}
    assert found[ChunkId(11)].fused > found[ChunkId(21)].fused
