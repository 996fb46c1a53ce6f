"""Likeness, token by token, with vectors made by hand."""

from collections.abc import Sequence

import numpy as np
import pytest

from ragtui_core.answer.providers.extractive.passage_scores import (
    token_similarities,
)
from ragtui_core.embedding.embedder import TokenEmbedder, TokenVectors

MEANINGS = {"cost": 0, "price": 0, "boat": 1, "ferry": 1, "blue": 2}


class Words:
    """One token a word; words of the same meaning have the same vector."""

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        return [self._tokens(text) for text in texts]

    def _tokens(self, text: str) -> TokenVectors:
        spans, place = [], 0
        for word in text.split():
            start = text.index(word, place)
            place = start + len(word)
            spans.append((start, place))
        rows = [MEANINGS.get(text[start:end], 3) for start, end in spans]
        return TokenVectors(spans, np.eye(4, dtype=np.float32)[rows])


def similarity(question: str, headings: str, text: str) -> float:
    weights = dict.fromkeys(("cost", "boat"), 1.0)
    (found,) = token_similarities(question, weights, [(headings, text)], Words())
    return found


def test_other_words_of_the_same_meaning_count() -> None:
    assert isinstance(Words(), TokenEmbedder)
    assert similarity("cost boat", "x", "ferry price") == pytest.approx(1.0)
    assert similarity("cost boat", "x", "ferry blue") == pytest.approx(0.5)


def test_headings_count_half() -> None:
    assert similarity("cost boat", "price", "ferry") == pytest.approx(0.75)


def test_words_without_weight_count_only_where_no_other_has_one() -> None:
    assert similarity("cost blue", "x", "price") == pytest.approx(1.0)
    assert similarity("blue", "x", "blue") == pytest.approx(1.0)


def test_an_empty_passage_is_like_nothing() -> None:
    assert similarity("cost", "price", "") == 0.0
