"""The BM25 scores of words, added up without FTS5, and kept in memory.

FTS5 takes most of a search to score each chunk with one of its words. Its `bm25()` adds
up a score for each word of a query, so a word's scores are the same in every query
(docs/decisions/0019-keyword-engine.md). Those of frequent words come from postings.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt

    # Chunk ids in ascending order, and the score of each.
    Scored = tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]

MIN_CHUNKS = 30_000
"""An index with fewer chunks is scored by FTS5 in 5 ms."""

MAX_SCORES = 4_000_000
"""Most that a reader keeps, of 12 bytes each; the words used last stay."""

MAX_SEEN = 10_000
"""Most words that are remembered as searched before."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, phrase or prefix in one of FTS5's tables."""

    sql: str
    """For all chunks that match, by id, and their scores."""
    expression: str
    term: str = field(default="", compare=False)
    """The term, if it is one that has postings."""


class WordScores:
    """The scores of words in one state of an index. Used by one thread at a time."""

    def __init__(self) -> None:
        """Keep none yet."""
        self._seen: set[Word] = set()
        self._kept: OrderedDict[Word, Scored] = OrderedDict()
        self._count = 0
        self._is_short = False

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return 12 * self._count

    def are_worth_it(self, groups: Sequence[Sequence[Word]]) -> bool:
        """Whether to score words one by one, and to keep that, without postings.

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
        read: Callable[[Word], Scored],
        groups: Sequence[Sequence[Word]],
        limit: int,
        selected: bytes | None,
    ) -> list[tuple[ChunkId, float]]:
        """The best `limit` chunks with a word of each group, as FTS5 orders them.

        Args:
            read: Reads the chunks and scores of a word.
            groups: The words; a repeated one counts repeatedly.
            limit: Maximum number of chunks.
            selected: A byte for each chunk id, 1 if it may be found; None for all.
        """
        from ragtui_core.store.sqlite.score_sums import best_of_all, best_of_any

        found = [[self._scored(read, word) for word in words] for words in groups]
        best = (
            best_of_all(found, limit, selected)
            if len(found) > 1
            else best_of_any(found[0], limit, selected)
        )
        return [(ChunkId(chunk), score) for chunk, score in best]

    def _scored(self, read: Callable[[Word], Scored], word: Word) -> Scored:
        if word in self._kept:
            self._kept.move_to_end(word)
            return self._kept[word]
        found = read(word)
        self._kept[word] = found
        self._count += len(found[0])
        while self._count > MAX_SCORES and len(self._kept) > 1:
            _, (oldest, _) = self._kept.popitem(last=False)
            self._count -= oldest.size
            self._is_short = True
        return found
