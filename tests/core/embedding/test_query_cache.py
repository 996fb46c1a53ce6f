"""Queries are embedded once, and together."""

from collections.abc import Sequence

import numpy as np

from ragtui_core.embedding.embedder import Vectors
from ragtui_core.embedding.query_cache import CACHED_QUERIES, QueryCache


class Counting:
    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.batches.append(list(texts))
        return np.array([[len(text)] for text in texts], dtype=np.float32)


def test_new_queries_go_in_one_batch_and_known_ones_not_at_all() -> None:
    embed = Counting()
    memory = QueryCache()
    assert [v[0] for v in memory.vectors(["a", "bb", "a"], embed)] == [1, 2, 1]
    assert [v[0] for v in memory.vectors(["bb", "ccc"], embed)] == [2, 3]
    assert memory.vectors(["a", "ccc"], embed)
    assert embed.batches == [["a", "bb"], ["ccc"]]


def test_the_one_not_asked_for_longest_is_forgotten() -> None:
    embed = Counting()
    memory = QueryCache()
    memory.vectors(["first"], embed)
    for number in range(CACHED_QUERIES):
        memory.vectors([f"query {number}"], embed)
    memory.vectors(["query 0"], embed)
    memory.vectors(["first"], embed)
    assert embed.batches[-1] == ["first"]
    assert embed.batches.count(["query 0"]) == 1
