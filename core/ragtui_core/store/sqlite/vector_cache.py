"""What the readers of an index keep of its vectors in memory: all, or their codes.

One product compares the vectors of a small index: at 10,000 chunks .3 ms, where reading
and comparing the rows takes 10 (`python -m benchmarks.scale`). A process reads them
again once they have changed; of codes only the changed blocks.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from ragtui_core.store.meta_keys import VECTOR_REVISION
from ragtui_core.store.sqlite.damage import DamagedRow
from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.store.sqlite.vector_tables import BLOCK, TABLE, read_basis
from ragtui_core.store.tables.meta import meta_value
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import apsw
    import numpy as np
    import numpy.typing as npt

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.sqlite.chunk_selection import SqliteChunkSelection
    from ragtui_core.store.sqlite.quantized_vectors import Basis, Segment

    Ids = npt.NDArray[np.int64]

ROUNDING = 1e-3
"""Tolerance of the squared length of a unit vector in float32."""

MAX_BYTES = 512 * 1024 * 1024
"""Most that codes may take in memory (five million chunks of 384 dimensions)."""


@dataclass(frozen=True, slots=True)
class VectorMatrix:
    """One state of the vectors: shapes (rows,) and (rows, dimension).

    `chunks` are in ascending order.
    """

    revision: int
    chunks: Ids
    vectors: Vectors

    @classmethod
    def read(
        cls, connection: apsw.Connection, revision: int, _: VectorMatrix | None
    ) -> VectorMatrix:
        """The present vectors.

        Raises:
            DamagedRow: One of them is not a unit vector.
        """
        import numpy as np

        rows: list[Any] = connection.execute(
            f"SELECT chunk, vector FROM {TABLE} ORDER BY chunk"
        ).fetchall()
        chunks = np.array([chunk for chunk, _ in rows], np.int64)
        joined = b"".join([blob for _, blob in rows])
        vectors = np.frombuffer(joined, np.float32).reshape(len(rows) or 1, -1)
        squares = np.einsum("ij,ij->i", vectors, vectors)
        if len(rows) and not np.all(np.abs(squares - 1.0) <= ROUNDING):
            raise DamagedRow("a vector is not a unit vector")
        return cls(revision, chunks, vectors)

    def nearest(
        self, vector: Vectors, limit: int, selection: SqliteChunkSelection
    ) -> list[ChunkId]:
        """The selected chunks closest to a unit vector, in no order."""
        import numpy as np

        if not len(self.chunks):
            return []
        # Not by `@`: threads of BLAS that wait for work keep a core busy.
        cosines = np.vecdot(self.vectors, vector)
        positions = np.arange(len(cosines))
        if selection.kept is not None:
            kept = np.frombuffer(selection.kept, np.bool_)
            known = np.searchsorted(self.chunks, len(kept))
            positions = np.flatnonzero(kept[self.chunks[:known]])
        if len(positions) > limit:
            positions = positions[
                np.argpartition(-cosines[positions], limit - 1)[:limit]
            ]
        return list(map(ChunkId, self.chunks[positions].tolist()))

    def similarities(
        self, vector: Vectors, chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        """The cosines of those of `chunks` that have a vector."""
        import numpy as np

        wanted = np.array(sorted(chunks), np.int64)
        if not len(wanted) or not len(self.chunks):
            return {}
        positions = np.searchsorted(self.chunks, wanted)
        positions = positions[self.chunks.take(positions, mode="clip") == wanted]
        cosines = np.vecdot(self.vectors[positions], vector).tolist()
        chunks = map(ChunkId, self.chunks[positions].tolist())
        return dict(zip(chunks, cosines, strict=True))


@dataclass(frozen=True, slots=True)
class QuantizedVectors:
    """One state of the codes: segments by number.

    Without a basis they cannot be used, and each vector has to be compared: if there
    are none, if their number is not that of the vectors, or if they would take more
    than `MAX_BYTES`.
    """

    revision: int
    epoch: int = 0
    """The revision that all codes were written in."""
    basis: Basis | None = None
    segments: Mapping[int, Segment] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        connection: apsw.Connection,
        revision: int,
        known: QuantizedVectors | None,
    ) -> QuantizedVectors:
        """The present codes; of blocks that `known` has, those that changed."""
        basis = read_basis(SqliteSession(connection))
        if not basis:
            return cls(revision)
        if known and known.basis and known.epoch == basis[0]:
            return known._updated(connection, revision)
        return cls(-1, *basis)._updated(connection, revision)

    def _updated(self, connection: apsw.Connection, revision: int) -> QuantizedVectors:
        import numpy as np

        from ragtui_core.store.sqlite.quantized_vectors import SEGMENT, Segment

        assert self.basis
        segments, copied = dict(self.segments), set[int]()
        room = MAX_BYTES // Segment.empty(self.basis.words).size
        rows = connection.execute(
            "SELECT block, factors, codes FROM quantized_block WHERE revision > ?",
            (self.revision,),
        )
        for block, factors, codes in rows:
            number = block * BLOCK // SEGMENT
            if len(segments) > room:
                rows.close()
                return QuantizedVectors(revision)
            if number not in copied:
                old = segments.get(number)
                segments[number] = (
                    old.copy() if old else Segment.empty(self.basis.words)
                )
                copied.add(number)
            segments[number].put(block * BLOCK, factors, codes)
        count = sum(
            int(np.count_nonzero(segment.factors)) for segment in segments.values()
        )
        if count != connection.execute("SELECT embedded FROM chunk_count").get:
            return QuantizedVectors(revision)
        return QuantizedVectors(revision, self.epoch, self.basis, segments)

    def nearest(
        self, vector: Vectors, limit: int, selection: SqliteChunkSelection
    ) -> list[ChunkId]:
        """The selected chunks that are closest by their codes, in no order."""
        from ragtui_core.store.sqlite.quantized_vectors import best_candidates

        assert self.basis
        query = self.basis.query(vector)
        chunks = best_candidates(query, self.segments, limit, selection)
        return list(map(ChunkId, chunks))


Cached = TypeVar("Cached", VectorMatrix, QuantizedVectors)


class VectorCache:
    """The last state that a reader of an index asked for.

    Safe to use from several threads, each with a connection of its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: VectorMatrix | QuantizedVectors | None = None

    def current(
        self, kind: type[Cached], connection: apsw.Connection, revision: int
    ) -> Cached:
        """The vectors or codes in the state that `connection` reads.

        Raises:
            DamagedRow: A vector is not a unit vector.
        """
        with self._lock:
            known = self._known if isinstance(self._known, kind) else None
            if known is None or known.revision != revision:
                with _one_state(connection):
                    read = meta_value(SqliteSession(connection), VECTOR_REVISION)
                    revision = int(read or 0)
                    known = kind.read(connection, revision, known)
                self._known = known
            return known


@contextmanager
def _one_state(connection: apsw.Connection) -> Iterator[None]:
    """A block whose statements read one state of the index."""
    is_outer = not connection.in_transaction
    if is_outer:
        connection.execute("BEGIN").fetchall()
    try:
        yield
    finally:
        if is_outer:
            connection.execute("COMMIT").fetchall()
