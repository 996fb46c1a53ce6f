"""Texts that are longer than a model reads at once, in parts with one mean vector."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragtui_core.embedding.embedder import Vectors

MIN_CHARS = 32
"""A text of fewer characters is not divided any further."""

_SPACE = re.compile(r"\s")


def in_parts(text: str, limit: int, tokens: Callable[[str], int]) -> list[str]:
    """A text in halves, quarters and so on that have at most `limit` tokens each.

    It is divided at white space near the middle, if there is any.
    """
    if len(text) < MIN_CHARS or tokens(text) <= limit:
        return [text]
    return [part for half in halves(text) for part in in_parts(half, limit, tokens)]


def halves(text: str) -> tuple[str, str]:
    """A text of two or more characters, divided at white space near its middle."""
    middle = len(text) // 2
    space = _SPACE.search(text, middle, middle + middle // 2)
    at = space.start() if space else middle
    return text[:at], text[at:]


def mean_vector(parts: Sequence[str], vectors: Sequence[Vectors]) -> Vectors:
    """The unit vector of a text of which each part counts by its length."""
    if len(parts) == 1:
        return vectors[0]
    total: Vectors = np.average(vectors, axis=0, weights=[len(p) for p in parts])
    return (total / np.linalg.norm(total)).astype(np.float32)


def mean_vectors(parts: Sequence[Sequence[str]], vectors: Vectors) -> Vectors:
    """The unit vectors of texts, of whose parts, in order, there are `vectors`."""
    rows = iter(vectors)
    means = [mean_vector(text, [next(rows) for _ in text]) for text in parts]
    return np.stack(means)


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has, rather too many, for an unknown tokenizer.

    English has 4 to 5 characters a token, other scripts 1 to 3.
    """
    ascii_chars = sum(map(str.isascii, text))
    return round(ascii_chars / 3 + (len(text) - ascii_chars) * 0.7)
