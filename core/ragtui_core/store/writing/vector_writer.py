"""Writes the vectors of chunks, in whichever store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ragtui_core.store.meta_keys import MODEL, NEXT_MODEL
from ragtui_core.store.records import PendingChunk, split_lines, with_head
from ragtui_core.store.tables.meta import meta_value, set_meta_value
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.session import Condition, Session


class VectorWriter(Protocol):
    """Stores vectors; those of another model are collected beside those in use.

    They replace these when they are complete (`finish`).
    """

    available: bool
    """Whether vectors can be stored on this machine."""
    tables: Session
    """The tables of the index."""

    def transaction(self) -> AbstractContextManager[None]:
        """One write transaction, rolled back if the block raises."""

    def use_model(self, model_id: str, dimension: int) -> None:
        """Prepare for vectors of `model_id`; those in use are kept meanwhile.

        Raises:
            ModelError: The index has vectors of that model with another dimension.
        """

    def missing(self, model_id: str) -> Condition:
        """A condition on rows of `chunk`: it has no vector of `model_id`."""

    def claimed(
        self, model_id: str, chunks: Sequence[ChunkId]
    ) -> AbstractContextManager[list[PendingChunk]]:
        """Which of `chunks` to embed now, with what to embed for each.

        Chunks that were deleted or embedded meanwhile are left out, and those that
        another process embeds. Until the end of the block no other process embeds or
        changes them; `add` belongs in it.
        """

    def add(self, model_id: str, vectors: Sequence[tuple[ChunkId, Vectors]]) -> None:
        """Store unit vectors, float32, of a model that `use_model` knows, at once."""

    def keep(self, vectors: Iterable[tuple[bytes, Vectors]]) -> None:
        """Keep vectors by embedding keys, for chunks that are written until `finish`.

        They are of the model in use; part of a transaction of the caller's.
        """

    def take_former(self, chunks: Iterable[ChunkId]) -> None:
        """Give chunks without a vector that which was kept for them, if any.

        Part of a transaction of the caller's.
        """

    def finish(self, model_id: str) -> None:
        """Use the vectors of `model_id`, which are complete, from now on."""

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self.tables, key)

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of table `meta`."""
        with self.transaction():
            set_meta_value(self.tables, key, value)

    def models(self) -> tuple[str, str]:
        """The model whose vectors are in use, and the next one."""
        return self.meta(MODEL), self.meta(NEXT_MODEL)

    def pending(self, model_id: str) -> list[ChunkId]:
        """Chunks without a vector of `model_id`, those of the newest files first."""
        missing = self.missing(model_id)
        rows = self.tables.rows(
            "SELECT chunk.id FROM chunk JOIN document ON document.id = chunk.document "
            f"WHERE {missing.sql} ORDER BY mtime_ns DESC, document.id, span_start",
            **missing.values,
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    def texts(self, chunks: Iterable[ChunkId]) -> list[PendingChunk]:
        """What to embed for those of `chunks` that exist, in order."""
        listed = list(chunks)
        rows = self.tables.rows(
            "SELECT chunk.id, title, heading_path, text, head FROM chunk "
            "JOIN document ON document.id = chunk.document WHERE chunk.id IN :chunks",
            chunks=listed,
        )
        pending = {
            chunk: PendingChunk(
                ChunkId(chunk), title, split_lines(heading), with_head(head, text)
            )
            for chunk, title, heading, text, head in rows
        }
        return [pending[chunk] for chunk in listed if chunk in pending]
