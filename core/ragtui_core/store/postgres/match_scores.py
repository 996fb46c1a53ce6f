"""The best chunks that match a condition, from the postings of its phrases.

The server would take a microsecond for each posting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix
from ragtui_core.store.postgres.term_conditions import phrases_of
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    import numpy.typing as npt

    from ragtui_core.store.matching import TermKind
    from ragtui_core.store.postgres.chunk_selection import PostgresChunkSelection
    from ragtui_core.store.postgres.postings import ScoredPostings

    Marks = npt.NDArray[np.bool_]


def matching_chunks(
    matching: Matching,
    kind: TermKind,
    postings: Sequence[ScoredPostings],
    selection: PostgresChunkSelection,
) -> npt.NDArray[np.int64]:
    """The ids of the chunks of a selection that match, in order."""
    import numpy as np

    size = 1 + max((int(p.chunks.max()) for p in postings if p.chunks.size), default=-1)
    marks = _marks(matching, kind, iter(postings), size)
    return np.flatnonzero(selection.kept(marks))


def _marks(
    matching: Matching,
    kind: TermKind,
    postings: Iterator[ScoredPostings],
    size: int,
) -> Marks:
    """Which of the chunk ids below `size` match."""
    import numpy as np

    match matching:
        case AllOf(parts):
            each = [_marks(part, kind, postings, size) for part in parts]
            return np.asarray(np.logical_and.reduce(each), np.bool_)
        case AnyOf(parts):
            marks = np.zeros(size, np.bool_)
            for part in parts:
                marks |= _marks(part, kind, postings, size)
            return marks
        case Phrase() | Prefix():
            marks = np.zeros(size, np.bool_)
            for _ in phrases_of(matching, kind):  # none, if it has no terms
                marks[next(postings).chunks] = True
            return marks


def best_of(
    candidates: npt.NDArray[np.int64],
    postings: Sequence[ScoredPostings],
    limit: int,
) -> list[tuple[ChunkId, float]]:
    """The best `limit` of the candidates with their scores, as FTS5 orders them."""
    import numpy as np

    if not candidates.size:
        return []
    sums = np.zeros(1 + max(int(p.chunks.max()) for p in postings if p.chunks.size))
    for scored in postings:
        sums[scored.chunks] += scored.scores
    own = sums[candidates]
    if len(candidates) > limit:
        are_best = own >= np.partition(own, -limit)[-limit]
        candidates, own = candidates[are_best], own[are_best]
    order = np.argsort(-own, kind="stable")[:limit]
    listed = zip(candidates[order].tolist(), own[order].tolist(), strict=True)
    return [(ChunkId(chunk), score) for chunk, score in listed]
