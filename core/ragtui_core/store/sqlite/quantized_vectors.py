"""Vectors quantized to two bits a number: they find candidates of an exact comparison.

Each number of a vector is stored as its sign and as whether it is large, relative to
the center and the spread of its dimension; a factor per vector corrects the length (as
in RaBitQ, arXiv:2405.12497). With the query in four bits, the cosine is estimated by
counting equal bits, for all chunks; with the query in floats, for the best of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ragtui_core.store.sqlite.chunk_selection import EVERYTHING, SqliteChunkSelection

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragtui_core.embedding.embedder import Vectors

SEGMENT = 1 << 14
"""Chunks whose codes are compared at once: they fit into the processor's cache."""

LOW, HIGH, LARGE = 0.4528, 1.510, 0.9816
"""Levels and threshold of the best quantizer with two bits of a normal distribution, in
standard deviations (Max, Quantizing for Minimum Distortion, 1960)."""

QUERY_BITS = 4
_WORD_BITS = 64
_SUM, _DIFFERENCE = (HIGH + LOW) / 2, (HIGH - LOW) / 2

Words = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Basis:
    """The center and the standard deviation of each dimension, shape (dimension,)."""

    center: Floats
    scale: Floats

    @classmethod
    def of(cls, vectors: Vectors) -> Basis:
        """The basis of a sample, shape (rows, dimension)."""
        scale = np.maximum(vectors.std(axis=0), np.float32(1e-6))
        return cls(vectors.mean(axis=0).astype(np.float32), scale.astype(np.float32))

    @property
    def words(self) -> int:
        """The number of 64-bit words of a code."""
        return 2 * _words_of(len(self.center))

    def encode(self, vectors: Vectors) -> tuple[Floats, Words]:
        """The factors and codes of vectors, shapes (rows,) and (rows, words)."""
        rest = vectors - self.center
        positive = rest > 0
        large = np.abs(rest) > LARGE * self.scale
        levels = np.where(large, HIGH, LOW).astype(np.float32) * self.scale
        squares = np.einsum("ij,ij->i", rest, rest)
        products = np.einsum("ij,ij->i", np.abs(rest), levels)
        # 0 marks a missing vector, so that of the center itself has a tiny one.
        factors = np.maximum(squares / np.maximum(products, 1e-12), 1e-6)
        codes = np.hstack([_packed(positive), _packed(positive == large)])
        return factors.astype(np.float32), codes

    def query(self, vector: Vectors) -> QuantizedQuery:
        """A unit vector, shape (dimension,), for comparison with codes."""
        weights = vector * self.scale
        weights = np.concatenate([weights * _SUM, weights * _DIFFERENCE])
        steps = 2**QUERY_BITS
        step = max(2.0 * float(np.abs(weights).max()) / (steps - 1), 1e-12)
        levels = np.clip(np.round(weights / step + (steps - 1) / 2), 0, steps - 1)
        halves = levels.astype(np.uint8).reshape(2, -1)
        planes = [
            np.hstack([_packed((half >> bit & 1)[None]) for half in halves])[0]
            for bit in range(QUERY_BITS)
        ]
        offset = float(vector @ self.center)
        bits = 2 * len(vector)
        return QuantizedQuery(
            np.vstack(planes), step / 2, offset, bits, _padded(weights)
        )


def _padded(weights: Floats) -> Floats:
    """Two halves of weights, each with zeros for the bits that fill its words."""
    halves = weights.reshape(2, -1)
    wide = np.zeros((2, _words_of(halves.shape[1]) * _WORD_BITS), np.float32)
    wide[:, : halves.shape[1]] = halves
    return wide.ravel()


def _words_of(dimension: int) -> int:
    return -(-dimension // _WORD_BITS)


def _packed(bits: npt.NDArray[np.bool_] | npt.NDArray[np.uint8]) -> Words:
    """Rows of bits as words, shape (rows, words)."""
    wide = np.zeros((len(bits), _words_of(bits.shape[1]) * _WORD_BITS), dtype=np.uint8)
    wide[:, : bits.shape[1]] = bits
    return np.packbits(wide, axis=1).view(np.uint64)


@dataclass(frozen=True, slots=True)
class Segment:
    """The codes of `SEGMENT` chunks, shape (words, SEGMENT), and their factors."""

    words: Words
    factors: Floats

    @classmethod
    def empty(cls, words: int) -> Segment:
        """A segment without vectors."""
        shape = (words, SEGMENT)
        return cls(np.zeros(shape, np.uint64), np.zeros(SEGMENT, np.float32))

    def copy(self) -> Segment:
        """A copy to change."""
        return Segment(self.words.copy(), self.factors.copy())

    def put(self, first: int, factors: bytes, codes: bytes) -> None:
        """Replace the codes of chunks of this segment, from the id `first` on."""
        corrections = np.frombuffer(factors, np.float32)
        start, count = first % SEGMENT, len(corrections)
        position = slice(start, start + count)
        self.words[:, position] = np.frombuffer(codes, np.uint64).reshape(count, -1).T
        self.factors[position] = corrections

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.words.nbytes + self.factors.nbytes


class Scratch:
    """Memory for what differs between a query and a segment."""

    def __init__(self, words: int) -> None:
        self.different = np.empty((words, SEGMENT), np.uint64)
        self.counted = np.empty((words, SEGMENT), np.uint8)


@dataclass(frozen=True, slots=True)
class QuantizedQuery:
    """A query's planes of bits, shape (QUERY_BITS, words), and what a bit is worth.

    `weights` are the same in floats, one for each bit of a code.
    """

    planes: Words
    unit: float
    offset: float
    bits: int
    weights: Floats

    def estimates(self, segment: Segment, scratch: Scratch) -> Floats:
        """Estimated cosines, shape (SEGMENT,); minus infinity for missing vectors.

        In few calls of numpy: each gives up the interpreter's lock and waits for it.
        """
        total = np.zeros(SEGMENT, np.int32)
        for bit, plane in enumerate(self.planes):
            np.bitwise_xor(segment.words, plane[:, None], out=scratch.different)
            np.bitwise_count(scratch.different, out=scratch.counted)
            of_plane = scratch.counted.sum(axis=0, dtype=np.uint16)
            total += of_plane.astype(np.int32) << bit
        maximum = (2**QUERY_BITS - 1) * self.bits
        products = (maximum - 2 * total) * np.float32(self.unit)
        similarities = np.where(
            segment.factors > 0,
            products * segment.factors + np.float32(self.offset),
            np.float32(-np.inf),
        )
        return similarities.astype(np.float32, copy=False)

    def refined(self, words: Words, factors: Floats) -> Floats:
        """Better estimates, less `offset`, of codes with shape (rows, words)."""
        data = np.ascontiguousarray(words).view(np.uint8)
        bits = np.unpackbits(data, axis=1).astype(np.float32)
        # Not by `@`: threads of BLAS that wait for work keep a core busy.
        products: Floats = np.vecdot(bits, self.weights)
        products = 2.0 * products - self.weights.sum()
        return (products * factors).astype(np.float32, copy=False)


FIRST = 4
"""Candidates of the first estimate for each that is kept after the second."""


def best_candidates(
    query: QuantizedQuery,
    segments: Mapping[int, Segment],
    count: int,
    selection: SqliteChunkSelection = EVERYTHING,
) -> list[int]:
    """The ids of the `count` chunks with the highest estimates, in no order."""
    scratch = Scratch(query.planes.shape[1])
    wanted = FIRST * count
    ids, scores = np.empty(0, np.int64), np.empty(0, np.float32)
    for number, segment in segments.items():
        estimates = query.estimates(segment, scratch)
        if selection.kept is not None:
            kept = selection.kept[number * SEGMENT : (number + 1) * SEGMENT]
            marks = np.frombuffer(kept.ljust(SEGMENT, b"\0"), np.bool_)
            estimates[~marks] = -np.inf
        lowest = scores.min() if len(scores) == wanted else -np.inf
        positions = np.flatnonzero(estimates > lowest)
        ids = np.concatenate([ids, positions + number * SEGMENT])
        scores = np.concatenate([scores, estimates[positions]])
        if len(ids) > wanted:
            best = np.argpartition(scores, -wanted)[-wanted:]
            ids, scores = ids[best], scores[best]
    if len(ids) > count:
        refined = _refined(query, segments, ids)
        ids = ids[np.argpartition(refined, -count)[-count:]]
    chunks: list[int] = ids.tolist()
    return chunks


def _refined(
    query: QuantizedQuery,
    segments: Mapping[int, Segment],
    ids: npt.NDArray[np.int64],
) -> Floats:
    """The second estimates of chunks."""
    similarities = np.empty(len(ids), np.float32)
    numbers, positions = np.divmod(ids, SEGMENT)
    for number in set(numbers.tolist()):
        own = numbers == number
        segment, at = segments[number], positions[own]
        similarities[own] = query.refined(segment.words[:, at].T, segment.factors[at])
    return similarities
