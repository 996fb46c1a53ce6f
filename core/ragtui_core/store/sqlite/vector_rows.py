"""Queries to the vectors of the chunks."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from ragtui_core.store.meta_keys import MODEL, VECTOR_REVISION
from ragtui_core.store.sqlite.chunk_selection import SqliteChunkSelection
from ragtui_core.store.sqlite.connection import load_vector_extension
from ragtui_core.store.sqlite.damage import DamagedRow
from ragtui_core.store.sqlite.vector_cache import MAX_WHOLE, ROUNDING, ResidentVectors
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.reading.reader_state import ReaderState
    from ragtui_core.store.selection import SelectedChunks
    from ragtui_core.store.session import Session
    from ragtui_core.store.sqlite.vector_cache import VectorCache

TABLE = "embedding"
"""The vectors in use: float32, of length 1. sqlite-vec compares them; its virtual table
`vec0` took two to five times as long for single ones
(docs/decisions/0016-projected-vectors.md)."""

SMALL_SELECTION = 1_000
"""Up to this size, each vector of a selection is compared, in a large index."""

RESCORED = 5
"""Candidates by projected vectors for each neighbour that is asked for."""

MIN_RESCORED = 200
"""The least number of candidates."""


def dimension_of(session: Session, table: str = TABLE) -> int:
    """The length of the vectors in a table; 0 if it has none."""
    rows = session.rows(f"SELECT length(vector) FROM {table} LIMIT 1")
    return int(rows[0][0]) // 4 if rows else 0


class SqliteVectorReader:
    """Nearest neighbours: exact in a small index; in a large one among candidates."""

    def __init__(
        self, reader: ReaderState, connection: apsw.Connection, shared: VectorCache
    ) -> None:
        self._reader = reader
        self._connection = connection
        self._shared = shared
        self._has_extension: bool | None = None

    @property
    def problem(self) -> str:
        if self._can_compare:
            return ""
        return "sqlite-vec has no package for this platform"

    @property
    def dimension(self) -> int:
        if not self._model:
            return 0
        tables = self._reader.tables
        return self._reader.cache.once("dimension", lambda: dimension_of(tables))

    def has_model(self, model_id: str) -> bool:
        return model_id != "" and self._model == model_id

    @property
    def _model(self) -> str:
        """The model whose vectors can be searched; empty if there are none."""
        model = self._reader.meta(MODEL)
        return model if model and self._can_compare else ""

    @property
    def _can_compare(self) -> bool:
        """Whether there is sqlite-vec, which is loaded once for a connection."""
        if self._has_extension is None:
            self._has_extension = load_vector_extension(self._connection)
        return self._has_extension

    def nearest(
        self,
        vector: Vectors,
        limit: int,
        *,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        if not self._model:
            return []
        chosen = SqliteChunkSelection.of(within or self._reader.everything)
        is_few = not chosen.is_everything and chosen.count <= SMALL_SELECTION
        if is_few and not self._is_small:
            best = self.similarities(vector, chosen.chunks())
        elif not (resident := self._resident()):
            return self._nearest(vector, limit, chosen)
        elif self._is_small:
            best = resident.nearest(vector, limit, chosen)
        else:
            candidates = max(RESCORED * limit, MIN_RESCORED)
            near = resident.nearest(vector, candidates, chosen)
            best = self.similarities(vector, near)
        return sorted(best.items(), key=itemgetter(1), reverse=True)[:limit]

    def _resident(self) -> ResidentVectors | None:
        """What readers keep in memory of the vectors in use."""
        revision = int(self._reader.meta(VECTOR_REVISION) or 0)
        count = self._reader.counts().embedded
        return self._shared.current(self._connection, revision, count)

    @property
    def _is_small(self) -> bool:
        """Whether all vectors are compared, in memory."""
        return self._reader.counts().embedded < MAX_WHOLE

    def _nearest(
        self, vector: Vectors, limit: int, chosen: SqliteChunkSelection
    ) -> list[tuple[ChunkId, float]]:
        """The best of all selected chunks, each of whose vectors is read."""
        kept = self._reader.condition("chunk", chosen)
        rows = self._connection.execute(
            "SELECT chunk, vec_distance_L2(vector, :vector) AS distance "
            f"FROM embedding WHERE true {kept.sql} "
            "ORDER BY distance, chunk LIMIT :limit",
            {"vector": vector.tobytes(), "limit": limit, **kept.values},
        )
        return [(ChunkId(chunk), _cosine(distance)) for chunk, distance in rows]

    def similarities(
        self, vector: Vectors, chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        if not self._model:
            return {}
        if self._is_small and (resident := self._resident()):
            return resident.similarities(vector, chunks)
        rows = self._reader.tables.rows(
            "SELECT chunk, vec_distance_L2(vector, :vector) FROM embedding "
            "WHERE chunk IN :chunks",
            vector=vector.tobytes(),
            chunks=list(chunks),
        )
        return {ChunkId(row): _cosine(distance) for row, distance in rows}

    def of(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, Vectors]:
        if not self._model:
            return {}  # A keyword-only index has no table of vectors.
        import numpy as np

        rows = self._reader.tables.rows(
            "SELECT chunk, vector FROM embedding WHERE chunk IN :chunks",
            chunks=list(chunks),
        )
        vectors = {
            ChunkId(row): np.frombuffer(blob, dtype=np.float32) for row, blob in rows
        }
        for row, vector in vectors.items():
            if not abs(float(vector @ vector) - 1.0) <= ROUNDING:
                raise DamagedRow(f"the vector of chunk {row} is not a unit vector")
        return vectors


def _cosine(distance: float) -> float:
    """Cosine similarity of two unit vectors at Euclidean `distance`: 1 - d²/2.

    Raises:
        DamagedRow: The distance is not possible for unit vectors, or not a number.
    """
    if not 0.0 <= distance <= 2.0 + ROUNDING:
        raise DamagedRow("a vector is not a unit vector")
    return 1.0 - distance * distance / 2.0
