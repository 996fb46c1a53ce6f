"""What is read together: so many files or mails, of so many bytes."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

BATCH_BYTES = 4_000_000
"""Bytes with which a batch is complete."""

T = TypeVar("T")


def batched(
    items: Iterable[T], size_of: Callable[[T], int], most: int
) -> Iterator[list[T]]:
    """`items` in order, in batches of at most `most`; `size_of` gives bytes."""
    batch, size = list[T](), 0
    for item in items:
        batch.append(item)
        size += size_of(item)
        if len(batch) == most or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
