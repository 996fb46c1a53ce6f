"""The second phase of indexing: embeds every chunk without a vector."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.indexing.events import EmbeddingProgress, IndexListener
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.protocols import Writer
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder

INTERRUPTIBLE_CHUNKS = 4
"""Maximum number of chunks per transaction during searches, which may have to wait."""


def embed_pending(
    writer: Writer,
    model_id: str,
    load_embedder: "Callable[[], Embedder]",
    listener: IndexListener,
    stop: Callable[[], bool],
    priority: SearchPriority,
) -> int:
    """Embed pending chunks, newest files first; returns how many remain.

    Each batch can be searched as soon as it is written, so stopping loses a
    batch at most. Vectors of another model are used until the new ones are complete.

    Args:
        writer: The index.
        model_id: The embedding model.
        load_embedder: Loads it; called only if a chunk is pending.
        listener: Called after each batch.
        stop: Called before each batch.
        priority: Yields to searches between batches.

    Raises:
        ModelError: The model cannot be loaded or fails; what it has embedded is kept.
        StorageError: The index cannot be written.
    """
    if not writer.vectors.available:
        return 0
    pending = writer.vectors.pending(model_id)
    if stop():
        return len(pending)
    done = 0
    for done in _embedded(pending, writer, model_id, load_embedder, priority):
        listener(EmbeddingProgress(done, len(pending)))
        priority.yield_to_searches(stop)
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
    priority: SearchPriority,
) -> Iterator[int]:
    """Embed in batches; yields the number of chunks done after each."""
    if not pending:
        return
    embedder = load_embedder()
    writer.vectors.use_model(model_id, embedder.dimension)
    done = 0
    while done < len(pending):
        size = embedder.batch_size
        if priority.is_active:
            size = min(size, INTERRUPTIBLE_CHUNKS)
        batch = pending[done : done + size]
        chunks = writer.vectors.texts(batch)
        texts = [embedding_text(c.title, c.heading_path, c.text) for c in chunks]
        vectors = embedder.embed(texts)
        ids = [chunk.id for chunk in chunks]
        writer.vectors.add(model_id, list(zip(ids, vectors, strict=True)))
        done += len(batch)
        yield done
