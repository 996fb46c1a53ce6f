"""Models on onnxruntime: no torch, 0.3 s from start to the bundled one's first vector.

Texts go through one at a time: on a CPU padding costs more than batches save, and
int8 vectors then do not depend on batch-mates (docs/decisions/0002-embedder.md).
Several threads share one session, each running on its own core.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ragtui_core.embedding.bundled_model import EMBEDDING_MODEL
from ragtui_core.embedding.embedder import BATCH_SIZE, TokenVectors
from ragtui_core.embedding.long_texts import in_parts, mean_vector
from ragtui_core.embedding.model_identity import model_id, prompts_of
from ragtui_core.embedding.query_cache import QueryCache

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.embedding.bundled_model import EmbeddingModel
    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.settings.schema import EmbeddingSettings


HIDDEN, POOLED = "last_hidden_state", "sentence_embedding"
"""Names of outputs: the vectors of tokens, and that of a text where there is one."""


class OnnxEmbedder:
    """A model in ONNX format: mean or `[CLS]` pooling, unit vectors."""

    batch_size = BATCH_SIZE

    def __init__(self, model: EmbeddingModel, settings: EmbeddingSettings) -> None:
        """Load weights and tokenizer of a model, which the settings name.

        Raises:
            ModelError: A file is missing or damaged.
        """
        self.model_id = model_id(settings)
        self.dimension = model.dimension
        self._prompts = prompts_of(settings)
        self._max_tokens = model.max_tokens
        self._tokenizer = model.load_tokenizer()
        self._session = model.open_session()
        self._inputs = {node.name for node in self._session.get_inputs()}
        outputs = {node.name for node in self._session.get_outputs()}
        self._output = POOLED if POOLED in outputs else HIDDEN
        self._threads = os.cpu_count() or 1
        self._queries = QueryCache()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), dimension)."""
        return self._embedded(texts, self._prompts.passage)

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each query, shape (dimension,); repeats are cached."""
        prompt = self._prompts.query
        return self._queries.vectors(texts, lambda new: self._embedded(new, prompt))

    def _embedded(self, texts: Sequence[str], prompt: str) -> Vectors:
        embed = partial(self._embed_one, prompt)
        if len(texts) <= 1 or self._threads == 1:
            vectors = list(map(embed, texts))
        else:
            with ThreadPoolExecutor(self._threads, "embed") as pool:
                vectors = list(pool.map(embed, texts))
        return np.array(vectors, np.float32).reshape(len(texts), self.dimension)

    def _embed_one(self, prompt: str, text: str) -> Vectors:
        """The vector of a text, which is read in parts if it is too long at once."""

        def tokens(part: str) -> int:
            return len(self._tokenizer.encode(prompt + part).ids)

        parts = in_parts(text, self._max_tokens, tokens)
        read = [self._read(prompt + part, self._output)[1] for part in parts]
        pooled = [output[0] if output.ndim > 1 else output for output in read]  # [CLS]
        return mean_vector(
            parts, [vector / np.linalg.norm(vector) for vector in pooled]
        )

    def _read(self, text: str, wanted: str) -> tuple[Any, Vectors]:
        """The tokenizer's encoding and an output: (tokens, n), or (n,) if pooled."""
        encoding = self._tokenizer.encode(text)
        encoding.truncate(self._max_tokens)
        ids = np.array([encoding.ids], dtype=np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        inputs = {name: value for name, value in inputs.items() if name in self._inputs}
        output: Vectors = self._session.run([wanted], inputs)[0][0]
        return encoding, output


class BundledEmbedder(OnnxEmbedder):
    """bge-small-en-v1.5, int8, which also gives the vectors of tokens.

    The query prefix that bge documents is omitted: SciFact was worse with it (nDCG@10
    .713 against .716).
    """

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of each of `texts`, shape of each (tokens, 384)."""
        with ThreadPoolExecutor(self._threads, "embed") as pool:
            return list(pool.map(self._tokens_of, texts))

    def _tokens_of(self, text: str) -> TokenVectors:
        encoding, hidden = self._read(text, HIDDEN)
        inner = hidden[1:-1]  # without [CLS] and [SEP]
        lengths = np.linalg.norm(inner, axis=1, keepdims=True)
        return TokenVectors(encoding.offsets[1:-1], inner / lengths)


def open_embedder(settings: EmbeddingSettings, model: str) -> OnnxEmbedder:
    """Load the bundled model; the entry point of this embedder."""
    return BundledEmbedder(EMBEDDING_MODEL, settings)
