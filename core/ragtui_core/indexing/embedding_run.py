"""The second phase of indexing: gives a vector to every chunk that has none."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.indexing.events import EmbeddingProgress, IndexListener
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.sqlite.writer import Writer
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder

BATCH_CHUNKS = 16
"""Chunks a transaction: a fifth of a second of two cores, which an edit must wait."""

INTERRUPTIBLE_CHUNKS = 4
"""The same while somebody searches, who may have to wait for them."""


def embed_pending(
    writer: Writer,
    model_id: str,
    load_embedder: "Callable[[], Embedder]",
    listener: IndexListener,
    stop: Callable[[], bool],
    courtesy: SearchPriority,
) -> int:
    """Embed what is pending, newest files first; how many chunks are left.

    Each batch can be searched as soon as it is written, so stopping loses a
    batch at most. Vectors of another model serve until the new ones are complete.

    Args:
        writer: The index.
        model_id: The model that the vectors shall be of.
        load_embedder: Loads it; called only when something is pending.
        listener: Told after each batch.
        stop: Asked before each batch.
        courtesy: Lets searches by between batches.

    Raises:
        ModelError: The model cannot be loaded.
        StorageError: The index cannot be written.
    """
    if not writer.vectors.available:
        return 0
    pending = writer.vectors.pending(model_id)
    if stop():
        return len(pending)
    done = 0
    for done in _embedded(pending, writer, model_id, load_embedder, courtesy):
        listener(EmbeddingProgress(done, len(pending)))
        courtesy.yield_to_searches(stop)
        if stop():
            break
    if done == len(pending):
        writer.vectors.finish(model_id)
    return len(pending) - done


def _embedded(
    pending: Sequence[ChunkId],
    writer: Writer,
    model_id: str,
    load_embedder: "Callable[[], Embedder]",
    courtesy: SearchPriority,
) -> Iterator[int]:
    """Embed batch after batch; how many chunks are done after each."""
    if not pending:
        return
    embedder = load_embedder()
    writer.vectors.use_model(model_id, embedder.dimension)
    done = 0
    while batch := pending[done : done + _batch_size(courtesy)]:
        chunks = writer.vectors.texts(batch)
        texts = [embedding_text(c.title, c.heading_path, c.text) for c in chunks]
        vectors = embedder.embed(texts)
        ids = [chunk.id for chunk in chunks]
        writer.vectors.add(model_id, list(zip(ids, vectors, strict=True)))
        done += len(batch)
        yield done


def _batch_size(courtesy: SearchPriority) -> int:
    return INTERRUPTIBLE_CHUNKS if courtesy.is_wanted else BATCH_CHUNKS
