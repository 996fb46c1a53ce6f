"""The sqlite-vec table `chunk_vector`, one row per embedded chunk: reads and writes."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import apsw

from ragtui_core.embedding.embedder import check_dimension
from ragtui_core.store.facts import MODEL, NEXT_MODEL
from ragtui_core.store.records import PendingChunk, split_lines
from ragtui_core.store.sqlite.connection import load_vector_extension, transaction
from ragtui_core.store.sqlite.damage import DamagedRow
from ragtui_core.store.sqlite.meta_rows import (
    meta_value,
    set_meta_value,
)
from ragtui_core.store.sqlite.reader_state import ChunkSelection, ReaderState
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors


TABLE = "chunk_vector"
"""The vectors in use."""

NEXT_TABLE = "chunk_vector_next"
"""The vectors of another model, until they are complete."""

SMALL_SELECTION = 1_000
"""Up to this size, comparing each vector is faster than a search among all."""

MAX_EXCLUDED = 200
"""Up to this many exclusions, more neighbours are faster than a list of chunks."""

MAX_NEIGHBOURS = 4_096
"""The maximum k of sqlite-vec."""


class VectorReader:
    """Exact nearest neighbours, by sqlite-vec."""

    max_neighbours = MAX_NEIGHBOURS

    def __init__(self, state: ReaderState) -> None:
        """Use the connection of `state`, and its selection."""
        self._state = state
        self._connection = state.connection
        self._has_extension: bool | None = None

    @property
    def dimension(self) -> int:
        """The length of the vectors that can be searched; 0 if there are none."""
        model = meta_value(self._connection, MODEL)
        known = model and self.has_model(model)
        return _dimension(self._connection, TABLE) if known else 0

    def has_model(self, model_id: str) -> bool:
        """Whether the index has vectors of the named model that can be searched."""
        if meta_value(self._connection, MODEL) != model_id:
            return False
        if self._has_extension is None:
            self._has_extension = load_vector_extension(self._connection)
        return self._has_extension

    def nearest(self, vector: "Vectors", limit: int) -> list[tuple[ChunkId, float]]:
        """The chunks closest to a unit vector, with cosine similarity, best first."""
        chosen = self._state.selection
        if chosen.included and len(chosen.chunks) <= SMALL_SELECTION:
            near = self.similarities(vector, chosen.chunks)
            return sorted(near.items(), key=lambda pair: -pair[1])[:limit]
        if not chosen.included and len(chosen.chunks) <= MAX_EXCLUDED:
            found = self._nearest(vector, limit + len(chosen.chunks))
            return [pair for pair in found if chosen.keeps(pair[0])][:limit]
        return self._nearest(vector, limit, self._listed(chosen))

    def _listed(self, chosen: ChunkSelection) -> str:
        """The chunks of a selection as a JSON list."""
        if chosen.included:
            return json.dumps(list(chosen.chunks))
        ((listed,),) = self._connection.execute(
            "SELECT json_group_array(id) FROM chunk WHERE keep(id)"
        )
        return str(listed)

    def _nearest(
        self, vector: "Vectors", limit: int, among: str | None = None
    ) -> list[tuple[ChunkId, float]]:
        inside = "AND rowid IN (SELECT value FROM json_each(?))" if among else ""
        listed = (among,) if among else ()
        rows = self._connection.execute(
            "SELECT rowid, distance FROM chunk_vector "
            f"WHERE embedding MATCH ? AND k = ? {inside}",
            (vector.tobytes(), min(limit, MAX_NEIGHBOURS), *listed),
        )
        return [(ChunkId(row), _cosine(distance)) for row, distance in rows]

    def similarities(
        self, vector: "Vectors", chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        """Cosine similarity of a unit vector to those of `chunks` that have one."""
        rows = self._connection.execute(
            "SELECT j.value, vec_distance_L2(v.embedding, ?) FROM json_each(?) AS j "
            "CROSS JOIN chunk_vector AS v ON v.rowid = j.value",
            (vector.tobytes(), json.dumps(list(chunks))),
        )
        return {ChunkId(row): _cosine(distance) for row, distance in rows}

    def of(self, chunks: Iterable[ChunkId]) -> "dict[ChunkId, Vectors]":
        """The unit vectors of those of `chunks` that have one."""
        model = meta_value(self._connection, MODEL)
        if not (model and self.has_model(model)):
            return {}  # A keyword-only index has no table of vectors.
        import numpy as np

        rows = self._connection.execute(
            "SELECT v.rowid, embedding FROM json_each(?) AS j "
            "CROSS JOIN chunk_vector AS v ON v.rowid = j.value",
            (json.dumps(list(chunks)),),
        )
        found = {
            ChunkId(row): np.frombuffer(blob, dtype=np.float32) for row, blob in rows
        }
        for row, vector in found.items():
            if not abs(float(vector @ vector) - 1.0) <= _ROUNDING:
                raise DamagedRow(f"the vector of chunk {row} is not a unit vector")
        return found


_ROUNDING = 1e-3
"""Tolerance of the squared length of a unit vector in float32."""


def _cosine(distance: float) -> float:
    """Cosine similarity of two unit vectors at Euclidean `distance`: 1 - d²/2.

    Raises:
        DamagedRow: The distance is not possible for unit vectors, or not a number.
    """
    if not 0.0 <= distance <= 2.0 + _ROUNDING:
        raise DamagedRow("a vector is not a unit vector")
    return 1.0 - distance * distance / 2.0


def _dimension(connection: apsw.Connection, table: str) -> int:
    """The length of the vectors in a table; 0 if it has none."""
    sql = f"SELECT vec_length(embedding) FROM {table} LIMIT 1"
    row = connection.execute(sql).fetchone()
    return int(row[0]) if row else 0


class VectorRows:
    """Vectors on a writing connection. `available` is False without sqlite-vec.

    Vectors of another model are collected beside those in use, and replace
    them when they are complete (`finish`).
    """

    def __init__(self, connection: apsw.Connection, *, available: bool) -> None:
        """Use `connection`."""
        self._connection = connection
        self.available = available

    def use_model(self, model_id: str, dimension: int) -> None:
        """Prepare for vectors of `model_id`; those in use are kept meanwhile.

        Raises:
            ModelError: The index has vectors of that model with another dimension.
        """
        served, following = self._models()
        if model_id in {served, following}:
            table = TABLE if model_id == served else NEXT_TABLE
            check_dimension(dimension, _dimension(self._connection, table))
            return
        with transaction(self._connection):
            if self._has_vectors():
                _create(self._connection, NEXT_TABLE, dimension)
                set_meta_value(self._connection, NEXT_MODEL, model_id)
            else:
                _create(self._connection, TABLE, dimension)
                set_meta_value(self._connection, MODEL, model_id)

    def _models(self) -> tuple[str, str]:
        """The model whose vectors are in use, and the next one."""
        both = (MODEL, NEXT_MODEL)
        served, following = (meta_value(self._connection, key) for key in both)
        return served, following

    def _has_vectors(self) -> bool:
        sql = "SELECT EXISTS (SELECT 1 FROM chunk WHERE embedded)"
        return bool(self._connection.execute(sql).fetchall()[0][0])

    def pending(self, model_id: str) -> list[ChunkId]:
        """Chunks without a vector of `model_id`, those of the newest files first."""
        served, following = self._models()
        if model_id == served:
            missing = "NOT embedded"
        elif model_id == following:
            missing = f"chunk.id NOT IN (SELECT rowid FROM {NEXT_TABLE})"
        else:
            missing = "true"
        rows = self._connection.execute(
            "SELECT chunk.id FROM chunk JOIN document ON document.id = document_id "
            f"WHERE {missing} ORDER BY mtime_ns DESC, document.id, span_start"
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    def texts(self, chunks: Iterable[ChunkId]) -> list[PendingChunk]:
        """Those of `chunks` that still exist, with what to embed for each."""
        rows = self._connection.execute(
            "SELECT chunk.id, title, heading_path, text FROM json_each(?) AS j "
            "CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id",
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
        serves = model_id == self._models()[0]
        table = TABLE if serves else NEXT_TABLE
        rows = [(chunk, vector.tobytes()) for chunk, vector in vectors]
        with transaction(self._connection):
            self._connection.executemany(
                f"INSERT INTO {table} (rowid, embedding) VALUES (?, ?)", rows
            )
            if serves:
                self._connection.executemany(
                    "UPDATE chunk SET embedded = 1 WHERE id = ?",
                    [(chunk,) for chunk, _ in vectors],
                )

    def finish(self, model_id: str) -> None:
        """Use the vectors of `model_id`, which are complete, from now on."""
        served, following = self._models()
        if model_id == served and following:
            self._drop_next()
        if model_id != following:
            return
        with transaction(self._connection):
            if dimension := _dimension(self._connection, NEXT_TABLE):
                _create(self._connection, TABLE, dimension)
                # sqlite-vec cannot rename a table.
                self._connection.execute(
                    f"INSERT INTO {TABLE} (rowid, embedding) SELECT rowid, embedding "
                    f"FROM {NEXT_TABLE} WHERE rowid IN (SELECT id FROM chunk)"
                )
                self._connection.execute(
                    f"UPDATE chunk SET embedded = id IN (SELECT rowid FROM {TABLE})"
                )
            _drop(self._connection, NEXT_TABLE)
            set_meta_value(self._connection, MODEL, model_id if dimension else "")
            set_meta_value(self._connection, NEXT_MODEL, "")

    def _drop_next(self) -> None:
        """Drop the vectors of a model that is no longer selected."""
        with transaction(self._connection):
            _drop(self._connection, NEXT_TABLE)
            set_meta_value(self._connection, NEXT_MODEL, "")

    def drop(self, chunks: Iterable[ChunkId]) -> None:
        """Remove vectors; part of a transaction of the caller's."""
        self._delete(TABLE, chunks)

    def drop_next_vectors(self, chunks: Iterable[ChunkId]) -> None:
        """Drop the next model's vectors of rewritten chunks.

        Part of a transaction of the caller's.
        """
        if meta_value(self._connection, NEXT_MODEL):
            self._delete(NEXT_TABLE, chunks)

    def _delete(self, table: str, chunks: Iterable[ChunkId]) -> None:
        sql = f"DELETE FROM {table} WHERE rowid = ?"
        rows = [(chunk,) for chunk in chunks]
        if rows:
            self._connection.executemany(sql, rows)


def _create(connection: apsw.Connection, table: str, dimension: int) -> None:
    """Create an empty table of vectors in place of another one, if there is one."""
    _drop(connection, table)
    connection.execute(
        f"CREATE VIRTUAL TABLE {table} USING vec0 (embedding float[{dimension}])"
    ).fetchall()


def _drop(connection: apsw.Connection, table: str) -> None:
    connection.execute(f"DROP TABLE IF EXISTS {table}").fetchall()
