"""Queries to the sqlite-vec table `chunk_vector`, one row per embedded chunk."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ragtui_core.store.facts import MODEL
from ragtui_core.store.sqlite.code_rows import MIN_CODED, code_bytes
from ragtui_core.store.sqlite.connection import load_vector_extension
from ragtui_core.store.sqlite.damage import DamagedRow
from ragtui_core.store.sqlite.meta_rows import (
    meta_value,
)
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.vector_tables import (
    TABLE,
    dimension_of,
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
