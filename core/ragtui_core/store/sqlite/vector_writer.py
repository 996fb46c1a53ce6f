"""Changes of the vectors in use, and of those of the next model."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import apsw

from ragtui_core.embedding.model_selection import check_dimension
from ragtui_core.store.facts import MODEL, NEXT_MODEL, VECTOR_REVISION
from ragtui_core.store.records import PendingChunk, split_lines
from ragtui_core.store.sqlite.connection import transaction
from ragtui_core.store.sqlite.quantized_rows import MIN_QUANTIZED, QuantizedRows
from ragtui_core.store.sqlite.session import Session
from ragtui_core.store.sqlite.vector_tables import (
    NEXT_TABLE,
    TABLE,
    dimension_of,
)
from ragtui_core.store.tables.meta import (
    count_revision,
    meta_value,
    set_meta_value,
)
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors


class VectorWriter:
    """Vectors on a writing connection. `available` is False without sqlite-vec.

    Vectors of another model are collected beside those in use, and replace
    them when they are complete (`finish`).
    """

    def __init__(self, connection: apsw.Connection, *, available: bool) -> None:
        """Use `connection`."""
        self._connection = connection
        self._session = Session(connection)
        self.available = available
        self._quantized = QuantizedRows(connection)
        self._embedded: int | None = None

    def use_model(self, model_id: str, dimension: int) -> None:
        """Prepare for vectors of `model_id`; those in use are kept meanwhile.

        Raises:
            ModelError: The index has vectors of that model with another dimension.
        """
        served, following = self._models()
        if model_id in {served, following}:
            table = TABLE if model_id == served else NEXT_TABLE
            check_dimension(dimension, dimension_of(self._connection, table))
            return
        with transaction(self._connection):
            has_vectors = self._has_rows(TABLE)
            self._clear("former_embedding")
            self._clear(NEXT_TABLE if has_vectors else TABLE)
            key = NEXT_MODEL if has_vectors else MODEL
            set_meta_value(self._session, key, model_id)

    def _models(self) -> tuple[str, str]:
        """The model whose vectors are in use, and the next one."""
        both = (MODEL, NEXT_MODEL)
        served, following = (meta_value(self._session, key) for key in both)
        return served, following

    def _has_rows(self, table: str) -> bool:
        sql = f"SELECT EXISTS (SELECT 1 FROM {table})"
        return bool(self._connection.execute(sql).fetchall()[0][0])

    def pending(self, model_id: str) -> list[ChunkId]:
        """Chunks without a vector of `model_id`, those of the newest files first."""
        served, following = self._models()
        if model_id == served:
            missing = "NOT embedded"
        elif model_id == following:
            missing = f"chunk.id NOT IN (SELECT chunk FROM {NEXT_TABLE})"
        else:
            missing = "true"
        rows = self._connection.execute(
            "SELECT chunk.id FROM chunk JOIN document ON document.id = chunk.document "
            f"WHERE {missing} ORDER BY mtime_ns DESC, document.id, span_start"
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    @contextmanager
    def claimed(
        self, model_id: str, chunks: Sequence[ChunkId]
    ) -> Iterator[list[PendingChunk]]:
        """Those of `chunks` that still exist, with what to embed for each.

        There is one writer, so no other process embeds or changes them.
        """
        yield self._texts(chunks)

    def _texts(self, chunks: Iterable[ChunkId]) -> list[PendingChunk]:
        rows = self._connection.execute(
            "SELECT chunk.id, title, heading_path, text FROM json_each(?) AS j "
            "CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = chunk.document",
            (json.dumps(list(chunks)),),
        )
        return [
            PendingChunk(ChunkId(chunk), title, split_lines(heading), text)
            for chunk, title, heading, text in rows
        ]

    def add(self, model_id: str, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        """Store unit vectors of `model_id` in one transaction.

        Args:
            model_id: A model passed to `use_model`.
            vectors: Float32, shape (dimension,) each.
        """
        with transaction(self._connection):
            if model_id == self._models()[0]:
                self._put(vectors)
            else:
                self._insert(NEXT_TABLE, vectors)

    def take_former(self, chunks: Iterable[ChunkId]) -> None:
        """Give new chunks the vectors that they had in an index of another schema.

        Part of a transaction of the caller's.
        """
        if not self._has_rows("former_embedding"):
            return
        import numpy as np

        rows: list[Any] = self._connection.execute(
            "SELECT chunk.id, max(vector) FROM json_each(?) AS j "
            "CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN former_embedding USING (embedding_key) "
            "WHERE NOT embedded GROUP BY 1",
            (json.dumps(list(chunks)),),
        ).fetchall()
        if rows:
            self._put(
                [(ChunkId(row), np.frombuffer(blob, np.float32)) for row, blob in rows]
            )

    def _put(self, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        """Add vectors to those in use."""
        self._insert(TABLE, vectors)
        self._connection.executemany(
            "UPDATE chunk SET embedded = 1 WHERE id = ?",
            [(chunk,) for chunk, _ in vectors],
        )
        self._quantize(vectors)

    def _insert(self, table: str, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        revision = count_revision(self._session, VECTOR_REVISION)
        rows = [(chunk, revision, vector.tobytes()) for chunk, vector in vectors]
        self._connection.executemany(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)

    def _quantize(self, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        """Code vectors; all of them, once there are many."""
        if self._quantized.exist:
            self._quantized.put(vectors)
            return
        if self._embedded is None:
            self._embedded = self._count()
        else:
            self._embedded += len(vectors)
        # The number may be too high: what was dropped meanwhile is counted.
        if self._embedded >= MIN_QUANTIZED and (embedded := self._count()):
            self._embedded = embedded
            self._quantize_all(embedded)

    def _count(self) -> int:
        """The number of vectors in use."""
        rows: list[Any] = self._connection.execute(
            "SELECT embedded FROM chunk_count"
        ).fetchall()
        return int(rows[0][0])

    def _quantize_all(self, embedded: int) -> None:
        """Code all vectors of a large index; remove the codes of a small one."""
        if embedded < MIN_QUANTIZED:
            self._quantized.remove()
            return
        self._quantized.build(TABLE)

    def finish(self, model_id: str) -> None:
        """Use the vectors of `model_id`, which are complete, from now on."""
        if self._has_rows("former_embedding"):
            with transaction(self._connection):
                self._clear("former_embedding")
        served, following = self._models()
        if model_id == served and following:
            self._drop_next()
        if model_id != following:
            if (self._count() >= MIN_QUANTIZED) != self._quantized.exist:
                with transaction(self._connection):
                    self._quantize_all(self._count())
            return
        with transaction(self._connection):
            if dimension := dimension_of(self._connection, NEXT_TABLE):
                self._clear(TABLE)
                self._connection.execute(
                    f"INSERT INTO {TABLE} SELECT chunk, ?, vector FROM {NEXT_TABLE} "
                    "WHERE chunk IN (SELECT id FROM chunk)",
                    (count_revision(self._session, VECTOR_REVISION),),
                )
                self._connection.execute(
                    f"UPDATE chunk SET embedded = id IN (SELECT chunk FROM {TABLE})"
                )
            self._clear(NEXT_TABLE)
            set_meta_value(self._session, MODEL, model_id if dimension else "")
            set_meta_value(self._session, NEXT_MODEL, "")
            self._quantized.remove()
            self._quantize_all(self._count())

    def _drop_next(self) -> None:
        """Drop the vectors of a model that is no longer selected."""
        with transaction(self._connection):
            self._clear(NEXT_TABLE)
            set_meta_value(self._session, NEXT_MODEL, "")

    def _clear(self, table: str) -> None:
        self._connection.execute(f"DELETE FROM {table}").fetchall()

    def drop(self, chunks: Iterable[ChunkId]) -> None:
        """Remove vectors; part of a transaction of the caller's."""
        chunks = list(chunks)
        self._delete(TABLE, chunks)
        self._quantized.clear(chunks)

    def drop_next_vectors(self, chunks: Iterable[ChunkId]) -> None:
        """Drop the next model's vectors of rewritten chunks.

        Part of a transaction of the caller's.
        """
        if meta_value(self._session, NEXT_MODEL):
            self._delete(NEXT_TABLE, chunks)

    def _delete(self, table: str, chunks: Iterable[ChunkId]) -> None:
        rows = [(chunk,) for chunk in chunks]
        if rows:
            count_revision(self._session, VECTOR_REVISION)
            self._connection.executemany(f"DELETE FROM {table} WHERE chunk = ?", rows)
