"""Documents of ten chunks, and vectors for them, as an embedding model makes them."""

import numpy as np

from ragtui_core.embedding.embedder import Vectors
from ragtui_core.store.records import ChunkRecord, DocumentRecord, FileState
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.types import Fields

MODEL, DIMENSION = "model", 96
PER_DOCUMENT = 10


def unit(rows: int, seed: int) -> Vectors:
    """Unit vectors in a dozen clusters around a common center, as models make them."""
    draw = np.random.default_rng(seed)
    clusters = np.random.default_rng(0).standard_normal((12, DIMENSION))
    own = clusters[draw.integers(12, size=rows)] + 1.5
    found = own + draw.standard_normal((rows, DIMENSION))
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found.astype(np.float32)


def document(number: int, text: str = "text") -> DocumentRecord:
    """A document of ten chunks in one of two folders."""
    path = f"{'odd' if number % 2 else 'even'}/{number}.md"
    chunks = tuple(
        ChunkRecord(i, i + 1, i, i, "", 1, f"{text}{i}".encode(), f"{text} {i}", "", "")
        for i in range(PER_DOCUMENT)
    )
    state = FileState(path, 1, 1, 1, number)
    return DocumentRecord(
        state, b"", 0, "utf-8", Fields(title="t"), "{}", "[]", "", chunks
    )


def embed_all(store: SqliteStore, seed: int = 1) -> None:
    """Give every pending chunk a vector, in batches as the indexer does."""
    with store.writer() as writer:
        pending = sorted(writer.vectors.pending(MODEL))
        if pending:
            writer.vectors.use_model(MODEL, DIMENSION)
        vectors = unit(len(pending), seed)
        for start in range(0, len(pending), 32):
            batch = zip(pending[start : start + 32], vectors[start:], strict=False)
            writer.vectors.add(MODEL, list(batch))
        writer.vectors.finish(MODEL)
