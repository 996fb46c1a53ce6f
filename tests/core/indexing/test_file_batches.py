"""How batches of files become larger ones, since each transaction has a cost."""

from __future__ import annotations

from hypothesis import given, strategies as st

from ragtui_core.indexing.file_batches import (
    BATCH_FILES,
    MAX_BATCH_BYTES,
    MAX_BATCH_FILES,
    Batch,
    growing,
)
from ragtui_core.store.records import FileState


def files(count: int, size: int = 1) -> list[FileState]:
    return [FileState(f"{number}.md", size, 0, 0, number) for number in range(count)]


def batches(*counts: int, size: int = 1) -> list[Batch]:
    return [Batch(files(count, size), []) for count in counts]


def sizes(*counts: int, size: int = 1) -> list[int]:
    return [len(found) for found, _ in growing(batches(*counts, size=size))]


def test_full_batches_grow() -> None:
    found = sizes(*[BATCH_FILES] * 100)
    assert found[:5] == [BATCH_FILES * 2**i for i in range(5)]
    assert max(found) == MAX_BATCH_FILES


def test_files_that_take_long_are_not_waited_for() -> None:
    assert sizes(4, 4, 1) == [4, 4, 1]
    assert sizes(BATCH_FILES, BATCH_FILES, 4) == [BATCH_FILES, BATCH_FILES + 4]


def test_large_files_end_a_batch() -> None:
    large = MAX_BATCH_BYTES // BATCH_FILES
    assert sizes(*[BATCH_FILES] * 4, size=large) == [BATCH_FILES] * 4


@given(st.lists(st.integers(0, BATCH_FILES), max_size=60))
def test_nothing_is_lost(counts: list[int]) -> None:
    assert sum(sizes(*counts)) == sum(counts)
