"""Overlapping windows of even length over a sequence of words."""

from collections.abc import Iterator, Sequence

from ragtui_core.chunking.units import Border, Unit, whole


def windows(words: Sequence[Unit], limit: int, overlap: int) -> Iterator[Unit]:
    """Split `words` into windows of at most `limit` tokens.

    Args:
        words: Units no larger than `limit`.
        limit: Maximum number of tokens of a window.
        overlap: Tokens common to adjacent windows, at most half a window.
    """
    overlap = min(overlap, limit // 2)
    start = 0
    while start < len(words):
        end = _end(words, start, limit)
        yield whole(words[start:end])
        if end == len(words):
            return
        # The next word must fit too, or the next window would have no new text.
        start = _back(words, start, end, min(overlap, limit - words[end].size))


def _end(words: Sequence[Unit], start: int, limit: int) -> int:
    """The end of the window from `start`: not past a cut within a word."""
    size, end = words[start].size, start + 1
    while end < len(words) and words[end].border is not Border.INSIDE:
        size += words[end].size
        if size > limit:
            break
        end += 1
    return end


def _back(words: Sequence[Unit], start: int, end: int, overlap: int) -> int:
    """Where the next window starts: up to `overlap` tokens before `end`."""
    size, back = 0, end
    while back > start + 1 and words[back].border is not Border.INSIDE:
        size += words[back - 1].size
        if size > overlap:
            break
        back -= 1
    return back
