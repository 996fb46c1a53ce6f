"""Reranks with any cross-encoder of the sentence-transformers library."""

import threading
from collections.abc import Sequence

from ragtui_core.embedding.transformers_embedder import load_with_timeout


class CrossEncoderReranker:
    """A cross-encoder by name or path; safe to call from several threads."""

    max_results = None

    def __init__(self, name: str, *, timeout: float) -> None:
        """Load the model.

        Raises:
            ModelError: The extra is not installed, or the model cannot be loaded.
        """
        self._model = load_with_timeout("CrossEncoder", name, timeout)
        self._lock = threading.Lock()

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, higher is better."""
        if not texts:
            return []
        pairs = [(query, text) for text in texts]
        with self._lock:
            found = self._model.predict(pairs, show_progress_bar=False)
        return [float(score) for score in found]
