"""The vectors of a small index in the memory of a process, for all its readers.

One product compares all of them: at 10,000 chunks .3 ms, where reading and comparing
the rows takes 10 (`python -m benchmarks.scale`).
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragtui_core.store.sqlite.damage import DamagedRow
from ragtui_core.store.sqlite.vector_tables import TABLE, vector_revision
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw
    import numpy as np
    import numpy.typing as npt

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.sqlite.chunk_selection import ChunkSelection

ROUNDING = 1e-3
"""Tolerance of the squared length of a unit vector in float32."""


@dataclass(frozen=True, slots=True)
class VectorMatrix:
    """One state of the vectors: shapes (rows,), (rows,) and (rows, dimension).

    `chunks` are in ascending order.
    """

    revision: int
    chunks: npt.NDArray[np.int64]
    revisions: npt.NDArray[np.int64]
    vectors: Vectors

    def nearest(
        self, vector: Vectors, limit: int, selection: ChunkSelection
    ) -> list[ChunkId]:
        """The selected chunks closest to a unit vector, in no order."""
        import numpy as np

        if not len(self.chunks):
            return []
        # Not by `@`: threads of BLAS that wait for work keep a core busy.
        cosines = np.vecdot(self.vectors, vector)
        if selection.kept is not None:
            kept = np.frombuffer(selection.kept, np.bool_)
            is_kept = np.zeros(len(self.chunks), np.bool_)
            known = np.searchsorted(self.chunks, len(kept))
            is_kept[:known] = kept[self.chunks[:known]]
            places = np.flatnonzero(is_kept)
        else:
            places = np.arange(len(cosines))
        if len(places) > limit:
            places = places[np.argpartition(-cosines[places], limit - 1)[:limit]]
        return list(map(ChunkId, self.chunks[places].tolist()))

    def similarities(
        self, vector: Vectors, chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        """The cosines of those of `chunks` that have a vector."""
        import numpy as np

        wanted = np.array(sorted(chunks), np.int64)
        if not len(wanted) or not len(self.chunks):
            return {}
        places = np.searchsorted(self.chunks, wanted)
        places = places[self.chunks.take(places, mode="clip") == wanted]
        cosines = np.vecdot(self.vectors[places], vector).tolist()
        chunks = map(ChunkId, self.chunks[places].tolist())
        return dict(zip(chunks, cosines, strict=True))


class MatrixCache:
    """Reads the vectors of an index once, and afterwards those that changed.

    Safe to use from several threads, each with a connection of its own.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._lock = threading.Lock()
        self._matrix: VectorMatrix | None = None

    def current(self, connection: apsw.Connection) -> VectorMatrix:
        """The vectors in the state that `connection` reads.

        Raises:
            DamagedRow: One of them is not a unit vector.
        """
        with self._lock:
            known = self._matrix
            if known is None or known.revision != vector_revision(connection):
                self._matrix = known = _read(connection, known)
            return known


def _read(connection: apsw.Connection, known: VectorMatrix | None) -> VectorMatrix:
    """The present vectors; read in one transaction, so that they are of one state."""
    import numpy as np

    is_outer = not connection.in_transaction
    if is_outer:
        connection.execute("BEGIN").fetchall()
    try:
        revision = vector_revision(connection)
        pairs: list[Any] = connection.execute(
            f"SELECT chunk, revision FROM {TABLE} INDEXED BY embedding_revision"
        ).fetchall()
        listed = np.array(sorted(pairs), np.int64).reshape(-1, 2)
        chunks, revisions = (np.ascontiguousarray(each) for each in listed.T)
        places = _unchanged(known, chunks, revisions)
        added = np.flatnonzero(places < 0)
        read = _vectors(connection, chunks[added].tolist(), everything=known is None)
        if known is None or len(added) == len(chunks):
            vectors = read
        else:
            vectors = known.vectors[places]
            if len(added):
                vectors[added] = read
        return VectorMatrix(revision, chunks, revisions, vectors)
    finally:
        if is_outer:
            connection.execute("COMMIT").fetchall()


def _unchanged(
    known: VectorMatrix | None,
    chunks: npt.NDArray[np.int64],
    revisions: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """The row of `known` that has the vector of each chunk; -1 if none has."""
    import numpy as np

    if known is None or not len(known.chunks):
        return np.full(len(chunks), -1)
    places = np.searchsorted(known.chunks, chunks)
    places = np.minimum(places, len(known.chunks) - 1)
    same = (known.chunks[places] == chunks) & (known.revisions[places] == revisions)
    return np.where(same, places, -1)


def _vectors(
    connection: apsw.Connection, chunks: list[int], *, everything: bool
) -> Vectors:
    """The vectors of `chunks`, which are in ascending order, in that order."""
    import numpy as np

    if not chunks:
        return np.zeros((0, 0), np.float32)
    if everything:
        rows = connection.execute(f"SELECT vector FROM {TABLE} ORDER BY chunk")
    else:
        rows = connection.execute(
            f"SELECT vector FROM json_each(?) AS j CROSS JOIN {TABLE} AS v "
            "ON v.chunk = j.value",
            (json.dumps(chunks),),
        )
    joined = b"".join([blob for (blob,) in rows])
    found = np.frombuffer(joined, np.float32).reshape(len(chunks), -1)
    squares = np.einsum("ij,ij->i", found, found)
    if not np.all(np.abs(squares - 1.0) <= ROUNDING):
        raise DamagedRow("a vector is not a unit vector")
    return found
