"""Reranks the best candidates with a slower, more accurate model."""

import threading
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ragtui_core.embedding.bundled_model import CROSS_ENCODER, MAX_TOKENS


class Reranker(Protocol):
    """Scores texts by their relevance to a query."""

    @property
    def max_results(self) -> int | None:
        """Used only for results of up to this many hits; None: no limit."""

    def scores(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score per text, higher is better; the range depends on the model.

        Raises:
            AnswerError: The service failed; the order is then unchanged.
        """


class CrossEncoderReranker:
    """Any cross-encoder of the sentence-transformers library, by name or path.

    Safe to call from several threads.
    """

    max_results = None

    def __init__(self, name: str, *, timeout: float) -> None:
        """Load the model.

        Raises:
            ModelError: The extra is not installed, or the model cannot be loaded.
        """
        from ragtui_core.embedding.transformers_embedder import load_with_timeout

        self._model = load_with_timeout("CrossEncoder", name, timeout)
        self._lock = threading.Lock()

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, higher is better."""
        if not texts:
            return []
        pairs = [(query, text) for text in texts]
        with self._lock:
            predicted = self._model.predict(pairs, show_progress_bar=False)
        return [float(score) for score in predicted]


MAX_QUERY_TOKENS = 256
"""A longer query is cut, so that at least half of the model's input is the passage."""


class BundledCrossEncoder:
    """ms-marco-MiniLM-L-12-v2, int8: a `Reranker`, safe to use from several threads.

    Pairs are scored one at a time: in a batch the int8 score of a pair moves by up to
    1.1 with the others, and padding takes 1.5 times as long.
    """

    max_results = None

    def __init__(self) -> None:
        """Load weights (75 MB of memory) and tokenizer.

        Raises:
            ModelError: A file is missing or damaged.
        """
        self._tokenizer = CROSS_ENCODER.load_tokenizer()
        self._session = CROSS_ENCODER.open_session()
        self._start, self._end = self._tokenizer.encode("").ids

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """The logit of each text, about -11 to 9; higher is better."""
        asked = [self._start, *self._ids(query)[:MAX_QUERY_TOKENS], self._end]
        return [self._score(asked, self._ids(text)) for text in texts]

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def _score(self, asked: list[int], passage: list[int]) -> float:
        read = [*passage[: MAX_TOKENS - len(asked) - 1], self._end]
        ids = np.array([asked + read], dtype=np.int64)
        kinds = np.array([[0] * len(asked) + [1] * len(read)], dtype=np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": kinds,
        }
        return float(self._session.run(None, inputs)[0][0, 0])
