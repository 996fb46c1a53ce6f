"""The binary form of postings: chunk ids, and how often a word is in each field.

The numbers of a word's occurrences in the fields of a chunk share an integer, its
*pattern*. Few patterns occur in an index, so a posting has the number of its pattern.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ragtui_core.store.sqlite.pattern_bits import FIELD_BITS, SHIFTS

if TYPE_CHECKING:
    from collections.abc import Sequence

Ids = npt.NDArray[np.int32]
Patterns = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

BLOCK = 1 << 16
"""Sparse ids are stored as 16 bits within blocks of so many ids."""

BITMAP_SHARE = 16
"""With more than one of so many ids, a bit for each id takes less space."""

_WIDE = 255
"""Marks a number of a pattern that is not less, and follows as 32 bits."""


def encode_ids(ids: Ids, size: int) -> tuple[bool, bytes]:
    """Whether the form is a bitmap, and ascending ids less than `size`, in bytes."""
    if len(ids) * BITMAP_SHARE > size:
        marks = np.zeros(size, np.bool_)
        marks[ids] = True
        return True, np.packbits(marks).tobytes()
    counts = np.bincount(ids // BLOCK, minlength=_blocks(size)).astype(np.uint32)
    return False, counts.tobytes() + (ids % BLOCK).astype(np.uint16).tobytes()


def decode_ids(is_bitmap: bool, data: bytes, size: int) -> Ids:
    """The ids of `encode_ids`."""
    if is_bitmap:
        marks = np.unpackbits(np.frombuffer(data, np.uint8), count=size)
        return np.flatnonzero(marks.view(np.bool_)).astype(np.int32)
    blocks = _blocks(size)
    counts = np.frombuffer(data, np.uint32, blocks)
    places = np.frombuffer(data, np.uint16, offset=4 * blocks)
    starts = np.arange(blocks, dtype=np.int32) * BLOCK
    return np.repeat(starts, counts) + places


def _blocks(size: int) -> int:
    return -(-size // BLOCK)


def encode_numbers(numbers: npt.NDArray[np.int64]) -> bytes:
    """The numbers of patterns, a byte for each that is small."""
    wide = numbers >= _WIDE
    short = np.where(wide, _WIDE, numbers).astype(np.uint8)
    return short.tobytes() + numbers[wide].astype(np.uint32).tobytes()


def decode_numbers(data: bytes, count: int) -> npt.NDArray[np.uint32]:
    """The `count` numbers of `encode_numbers`."""
    short = np.frombuffer(data, np.uint8, count)
    numbers = short.astype(np.uint32)
    if len(data) > count:
        rest = np.frombuffer(data[count:], np.uint32)
        numbers[short == _WIDE] = rest
    return numbers


def frequencies(patterns: Patterns, weights: Sequence[float]) -> Floats:
    """The weighted number of occurrences of each pattern, as FTS5 adds it up.

    Args:
        patterns: Shape (n,).
        weights: Of the fields, in the order of FTS5's columns.
    """
    found = np.zeros(len(patterns), np.float64)
    for shift, bits, weight in zip(SHIFTS, FIELD_BITS, weights, strict=True):
        counts = patterns >> shift & (1 << bits) - 1
        # One by one: a sum of equal numbers is not always their product.
        for number in range(int(counts.max(initial=0))):
            found[counts > number] += weight
    return found


def chunk_patterns(instances: npt.NDArray[np.int64]) -> tuple[Ids, Patterns]:
    """The chunks of a word, and its pattern in each.

    Args:
        instances: For each occurrence, eight times the chunk's id plus the number of
            the field, in ascending order.
    """
    starts = np.flatnonzero(np.diff(instances, prepend=-1))
    counts = np.diff(np.append(starts, len(instances)))
    keys = instances[starts]
    field = keys & 7
    maximum = (1 << np.array(FIELD_BITS, np.int64)) - 1
    parts = np.minimum(counts, maximum[field]) << np.array(SHIFTS, np.int64)[field]
    chunks = keys >> 3
    first = np.flatnonzero(np.diff(chunks, prepend=-1))
    return chunks[first].astype(np.int32), np.add.reduceat(parts, first)


def row_sizes(rows: Sequence[bytes], columns: int) -> npt.NDArray[np.int64]:
    """The numbers of tokens of rows of FTS5's table of sizes, a varint per column."""
    data = np.frombuffer(b"".join(rows), np.uint8)
    ends = np.flatnonzero(data < 128)
    starts = np.append(0, ends[:-1] + 1)
    values = np.zeros(len(ends), np.int64)
    for place in range(int((ends - starts).max(initial=-1)) + 1):
        inside = starts + place <= ends
        digits = data[starts[inside] + place] & 127
        values[inside] = (values[inside] << 7) + digits
    return values.reshape(-1, columns).sum(axis=1)
