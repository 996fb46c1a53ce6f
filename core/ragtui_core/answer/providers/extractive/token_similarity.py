"""Similarity of passages to a question by token vectors.

Late interaction as in ColBERT (Khattab & Zaharia 2020), with the bundled model, which
was not trained for it: each token of the question is matched with the nearest token of
the passage. Compared with the cosine of sentences it finds twelve more correct passages
in a hundred questions (docs/decisions/0009-extracts.md).
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
    """The similarity of each passage to the question, -1..1, mostly .3 to .8.

    It is the mean of the similarities with and without the headings above.

    Args:
        question: As asked.
        weights: Weights of the question's stems.
        passages: Headings and text of each.
        embedder: Computes token vectors.
    """
    texts = [f"{headings}\n{text}" for headings, text in passages]
    asked, *read = embedder.embed_tokens([question, *texts])
    token_weights = _token_weights(question, weights, asked)
    return [
        _similarity(asked, token_weights, tokens, own=len(headings) + 1)
        for (headings, _), tokens in zip(passages, read, strict=True)
    ]


def _token_weights(
    question: str, weights: Mapping[str, float], asked: "TokenVectors"
) -> list[float]:
    """The weight of each token of the question; the sum is 1."""
    place = 0
    token_weights = [0.0] * len(asked.spans)
    for word, stem in stems(question):
        start = question.index(word, place)
        place = start + len(word)
        inside = [i for i, (at, _) in enumerate(asked.spans) if start <= at < place]
        for i in inside:
            token_weights[i] = weights.get(stem, 0.0) / len(inside)
    total = sum(token_weights)
    if not total:
        return [1 / len(token_weights)] * len(token_weights)
    return [weight / total for weight in token_weights]


def _similarity(
    asked: "TokenVectors",
    token_weights: Sequence[float],
    read: "TokenVectors",
    own: int,
) -> float:
    """The similarity of one passage; `own` is the offset where its text begins."""
    import numpy as np

    near = asked.vectors @ read.vectors.T
    inside = np.array([start >= own for start, _ in read.spans], dtype=bool)
    if not inside.any():
        return 0.0
    best = (near.max(axis=1) + near[:, inside].max(axis=1)) / 2
    return float(np.dot(token_weights, best))
