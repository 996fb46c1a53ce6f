"""The sqlite-vec table `chunk_vector`, one row per embedded chunk: reads and writes."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import apsw

from ragtui_core.embedding.embedder import check_dimension
from ragtui_core.store.facts import MODEL, NEXT_MODEL
from ragtui_core.store.records import PendingChunk, split_lines
from ragtui_core.store.sqlite.code_rows import MIN_CODED, CodeRows, code_bytes
from ragtui_core.store.sqlite.connection import load_vector_extension, transaction
from ragtui_core.store.sqlite.damage import DamagedRow
from ragtui_core.store.sqlite.meta_rows import (
    meta_value,
    set_meta_value,
)
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.vector_tables import (
    NEXT_TABLE,
    TABLE,
    create_table,
    dimension_of,
    drop_table,
    scatter,
)
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.sqlite.resident_codes import Codes


SMALL_SELECTION = 1_000
"""Up to this size, comparing each vector is faster than a search among all."""

MARGIN = 1.5
"""Neighbours that are read for each one that a filter keeps on average."""

MAX_EXTENDED = 1_000
"""Up to this many neighbours, reading more is faster than a list of chunks."""

MAX_NEIGHBOURS = 4_096
"""The maximum k of sqlite-vec."""


RESCORED = 5
"""Candidates by code for each neighbour that is asked for: of a hundred neighbours,
the best ten are found with .99 and more (docs/decisions/0016-vector-codes.md)."""


MIN_RESCORED = 200
"""The least number of candidates."""


class VectorReader:
    """Nearest neighbours: exact by sqlite-vec; in a large index among candidates."""

    max_neighbours = MAX_NEIGHBOURS

    def __init__(self, state: ReaderState) -> None:
        """Use the connection of `state`, and its selection."""
        self._state = state
        self._connection = state.connection
        self._has_extension: bool | None = None

    @property
    def problem(self) -> str:
        """Why vectors can be neither stored nor compared here; empty if they can."""
        if self._can_compare:
            return ""
        return "sqlite-vec has no package for this platform"

    @property
    def dimension(self) -> int:
        """The length of the vectors that can be searched; 0 if there are none."""
        return dimension_of(self._connection, TABLE) if self._model else 0

    @property
    def code_bytes(self) -> int:
        """The size of the codes that searches keep in memory; 0 in a small index."""
        return code_bytes(self._connection)

    def has_model(self, model_id: str) -> bool:
        """Whether the index has vectors of the named model that can be searched."""
        return model_id != "" and self._model == model_id

    @property
    def _model(self) -> str:
        """The model whose vectors can be searched; empty if there are none."""
        model = meta_value(self._connection, MODEL)
        return model if model and self._can_compare else ""

    @property
    def _can_compare(self) -> bool:
        """Whether there is sqlite-vec, which is loaded once for a connection."""
        if self._has_extension is None:
            self._has_extension = load_vector_extension(self._connection)
        return self._has_extension

    def nearest(
        self, vector: "Vectors", limit: int, *, exact: bool = False
    ) -> list[tuple[ChunkId, float]]:
        """The chunks closest to a unit vector, with cosine similarity, best first.

        Args:
            vector: Float32, shape (dimension,).
            limit: Maximum number of chunks.
            exact: Compare every vector; otherwise a large index compares those that
                are closest by their codes.
        """
        if not self._model:
            return []
        chosen = self._state.selection
        if not chosen.is_everything and chosen.count <= SMALL_SELECTION:
            return self._best(vector, chosen.chunks(), limit)
        codes = None if exact else self._state.codes.current(self._connection)
        if codes and codes.count >= MIN_CODED:
            count = max(RESCORED * limit, MIN_RESCORED)
            near = self._near_by_code(codes, vector, count)
            return self._best(vector, near, limit)
        if chosen.kept is None:
            return self._nearest(vector, limit)
        # More neighbours are mostly faster than a list of chunks.
        share = chosen.count / len(chosen.kept)
        more = min(int(limit * MARGIN / share) + 1, MAX_NEIGHBOURS)
        if more <= MAX_EXTENDED:
            found = self._nearest(vector, more)
            kept = [pair for pair in found if chosen.keeps(pair[0])]
            if len(kept) >= limit or len(found) < more:
                return kept[:limit]
        return self._nearest(vector, limit, json.dumps(chosen.chunks()))

    def _best(
        self, vector: "Vectors", chunks: Iterable[ChunkId], limit: int
    ) -> list[tuple[ChunkId, float]]:
        """The best of `chunks`, by their vectors."""
        near = self.similarities(vector, chunks)
        return sorted(near.items(), key=lambda pair: -pair[1])[:limit]

    def _near_by_code(
        self, codes: "Codes", vector: "Vectors", count: int
    ) -> list[ChunkId]:
        """The selected chunks that are closest by their codes, in no order."""
        from ragtui_core.store.sqlite.vector_codes import best_candidates, kept_places

        assert codes.basis
        chosen = self._state.selection
        kept = None if chosen.is_everything else kept_places(codes.segments, chosen)
        query = codes.basis.query(vector)
        found = best_candidates(query, codes.segments, count, kept)
        return [ChunkId(chunk) for chunk in found]

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
        if not self._model:
            return {}
        rows = self._connection.execute(
            "SELECT j.value, vec_distance_L2(v.embedding, ?) FROM json_each(?) AS j "
            "CROSS JOIN chunk_vector AS v ON v.rowid = j.value",
            (vector.tobytes(), json.dumps(sorted(chunks))),
        )
        return {ChunkId(row): _cosine(distance) for row, distance in rows}

    def of(self, chunks: Iterable[ChunkId]) -> "dict[ChunkId, Vectors]":
        """The unit vectors of those of `chunks` that have one."""
        if not self._model:
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


class VectorRows:
    """Vectors on a writing connection. `available` is False without sqlite-vec.

    Vectors of another model are collected beside those in use, and replace
    them when they are complete (`finish`).
    """

    def __init__(self, connection: apsw.Connection, *, available: bool) -> None:
        """Use `connection`."""
        self._connection = connection
        self.available = available
        self._codes = CodeRows(connection)
        self._embedded: int | None = None
        self._are_codes_verified = False

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
            if self._has_vectors():
                create_table(self._connection, NEXT_TABLE, dimension)
                set_meta_value(self._connection, NEXT_MODEL, model_id)
            else:
                create_table(self._connection, TABLE, dimension)
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
                self._add_codes(vectors)

    def _add_codes(self, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        """Code vectors; all of them, once there are many."""
        if self._codes.exist:
            self._codes.put(vectors)
            return
        if self._embedded is None:
            self._embedded = self._count()
        else:
            self._embedded += len(vectors)
        # The number may be too high: what was dropped meanwhile is counted.
        if self._embedded >= MIN_CODED and (embedded := self._count()):
            self._embedded = embedded
            self._code_all(embedded)

    def _count(self) -> int:
        """The number of vectors in use."""
        rows: list[Any] = self._connection.execute(
            "SELECT (SELECT count(*) FROM chunk) - count(*) FROM chunk "
            "WHERE NOT embedded"
        ).fetchall()
        return int(rows[0][0])

    def _code_all(self, embedded: int) -> None:
        """Code all vectors of a large index; remove the codes of a small one."""
        if embedded < MIN_CODED:
            self._codes.remove()
            return
        scatter(self._connection)
        self._codes.build(TABLE)

    def finish(self, model_id: str) -> None:
        """Use the vectors of `model_id`, which are complete, from now on."""
        served, following = self._models()
        if model_id == served and following:
            self._drop_next()
        if model_id != following:
            self._verify_codes()
            return
        with transaction(self._connection):
            if dimension := dimension_of(self._connection, NEXT_TABLE):
                create_table(self._connection, TABLE, dimension)
                # sqlite-vec cannot rename a table.
                self._connection.execute(
                    f"INSERT INTO {TABLE} (rowid, embedding) SELECT rowid, embedding "
                    f"FROM {NEXT_TABLE} WHERE rowid IN (SELECT id FROM chunk)"
                )
                self._connection.execute(
                    f"UPDATE chunk SET embedded = id IN (SELECT rowid FROM {TABLE})"
                )
            drop_table(self._connection, NEXT_TABLE)
            set_meta_value(self._connection, MODEL, model_id if dimension else "")
            set_meta_value(self._connection, NEXT_MODEL, "")
            self._codes.remove()
            self._code_all(self._count())

    def _verify_codes(self) -> None:
        """Code all vectors again if the codes are not theirs; checked once a run.

        An index of an older version gets its codes here.
        """
        if self._are_codes_verified:
            return
        self._are_codes_verified = True
        embedded = self._count()
        is_large = embedded >= MIN_CODED
        if not is_large and not self._codes.exist:
            return
        if not (is_large and self._codes.match(TABLE, embedded)):
            with transaction(self._connection):
                self._code_all(embedded)

    def _drop_next(self) -> None:
        """Drop the vectors of a model that is no longer selected."""
        with transaction(self._connection):
            drop_table(self._connection, NEXT_TABLE)
            set_meta_value(self._connection, NEXT_MODEL, "")

    def drop(self, chunks: Iterable[ChunkId]) -> None:
        """Remove vectors; part of a transaction of the caller's."""
        chunks = list(chunks)
        self._delete(TABLE, chunks)
        self._codes.clear(chunks)

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
