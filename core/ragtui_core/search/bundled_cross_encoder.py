"""The bundled cross-encoder, which reads a question together with a passage.

Pairs are scored one at a time: in a batch the int8 score of a pair moves by up to 1.1
with the others, and padding takes 1.5 times as long.
"""

from typing import TYPE_CHECKING

import numpy as np

from ragtui_core.embedding.bundled_model import CROSS_ENCODER, MAX_TOKENS

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_QUERY_TOKENS = 256
"""A longer query is cut, so that at least half of the model's input is the passage."""


class BundledCrossEncoder:
    """ms-marco-MiniLM-L-12-v2, int8: a `Reranker`, safe to use from several threads."""

    max_results = None

    def __init__(self) -> None:
        """Load weights (75 MB of memory) and tokenizer.

        Raises:
            ModelError: A file is missing or damaged.
        """
        self._tokenizer = CROSS_ENCODER.load_tokenizer()
        self._session = CROSS_ENCODER.open_session()
        self._start, self._end = self._tokenizer.encode("").ids

    def scores(self, query: str, texts: "Sequence[str]") -> list[float]:
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
