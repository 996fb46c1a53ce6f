"""The second phase of indexing: embeds every chunk without a vector."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.embedding.cosine_scale import (
    SILENT,
    is_of_model,
    kept_scale,
    measured_scale,
    sample_of,
    scale_text,
    silenced,
)
from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.embedding.model_identity import is_of_server
from ragtui_core.errors import ModelError
from ragtui_core.index_state import CountedUnit, IndexState, IndexStateName
from ragtui_core.indexing.events import IndexListener
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.meta_keys import MODEL, scale_key
from ragtui_core.store.writing.vector_writer import VectorWriter
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder

WAIT_SECONDS = 0.5
"""How long to wait for other processes that embed all that is pending."""

INTERRUPTIBLE_CHUNKS = 4
"""Maximum number of chunks per transaction during searches, which may have to wait."""


def embed_pending(
    vectors: VectorWriter,
    model_id: str,
    load_embedder: "Callable[[], Embedder]",
    listener: IndexListener,
    stop: Callable[[], bool],
    priority: SearchPriority,
) -> int:
    """Embed pending chunks, newest files first; returns how many remain.

    Each batch can be searched as soon as it is written, so stopping loses a
    batch at most. Vectors of another model are used until the new ones are complete.
    Chunks that another process embeds are waited for, and embedded if it ends before.

    Raises:
        ModelError: The model cannot be loaded, fails or was replaced by another one;
            what it has embedded is kept.
        StorageError: The index cannot be written.
    """
    if not vectors.available:
        return 0
    if vectors.meta(MODEL) == model_id:  # An older index may lack the scale.
        _measure_scale(vectors, model_id, load_embedder)
    while pending := vectors.pending(model_id):
        if stop():
            break
        embedded = 0
        for done, new in _embedded(pending, vectors, model_id, load_embedder, priority):
            embedded += new
            state, unit = IndexStateName.EMBEDDING, CountedUnit.PASSAGES
            listener(IndexState(state, done, len(pending), unit))
            priority.yield_to_searches(stop)
            if stop():
                break
        if not embedded:
            time.sleep(WAIT_SECONDS)
    if not pending:
        vectors.finish(model_id)
    return len(pending)


def _embedded(
    pending: Sequence[ChunkId],
    vectors: VectorWriter,
    model_id: str,
    load_embedder: "Callable[[], Embedder]",
    priority: SearchPriority,
) -> Iterator[tuple[int, int]]:
    """Embed in batches; yields how many chunks are done, and how many of the batch."""
    embedder = load_embedder()
    vectors.use_model(model_id, embedder.dimension)
    _measure_scale(vectors, model_id, load_embedder)
    done = 0
    while done < len(pending):
        size = embedder.batch_size
        if priority.is_active:
            size = min(size, INTERRUPTIBLE_CHUNKS)
        batch = pending[done : done + size]
        with vectors.claimed(model_id, batch) as chunks:
            if chunks:
                texts = [
                    embedding_text(c.title, c.heading_path, c.text) for c in chunks
                ]
                made = embedder.embed(texts)
                ids = [chunk.id for chunk in chunks]
                vectors.add(model_id, list(zip(ids, made, strict=True)))
        done += len(batch)
        yield done, len(chunks)


def _measure_scale(
    vectors: VectorWriter, model_id: str, load_embedder: "Callable[[], Embedder]"
) -> None:
    """Keep the scale of a model's cosines in the index; the bundled one's is known.

    The model is asked once for an index, before its first vectors. A server is asked
    again by each process: it may have another model of this name.

    Raises:
        ModelError: The server has another model of this name.
    """
    fact = scale_key(model_id)
    kept = vectors.meta(fact)
    if model_id == MODEL_ID or (kept and not is_of_server(model_id)):
        return
    is_another = False
    # A model that fails is reported when it has to embed; the next run measures.
    with suppress(ModelError):
        embedder = load_embedder()
        sample = sample_of(embedder)
        is_another = bool(kept) and not is_of_model(kept, sample)
        if is_another:
            vectors.set_meta(fact, silenced(kept))
        elif kept_scale(kept) in (None, SILENT):
            vectors.set_meta(fact, scale_text(measured_scale(embedder), sample))
    if is_another:
        raise ModelError(
            "the model returns other vectors than those of the index: it was replaced; "
            "rebuild the index (`ragtui index --rebuild`)"
        )
