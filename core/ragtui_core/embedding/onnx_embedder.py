"""The bundled model on onnxruntime: no torch, 0.3 s from start to first vector.

Texts go through one at a time: on a CPU padding costs more than batches save, and
int8 vectors then do not depend on batch-mates (docs/decisions/0002-embedder.md).
Several threads share one session, each running on its own core.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

import numpy as np

from ragtui_core.embedding.bundled_model import (
    DIMENSION,
    EMBEDDING_MODEL,
    MAX_TOKENS,
    MODEL_ID,
)
from ragtui_core.embedding.embedder import BATCH_SIZE, TokenVectors
from ragtui_core.embedding.query_cache import QueryCache

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.settings.schema import EmbeddingSettings


class OnnxEmbedder:
    """bge-small-en-v1.5, int8: 384 dimensions, 512 tokens, `[CLS]` pooling."""

    model_id = MODEL_ID
    dimension = DIMENSION
    batch_size = BATCH_SIZE

    def __init__(self, threads: int = 0) -> None:
        """Load weights and tokenizer.

        Args:
                threads: Texts embedded at the same time; 0 means one per core.

        Raises:
            ModelError: A file is missing or damaged.
        """
        self._tokenizer = EMBEDDING_MODEL.load_tokenizer()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._session = EMBEDDING_MODEL.open_session()
        self._threads = threads or os.cpu_count() or 1
        self._queries = QueryCache()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), 384)."""
        vectors = np.empty((len(texts), DIMENSION), dtype=np.float32)
        for index, vector in self._completed(texts):
            vectors[index] = vector
        return vectors

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each query, shape (384,); repeated queries are cached.

        bge's query prefix is omitted: SciFact was worse with it (.713 against .716).
        """
        return self._queries.vectors(texts, self.embed)

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of each of `texts`, shape of each (tokens, 384)."""
        with ThreadPoolExecutor(self._threads, thread_name_prefix="embed") as pool:
            return list(pool.map(self._tokens_of, texts))

    def _completed(self, texts: Sequence[str]) -> Iterator[tuple[int, Vectors]]:
        """Pairs of (index, unit vector) by completion; stops early when closed."""
        if len(texts) == 1 or self._threads == 1:
            yield from ((i, self._embed_one(text)) for i, text in enumerate(texts))
            return
        pool = ThreadPoolExecutor(self._threads, thread_name_prefix="embed")
        try:
            jobs = {pool.submit(self._embed_one, t): i for i, t in enumerate(texts)}
            for job in as_completed(jobs):
                yield jobs[job], job.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _embed_one(self, text: str) -> Vectors:
        _, hidden = self._read(text)
        cls: Vectors = hidden[0]
        return cls / np.linalg.norm(cls)

    def _tokens_of(self, text: str) -> TokenVectors:
        encoding, hidden = self._read(text)
        inner = hidden[1:-1]  # without [CLS] and [SEP]
        lengths = np.linalg.norm(inner, axis=1, keepdims=True)
        return TokenVectors(encoding.offsets[1:-1], inner / lengths)

    def _read(self, text: str) -> tuple[Any, Vectors]:
        """The tokenizer's encoding and the model's last layer, (tokens, 384)."""
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], dtype=np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        hidden: Vectors = self._session.run(None, inputs)[0][0]
        return encoding, hidden


def open_embedder(settings: EmbeddingSettings, model: str) -> OnnxEmbedder:
    """Load the bundled model; the entry point of this embedder."""
    return OnnxEmbedder(threads=settings.threads)
