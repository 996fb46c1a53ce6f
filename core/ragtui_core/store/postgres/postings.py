"""The postings of single terms, as the server's table has them and in memory.

A table's row has the postings of 2,048 chunk ids, each as a record of eight bytes; of
big-endian integers, two bytes the chunk within the block, two its length in terms, four
the numbers of the term's occurrences in each field (`indexed_terms.py`).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtui_core.store.postgres.indexed_terms import (
    BLOCK_BITS,
    field_mask,
    weighted_counts,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.matching import TermKind

    Ids = npt.NDArray[np.int32]
    Numbers = npt.NDArray[np.float64]
    Lengths = npt.NDArray[np.uint16]

MAX_LENGTH = 32_767
"""The greatest length of a chunk in a record, in terms."""

MAX_KEPT, MAX_KEYS = 4_000_000, 10_000
"""A reader with more postings, of 10 bytes each as read or 12 with a score, or with
those of more terms and phrases, forgets all before the next search."""

_RECORD = struct.Struct(">HHI")


def record(position: int, length: int, hits: int) -> bytes:
    """The record of a chunk by its place in the block."""
    return _RECORD.pack(position, min(length, MAX_LENGTH), hits)


@dataclass(frozen=True, slots=True)
class TermPostings:
    """The postings of one term, in no order.

    Attributes:
        chunks: The ids of the chunks with the term.
        hits: The numbers of its occurrences in the fields of each.
        lengths: The number of all terms of each.
    """

    chunks: Ids
    hits: npt.NDArray[np.uint32]
    lengths: Lengths

    @classmethod
    def of_blocks(cls, blocks: Sequence[tuple[int, bytes]]) -> TermPostings:
        """Postings from a term's rows: number and records of each block."""
        import numpy as np

        read = np.frombuffer(
            b"".join(records for _, records in blocks),
            [("place", ">u2"), ("length", ">u2"), ("hits", ">u4")],
        )
        sizes = [len(records) // _RECORD.size for _, records in blocks]
        starts = np.array([block << BLOCK_BITS for block, _ in blocks], np.int32)
        return cls(
            np.repeat(starts, sizes) + read["place"].astype(np.int32),
            read["hits"].astype(np.uint32),
            read["length"].astype(np.uint16),
        )

    def among(self, kept: npt.NDArray[np.bool_]) -> TermPostings:
        """The postings whose chunks are marked in `kept`, in the order of `chunks`."""
        return TermPostings(self.chunks[kept], self.hits[kept], self.lengths[kept])

    def with_field(self, names: Collection[str]) -> Ids:
        """The chunks of a word's postings with an occurrence in one of some fields."""
        return self.chunks[(self.hits & field_mask(names)) > 0]

    def weighted(self, kind: TermKind, weights: FieldWeights | None) -> Postings:
        """The postings with weighted numbers of occurrences."""
        counts = weighted_counts(self.hits, kind, weights)
        return Postings(self.chunks, counts, self.lengths)


@dataclass(frozen=True, slots=True)
class Postings:
    """The postings of a term or phrase, in no order.

    Attributes:
        chunks: The ids of the chunks with it.
        counts: The weighted number of its occurrences in each.
        lengths: The number of all terms of each.
    """

    chunks: Ids
    counts: Numbers
    lengths: Lengths

    @classmethod
    def of_lists(
        cls, chunks: Sequence[int], counts: Numbers, lengths: Sequence[int]
    ) -> Postings:
        """Postings from lists: chunks, weighted numbers and lengths."""
        import numpy as np

        capped = np.minimum(np.array(lengths, np.int64), MAX_LENGTH)
        return cls(np.array(chunks, np.int32), counts, capped.astype(np.uint16))

    @classmethod
    def of_any(cls, several: Iterable[Postings]) -> Postings:
        """Postings of several terms: each chunk once, with all occurrences."""
        import numpy as np

        listed = [cls.of_lists((), np.zeros(0), ()), *several]
        ids, first, positions = np.unique(
            np.concatenate([postings.chunks for postings in listed]),
            return_index=True,
            return_inverse=True,
        )
        counts = np.concatenate([postings.counts for postings in listed])
        lengths = np.concatenate([postings.lengths for postings in listed])
        sums = np.bincount(positions, counts, len(ids)).astype(np.float64, copy=False)
        return cls(ids, sums, lengths[first])

    def scored(self, chunks: int, average: float) -> ScoredPostings:
        """With each chunk's BM25 score, as FTS5 computes it for so many `chunks`."""
        import math

        known = len(self.chunks)
        idf = max(math.log((chunks - known + 0.5) / (known + 0.5)), 1e-6)
        counts = self.counts
        # k1 1.2 and b 0.75.
        scores = counts * 2.2 / (counts + 0.3 + 0.9 * self.lengths / average) * idf
        return ScoredPostings(self.chunks, scores)


@dataclass(frozen=True, slots=True)
class ScoredPostings:
    """The chunks of a term or phrase, in no order.

    Attributes:
        chunks: The ids of the chunks with it.
        scores: The score of each; 0 if it occurs in fields without weight alone.
    """

    chunks: Ids
    scores: Numbers


class KeptPostings:
    """Postings of earlier searches. Used by one thread at a time."""

    def __init__(self) -> None:
        self.terms: dict[tuple[TermKind, str], TermPostings] = {}
        """The postings of single terms."""
        self.scored: dict[object, ScoredPostings] = {}
        """The postings of phrases with certain weights."""
        self._state: object = None
        self._count = 0

    def begin(self, state: object) -> None:
        """Begin a search in a state of the index; of another state nothing is kept."""
        keys = len(self.terms) + len(self.scored)
        if state != self._state or self._count > MAX_KEPT or keys > MAX_KEYS:
            self.terms, self.scored, self._count = {}, {}, 0
        self._state = state

    def add_terms(
        self,
        kind: TermKind,
        terms: Iterable[str],
        rows: Iterable[tuple[str, int, bytes]],
    ) -> None:
        """Keep the postings of each of `terms`, by rows of term, block and records."""
        blocks: dict[str, list[tuple[int, bytes]]] = {term: [] for term in terms}
        for term, block, records in rows:
            blocks[term].append((block, records))
        for term, listed in blocks.items():
            self.terms[kind, term] = postings = TermPostings.of_blocks(listed)
            self._count += postings.chunks.size

    def add_scored(self, key: object, postings: ScoredPostings) -> None:
        """Keep a phrase's postings with certain weights."""
        self.scored[key] = postings
        self._count += postings.chunks.size
