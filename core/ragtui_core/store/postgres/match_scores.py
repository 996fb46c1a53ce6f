"""The best chunks that match a condition, from the postings of its phrases.

The server would take a microsecond for each posting. How often a phrase is in a chunk
follows from the positions of its terms there.
"""

from __future__ import annotations

from struct import unpack_from
from typing import TYPE_CHECKING

from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix
from ragtui_core.store.postgres.term_conditions import phrases_of
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    import numpy.typing as npt

    from ragtui_core.store.matching import TermKind
    from ragtui_core.store.postgres.postings import Numbers, Postings
    from ragtui_core.store.postgres.reader_state import ChunkSelection
    from ragtui_core.store.postgres.term_conditions import QueryPhrase

    Marks = npt.NDArray[np.bool_]


def matching_chunks(
    matching: Matching,
    kind: TermKind,
    found: Sequence[Postings],
    selection: ChunkSelection,
) -> npt.NDArray[np.int64]:
    """The ids of the chunks of a selection that match, in order.

    Args:
        matching: The condition.
        kind: What its texts are split into.
        found: The postings of each of its phrases, in the order of `phrases_of`.
        selection: The chunks that may be found.
    """
    import numpy as np

    size = 1 + max((int(p.chunks.max()) for p in found if p.chunks.size), default=-1)
    marks = _marks(matching, kind, iter(found), size)
    return np.flatnonzero(selection.kept(marks))


def _marks(
    matching: Matching, kind: TermKind, found: Iterator[Postings], size: int
) -> Marks:
    """Which of the chunk ids below `size` match."""
    import numpy as np

    match matching:
        case AllOf(parts):
            each = [_marks(part, kind, found, size) for part in parts]
            return np.asarray(np.logical_and.reduce(each), np.bool_)
        case AnyOf(parts):
            each = [_marks(part, kind, found, size) for part in parts]
            return np.asarray(np.logical_or.reduce(each), np.bool_)
        case Phrase() | Prefix():
            marks = np.zeros(size, np.bool_)
            for _ in phrases_of(matching, kind):  # none, if it has no terms
                marks[next(found).chunks] = True
            return marks


def best_of(
    candidates: npt.NDArray[np.int64],
    found: Sequence[Postings],
    scores: Sequence[Numbers],
    limit: int,
) -> list[tuple[ChunkId, float]]:
    """The best `limit` of the candidates with their scores, as FTS5 orders them.

    Args:
        candidates: Ids, in order.
        found: The postings of each phrase.
        scores: Of the chunks of each; a chunk's are added up in this order, as by FTS5.
        limit: Maximum number of chunks.
    """
    import numpy as np

    if not candidates.size:
        return []
    chunks = np.concatenate([each.chunks for each in found])
    sums = np.bincount(chunks, np.concatenate(scores))
    if candidates.size > limit:
        lowest = np.partition(sums[candidates], -limit)[-limit]
        candidates = candidates[sums[candidates] >= lowest]
    order = np.argsort(-sums[candidates], kind="stable")[:limit]
    best = candidates[order]
    listed = zip(best.tolist(), sums[best].tolist(), strict=True)
    return [(ChunkId(chunk), score) for chunk, score in listed]


_POSITION = (1 << 14) - 1
"""The bits of a position; those above are PostgreSQL's own weight."""

Positions = dict[bytes, tuple[int, ...]]
"""The positions of each term."""


def positions_of(vector: bytes) -> Positions:
    """The terms of a tsvector as the server sends it.

    That is their number (4 bytes, big-endian), then for each the text with a zero
    byte, the number of positions (2 bytes), and the positions (2 bytes each).
    """
    (count,) = unpack_from(">i", vector)
    found: Positions = {}
    at = 4
    for _ in range(count):
        end = vector.index(0, at)
        (number,) = unpack_from(">H", vector, end + 1)
        held = unpack_from(f">{number}H", vector, end + 3)
        found[vector[at:end]] = tuple(each & _POSITION for each in held)
        at = end + 3 + 2 * number
    return found


def weighted_count(
    phrase: QueryPhrase, positions: Positions, weight_at: Callable[[int], float]
) -> float:
    """The sum of the weights of the places where a phrase begins.

    Args:
        phrase: Its terms.
        positions: Of these terms at least, in one chunk.
        weight_at: The weight of a position.
    """
    begun: set[int] | None = None
    for offset, term in enumerate(phrase.terms):
        wanted = term.encode("utf-8", "replace")
        if phrase.is_prefix and offset == len(phrase.terms) - 1:
            own = {p for t, at in positions.items() if t.startswith(wanted) for p in at}
        else:
            own = set(positions.get(wanted, ()))
        places = {place - offset for place in own}
        begun = places if begun is None else begun & places
    return sum(map(weight_at, sorted(begun or ())))
