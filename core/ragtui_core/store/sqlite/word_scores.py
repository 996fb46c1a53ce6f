"""The BM25 scores of the words of earlier searches, kept in memory.

FTS5 takes most of a search to score each chunk with one of its words. Its `bm25()` adds
up a score for each word of a query, so a word's scores are the same in every query
(docs/decisions/0019-keyword-engine.md).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw
    import numpy as np
    import numpy.typing as npt

    # Chunk ids in ascending order, and the score of each.
    Postings = tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]

Word = tuple[str, str]
"""SQL for all chunks with a word, by id, and their scores; its FTS5 expression."""

MIN_CHUNKS = 30_000
"""An index with fewer chunks is scored by FTS5 in 5 ms."""

MAX_SCORES = 4_000_000
"""Most that a reader keeps, of 12 bytes each; the words used last stay."""

MAX_SEEN = 10_000
"""Most words that are remembered as searched before."""


class WordScores:
    """The scores of words in one state of an index. Used by one thread at a time."""

    def __init__(self) -> None:
        """Keep none yet."""
        self._seen: set[Word] = set()
        self._kept: OrderedDict[Word, Postings] = OrderedDict()
        self._count = 0
        self._is_short = False

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return 12 * self._count

    def are_worth_it(self, groups: Sequence[Sequence[Word]]) -> bool:
        """Whether to score words one by one, and to keep that.

        That takes longer than one query for all of them, unless most were searched
        before. A single search needs no numpy, whose import takes longer. FTS5 finds
        chunks with every word faster than the chunks of each.

        Args:
            groups: Words, of which a chunk must have one of each group.
        """
        words = {word for group in groups for word in group}
        if len(groups) > 1:
            return words <= self._kept.keys()
        # Where memory is short, many words would displace each other before their use.
        unknown = words - (self._kept.keys() if self._is_short else self._seen)
        if len(self._seen) > MAX_SEEN:
            self._seen.clear()
        self._seen |= words
        return len(unknown) < min(2, len(words))

    def best(
        self,
        connection: apsw.Connection,
        groups: Sequence[Sequence[Word]],
        limit: int,
        selected: bytes | None,
    ) -> list[tuple[ChunkId, float]]:
        """The best `limit` chunks with a word of each group, as FTS5 orders them.

        Args:
            connection: To the index.
            groups: The words; a repeated one counts repeatedly.
            limit: Maximum number of chunks.
            selected: A byte for each chunk id, 1 if it may be found; None for all.
        """
        import numpy as np

        found = [[self._postings(connection, w) for w in words] for words in groups]
        together = [pair for group in found for pair in group]
        chunks = np.concatenate([ids for ids, _ in together])
        # Added up in the order of the words, as FTS5 does: the sums are the same.
        sums = np.bincount(chunks, np.concatenate([scores for _, scores in together]))
        marks = np.ones(sums.size, np.bool_)
        for group in found:
            own = np.zeros(sums.size, np.bool_)
            for ids, _ in group:
                own[ids] = True
            marks &= own
        if selected is not None:
            kept = np.frombuffer(selected, np.uint8)[: marks.size] == 1
            marks[: kept.size] &= kept
            marks[kept.size :] = False
        candidates = np.flatnonzero(marks)
        if candidates.size > limit:
            lowest = np.partition(sums[candidates], -limit)[-limit]
            candidates = candidates[sums[candidates] >= lowest]
        best = candidates[np.argsort(-sums[candidates], kind="stable")[:limit]]
        scores = sums[best].tolist()
        return [(ChunkId(i), s) for i, s in zip(best.tolist(), scores, strict=True)]

    def _postings(self, connection: apsw.Connection, word: Word) -> Postings:
        import numpy as np

        if word in self._kept:
            self._kept.move_to_end(word)
            return self._kept[word]
        sql, expression = word
        rows = connection.execute(sql, (expression,)).fetchall()
        ids, scores = zip(*rows, strict=True) if rows else ((), ())
        found = np.array(ids, np.int32), np.array(scores, np.float64)
        self._kept[word] = found
        self._count += len(ids)
        while self._count > MAX_SCORES and len(self._kept) > 1:
            _, (oldest, _) = self._kept.popitem(last=False)
            self._count -= oldest.size
            self._is_short = True
        return found
