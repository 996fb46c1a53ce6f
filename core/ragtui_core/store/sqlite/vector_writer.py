"""Changes of the vectors in use, and of those of the next model."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

import apsw

from ragtui_core.embedding.embedder import check_dimension
from ragtui_core.store.meta_keys import MODEL, NEXT_MODEL, VECTOR_REVISION
from ragtui_core.store.records import PendingChunk
from ragtui_core.store.session import Condition
from ragtui_core.store.sqlite.connection import transaction
from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.store.sqlite.vector_rows import TABLE, dimension_of
from ragtui_core.store.tables.meta import count_revision, set_meta_value
from ragtui_core.store.writing.vector_writer import VectorWriter
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors

NEXT_TABLE = "next_embedding"
"""The vectors of another model, until they are complete."""


class SqliteVectorWriter(VectorWriter):
    """Vectors on a writing connection. `available` is False without sqlite-vec."""

    def __init__(self, connection: apsw.Connection, *, available: bool) -> None:
        self._connection = connection
        self.tables = SqliteSession(connection)
        self.available = available

    def transaction(self) -> AbstractContextManager[None]:
        return transaction(self._connection)

    def use_model(self, model_id: str, dimension: int) -> None:
        served, following = self.models()
        if model_id in {served, following}:
            table = TABLE if model_id == served else NEXT_TABLE
            check_dimension(dimension, dimension_of(self.tables, table))
            return
        with self.transaction():
            has_vectors = self._has_rows(TABLE)
            self._clear("former_embedding")
            self._clear(NEXT_TABLE if has_vectors else TABLE)
            key = NEXT_MODEL if has_vectors else MODEL
            set_meta_value(self.tables, key, model_id)

    def _has_rows(self, table: str) -> bool:
        return bool(self.tables.rows(f"SELECT 1 FROM {table} LIMIT 1"))

    def missing(self, model_id: str) -> Condition:
        served, following = self.models()
        if model_id == served:
            return Condition("NOT embedded")
        embedded = f"chunk.id IN (SELECT chunk FROM {NEXT_TABLE})"
        return Condition(f"NOT {embedded}" if model_id == following else "true")

    @contextmanager
    def claimed(
        self, model_id: str, chunks: Sequence[ChunkId]
    ) -> Iterator[list[PendingChunk]]:
        """Which of `chunks` still exist, with what to embed for each.

        There is one writer, so no other process embeds or changes them.
        """
        yield self.texts(chunks)

    def add(self, model_id: str, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        with self.transaction():
            if model_id == self.models()[0]:
                self._put(vectors)
            else:
                self._insert(NEXT_TABLE, vectors)

    def keep(self, vectors: "Iterable[tuple[bytes, Vectors]]") -> None:
        rows = ((key, vector.tobytes()) for key, vector in vectors)
        self.tables.insert("former_embedding", "embedding_key, vector", rows)

    def take_former(self, chunks: Iterable[ChunkId]) -> None:
        if not self._has_rows("former_embedding"):
            return
        import numpy as np

        rows = self.tables.rows(
            "SELECT chunk.id, max(vector) FROM chunk "
            "JOIN former_embedding USING (embedding_key) "
            "WHERE chunk.id IN :chunks AND NOT embedded GROUP BY 1",
            chunks=list(chunks),
        )
        if rows:
            self._put(
                [(ChunkId(row), np.frombuffer(blob, np.float32)) for row, blob in rows]
            )

    def _put(self, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        """Add vectors to those in use."""
        self._insert(TABLE, vectors)
        self.tables.run(
            "UPDATE chunk SET embedded = 1 WHERE id IN :chunks",
            chunks=[chunk for chunk, _ in vectors],
        )

    def _insert(self, table: str, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        revision = count_revision(self.tables, VECTOR_REVISION)
        rows = ((chunk, revision, vector.tobytes()) for chunk, vector in vectors)
        self.tables.insert(table, "chunk, revision, vector", rows)

    def finish(self, model_id: str) -> None:
        if self._has_rows("former_embedding"):
            with self.transaction():
                self._clear("former_embedding")
        served, following = self.models()
        if model_id == served and following:
            with self.transaction():
                self._clear(NEXT_TABLE)
                set_meta_value(self.tables, NEXT_MODEL, "")
        if model_id != following:
            return
        with self.transaction():
            if dimension := dimension_of(self.tables, NEXT_TABLE):
                self._clear(TABLE)
                self.tables.run(
                    f"INSERT INTO {TABLE} SELECT chunk, :revision, vector "
                    f"FROM {NEXT_TABLE} WHERE chunk IN (SELECT id FROM chunk)",
                    revision=count_revision(self.tables, VECTOR_REVISION),
                )
                self.tables.run(
                    f"UPDATE chunk SET embedded = id IN (SELECT chunk FROM {TABLE})"
                )
            self._clear(NEXT_TABLE)
            set_meta_value(self.tables, MODEL, model_id if dimension else "")
            set_meta_value(self.tables, NEXT_MODEL, "")

    def _clear(self, table: str) -> None:
        self.tables.run(f"DELETE FROM {table}")

    def drop(self, chunks: Iterable[ChunkId]) -> None:
        """Remove vectors; part of a transaction of the caller's."""
        self._delete(TABLE, chunks)

    def drop_next_vectors(self, chunks: Iterable[ChunkId]) -> None:
        """Drop the next model's vectors of rewritten chunks.

        Part of a transaction of the caller's.
        """
        if self.meta(NEXT_MODEL):
            self._delete(NEXT_TABLE, chunks)

    def _delete(self, table: str, chunks: Iterable[ChunkId]) -> None:
        if listed := list(chunks):
            sql = f"DELETE FROM {table} WHERE chunk IN :chunks"
            self.tables.run(sql, chunks=listed)
            count_revision(self.tables, VECTOR_REVISION)
