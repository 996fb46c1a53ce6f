"""How much of a question a passage says in other words, token by token.

Late interaction as in ColBERT (Khattab & Zaharia 2020), with the bundled model, which
was not trained for it: each token of the question looks for the nearest of the
passage's. Against the cosine of sentences it finds a dozen more right passages in a
hundred questions (docs/decisions/0009-extracts.md).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ragtui_core.text.stemming import stems

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import TokenEmbedder, TokenVectors


def token_similarities(
    question: str,
    weights: Mapping[str, float],
    passages: Sequence[tuple[str, str]],
    embedder: "TokenEmbedder",
) -> list[float]:
    """The likeness of each passage to the question, -1..1, mostly .3 to .8.

    It is the mean of two: with the headings above the passage, and without.

    Args:
        question: As asked.
        weights: What the stems of the question count.
        passages: Headings and text of each.
        embedder: Gives vectors to tokens.
    """
    texts = [f"{headings}\n{text}" for headings, text in passages]
    asked, *read = embedder.embed_tokens([question, *texts])
    shares = _shares(question, weights, asked)
    return [
        _likeness(asked, shares, tokens, own=len(headings) + 1)
        for (headings, _), tokens in zip(passages, read, strict=True)
    ]


def _shares(
    question: str, weights: Mapping[str, float], asked: "TokenVectors"
) -> list[float]:
    """What each token of the question counts; together 1, unless there are none."""
    place = 0
    shares = [0.0] * len(asked.spans)
    for word, stem in stems(question):
        start = question.index(word, place)
        place = start + len(word)
        inside = [i for i, (at, _) in enumerate(asked.spans) if start <= at < place]
        for i in inside:
            shares[i] = weights.get(stem, 0.0) / len(inside)
    total = sum(shares)
    if not total:
        return [1 / len(shares)] * len(shares)
    return [share / total for share in shares]


def _likeness(
    asked: "TokenVectors", shares: Sequence[float], read: "TokenVectors", own: int
) -> float:
    """Args as above; `own` is where the passage itself begins."""
    import numpy as np

    near = asked.vectors @ read.vectors.T
    inside = np.array([start >= own for start, _ in read.spans], dtype=bool)
    if not inside.any():
        return 0.0
    best = (near.max(axis=1) + near[:, inside].max(axis=1)) / 2
    return float(np.dot(shares, best))
