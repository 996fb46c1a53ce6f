"""What is asked of a store that vectors are written to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.records import PendingChunk
    from ragtui_core.types import ChunkId


class VectorWriter(Protocol):
    """Stores vectors; those of another model are collected beside those in use."""

    @property
    def available(self) -> bool:
        """Whether vectors can be stored on this machine."""

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of table `meta`."""

    def use_model(self, model_id: str, dimension: int) -> None:
        """Prepare for vectors of `model_id`; those in use are kept meanwhile.

        Raises:
            ModelError: The index has vectors of that model with another dimension.
        """

    def pending(self, model_id: str) -> list[ChunkId]:
        """Chunks without a vector of `model_id`, those of the newest files first."""

    def claimed(
        self, model_id: str, chunks: Sequence[ChunkId]
    ) -> AbstractContextManager[list[PendingChunk]]:
        """Which of `chunks` to embed now, with what to embed for each.

        Chunks that were deleted or embedded meanwhile are left out, and those that
        another process embeds. Until the end of the block no other process embeds or
        changes them; `add` belongs in it.
        """

    def add(self, model_id: str, vectors: Sequence[tuple[ChunkId, Vectors]]) -> None:
        """Store unit vectors of `model_id` in one transaction.

        Args:
            model_id: A model passed to `use_model`.
            vectors: Float32, shape (dimension,) each.
        """

    def finish(self, model_id: str) -> None:
        """Use the vectors of `model_id`, which are complete, from now on."""
