"""Queries to the vectors."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ragtui_core.store.facts import MODEL
from ragtui_core.store.selection import Selection
from ragtui_core.store.sqlite.connection import load_vector_extension
from ragtui_core.store.sqlite.meta_rows import meta_value
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.store_errors import DamagedRow
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors

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

    def has_model(self, model_id: str) -> bool:
        """Whether the index holds vectors of the named model that can be searched."""
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

    def _listed(self, chosen: Selection) -> str:
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
