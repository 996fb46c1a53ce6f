"""Reranks the best candidates with a slower, more accurate model."""

import threading
from collections.abc import Sequence
from typing import Protocol


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
