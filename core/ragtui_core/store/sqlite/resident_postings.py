"""Postings of frequent words, read as arrays and scored as FTS5 would score them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ragtui_core.store.sqlite.pattern_bits import NAMES
from ragtui_core.store.sqlite.posting_codec import (
    Floats,
    Ids,
    Patterns,
    decode_ids,
    decode_numbers,
    frequencies,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

K1, B = 1.2, 0.75
"""The parameters of FTS5's `bm25()`."""

_MIN_IDF = 1e-6
"""FTS5's for a word that more than half of all rows have."""


@dataclass(frozen=True)
class Changes:
    """The words of the chunks that changed since the postings were made.

    `words`, `patterns` and `chunks` have a row per word of a chunk; `tokens` the length
    of that chunk. `changed` are all chunks, also those that are gone.
    """

    changed: Ids
    words: npt.NDArray[np.uint32]
    patterns: Patterns
    chunks: Ids
    tokens: npt.NDArray[np.int64]

    @classmethod
    def read(cls, connection: apsw.Connection) -> Changes:
        """All changes."""
        rows: list[Any] = connection.execute(
            "SELECT chunk, tokens, words, patterns FROM posting_change ORDER BY chunk"
        ).fetchall()
        counts = [len(row[2]) // 4 for row in rows]
        changed = np.array([row[0] for row in rows], np.int32)
        lengths = np.array([row[1] for row in rows], np.int64)
        return cls(
            changed,
            np.frombuffer(b"".join(row[2] for row in rows), np.uint32),
            np.frombuffer(b"".join(row[3] for row in rows), np.int64),
            np.repeat(changed, counts),
            np.repeat(lengths, counts),
        )


@dataclass(frozen=True)
class Base:
    """What all postings of one making share: patterns, and the lengths of chunks."""

    epoch: int
    patterns: Patterns
    lengths: npt.NDArray[np.uint32]

    @classmethod
    def read(cls, connection: apsw.Connection, epoch: int) -> Base | None:
        """That of `epoch`, if it is there."""
        row: Sequence[Any] | None = connection.execute(
            "SELECT patterns, lengths FROM posting_base WHERE epoch = ?", (epoch,)
        ).fetchone()
        if not row:
            return None
        patterns, lengths = row
        return cls(
            epoch, np.frombuffer(patterns, np.int64), np.frombuffer(lengths, np.uint32)
        )


class Postings:
    """The postings of one state of an index."""

    def __init__(
        self, connection: apsw.Connection, base: Base, chunks: int, tokens: int
    ) -> None:
        """Read the changes.

        Args:
            connection: To the index, within a transaction.
            base: The base of the present postings.
            chunks: The number of all chunks.
            tokens: The number of all their tokens.
        """
        self.base = base
        self._chunks = chunks
        self._average = tokens / chunks
        self._changes = Changes.read(connection)
        self._frequencies: dict[Sequence[float], Floats] = {}

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.base.lengths.nbytes + 24 * len(self._changes.words)

    def scored(
        self, connection: apsw.Connection, term: str, weights: Sequence[float]
    ) -> tuple[Ids, Floats] | None:
        """The chunks of a word, ascending, and their scores; None without postings.

        Args:
            connection: To the index, in the state of these postings.
            term: As in FTS5.
            weights: Of the fields, in the order of FTS5's columns.
        """
        row: Sequence[Any] | None = connection.execute(
            "SELECT id, chunks, is_bitmap, ids, patterns FROM posting_word "
            "JOIN posting ON word = id WHERE term = ?",
            (term,),
        ).fetchone()
        if not row:
            return None
        word, chunks, is_bitmap, data, numbers = row
        ids = decode_ids(bool(is_bitmap), data, len(self.base.lengths))
        often = self._often(weights)[decode_numbers(numbers, len(ids))]
        idf = self._idf(chunks)
        scores = self._bm25(often, self._norms[self.base.lengths[ids]], idf)
        if not len(self._changes.changed):
            return ids, scores
        return self._changed(word, ids, scores, weights, idf)

    def in_names(self, connection: apsw.Connection, term: str) -> Ids | None:
        """The chunks of documents with a word in their title or file name, ascending.

        None if the word has no postings. Arguments as for `scored`.
        """
        row: Sequence[Any] | None = connection.execute(
            "SELECT id, is_bitmap, ids, patterns FROM posting_word "
            "JOIN posting ON word = id WHERE term = ?",
            (term,),
        ).fetchone()
        if not row:
            return None
        word, is_bitmap, data, numbers = row
        ids = decode_ids(bool(is_bitmap), data, len(self.base.lengths))
        are_names = (self.base.patterns & NAMES) > 0
        found = ids[are_names[decode_numbers(numbers, len(ids))]]
        changes = self._changes
        if not len(changes.changed):
            return found
        own = (changes.words == word) & ((changes.patterns & NAMES) > 0)
        same = found[~self._is_changed[found]]
        return np.sort(np.concatenate([same, changes.chunks[own]]))

    def _changed(
        self,
        word: int,
        ids: Ids,
        scores: Floats,
        weights: Sequence[float],
        idf: float,
    ) -> tuple[Ids, Floats]:
        """The chunks and scores of a word, with those of changed chunks."""
        changes = self._changes
        same = ~self._is_changed[ids]
        own = changes.words == word
        often = frequencies(changes.patterns[own], weights)
        fresh = self._bm25(often, self._norm(changes.tokens[own]), idf)
        every = np.concatenate([ids[same], changes.chunks[own]])
        order = np.argsort(every, kind="stable")
        return every[order], np.concatenate([scores[same], fresh])[order]

    @cached_property
    def _is_changed(self) -> npt.NDArray[np.bool_]:
        """For each chunk of the base, whether it changed."""
        found = np.zeros(len(self.base.lengths), np.bool_)
        changed = self._changes.changed
        found[changed[changed < len(found)]] = True
        return found

    @cached_property
    def _norms(self) -> Floats:
        """The denominator's summand of each length."""
        return self._norm(np.arange(int(self.base.lengths.max(initial=0)) + 1))

    def _norm(self, lengths: npt.NDArray[np.int64]) -> Floats:
        # In the order of FTS5's operations, so that the scores are the same.
        return K1 * (1.0 - B + B * lengths.astype(np.float64) / self._average)

    @staticmethod
    def _bm25(often: Floats, norms: Floats, idf: float) -> Floats:
        found: Floats = idf * ((often * (K1 + 1.0)) / (often + norms))
        return found

    def _idf(self, chunks: int) -> float:
        idf = math.log((self._chunks - chunks + 0.5) / (chunks + 0.5))
        return idf if idf > 0 else _MIN_IDF

    def _often(self, weights: Sequence[float]) -> Floats:
        key = tuple(weights)
        if key not in self._frequencies:
            self._frequencies[key] = frequencies(self.base.patterns, weights)
        return self._frequencies[key]


def read_postings(
    connection: apsw.Connection, chunks: int, known: Postings | None
) -> Postings | None:
    """The postings of the present state; None if there are none that can be used.

    Args:
        connection: To the index, within a transaction.
        chunks: The number of all chunks.
        known: Postings of an earlier state, perhaps of the same base.
    """
    rows: list[Any] = connection.execute(
        "SELECT epoch, chunks, tokens FROM posting_corpus"
    ).fetchall()
    if not rows or rows[0][1] != chunks or not chunks:
        return None
    epoch, _, tokens = rows[0]
    is_same = known is not None and known.base.epoch == epoch
    base = known.base if known and is_same else Base.read(connection, epoch)
    return Postings(connection, base, chunks, tokens) if base else None
