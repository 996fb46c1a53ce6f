"""Sums of the scores of words, and the chunks with the highest ones.

Scores are added up in the order of the words, as FTS5 does: the sums are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    Ids = npt.NDArray[np.int32]
    Floats = npt.NDArray[np.float64]
    Scored = tuple[Ids, Floats]


def best_of_any(
    words: Sequence[Scored], limit: int, selected: bytes | None
) -> list[tuple[int, float]]:
    """The best `limit` chunks with one of the words, best first, then by id.

    Args:
        words: Ascending ids and the scores of each word, which are above 0.
        limit: Maximum number of chunks.
        selected: A byte for each chunk id, 1 if it may be found; None for all.
    """
    size = 1 + max((int(ids[-1]) for ids, _ in words if len(ids)), default=-1)
    sums = np.zeros(size, np.float64)
    for ids, scores in words:
        sums[ids] += scores
    if selected is not None:
        kept = np.frombuffer(selected, np.uint8)[:size] == 1
        sums[: len(kept)] *= kept
        sums[len(kept) :] = 0.0
    candidates = np.flatnonzero(sums >= max(_bound(words, sums, limit), _MIN_SCORE))
    return _best(candidates, sums[candidates], limit)


_MIN_SCORE = np.nextafter(0.0, 1.0)
"""The least score above 0."""


def _bound(words: Sequence[Scored], sums: Floats, limit: int) -> float:
    """At most the score of the last of the best `limit`: that among few chunks."""
    for ids, _ in sorted(words, key=lambda word: len(word[0])):
        if len(ids) >= limit:
            return float(np.partition(sums[ids], -limit)[-limit])
    return 0.0


def best_of_all(
    groups: Sequence[Sequence[Scored]], limit: int, selected: bytes | None
) -> list[tuple[int, float]]:
    """The best `limit` chunks with a word of each group; else as `best_of_any`."""
    found = sorted((_either(words) for words in groups), key=len)
    candidates = found[0]
    if selected is not None:
        marks = np.frombuffer(selected, np.uint8)
        candidates = candidates[candidates < len(marks)]
        candidates = candidates[marks[candidates] == 1]
    for ids in found[1:]:
        candidates = candidates[_places(candidates, ids) >= 0]
    sums = np.zeros(len(candidates), np.float64)
    for words in groups:
        for ids, scores in words:
            places = _places(candidates, ids)
            has = places >= 0
            sums[has] += scores[places[has]]
    return _best(candidates, sums, limit)


def _either(words: Sequence[Scored]) -> Ids:
    """The chunks with one of the words, ascending."""
    if len(words) == 1:
        return words[0][0]
    every = np.sort(np.concatenate([ids for ids, _ in words]))
    return every[np.diff(every, prepend=-1) > 0]


def _places(wanted: Ids, ids: Ids) -> npt.NDArray[np.int64]:
    """Where each of `wanted` is in `ids`, both ascending; -1 where it is not."""
    if not len(ids):
        return np.full(len(wanted), -1)
    places = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    return np.where(ids[places] == wanted, places, -1)


def _best(
    candidates: npt.NDArray[np.signedinteger], scores: Floats, limit: int
) -> list[tuple[int, float]]:
    if len(candidates) > limit:
        lowest = np.partition(scores, -limit)[-limit]
        kept = scores >= lowest
        candidates, scores = candidates[kept], scores[kept]
    order = np.argsort(-scores, kind="stable")[:limit]
    return list(zip(candidates[order].tolist(), scores[order].tolist(), strict=True))
