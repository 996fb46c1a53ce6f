"""The vectors that the readers of an index keep in memory to find the nearest ones.

Of a small index they are whole: one product compares them in .3 ms at 10,000 chunks,
where reading and comparing the rows takes 10 (`python -m benchmarks.scale`). Of a large
one they are projected to the axes along which they differ most, and find candidates
that are compared exactly (docs/decisions/0016-projected-vectors.md).
"""

from __future__ import annotations

import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ragtui_core.store.meta_keys import VECTOR_REVISION
from ragtui_core.store.sqlite.damage import DamagedRow
from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.store.tables.meta import meta_value
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import apsw
    import numpy as np
    import numpy.typing as npt

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.sqlite.chunk_selection import SqliteChunkSelection

    Ids = npt.NDArray[np.int64]

MAX_WHOLE = 30_000
"""Up to this many vectors are kept whole: 46 MB of 384 dimensions."""

AXES = 96
"""Dimensions of a projected vector: 384 bytes."""

MAX_PROJECTED = 2_000_000
"""More vectors are not kept, and each query reads all of them: 1 GB."""

MAX_OBSOLETE = 0.25
"""Ratio of rows that were replaced or removed, above which all are read again."""

ROUNDING = 1e-3
"""Tolerance of the squared length of a unit vector in float32."""

_SAMPLE, _BATCH = 10_000, 8_192
"""Vectors by which the axes are chosen, and that are read at once."""


@dataclass(frozen=True, slots=True)
class ResidentVectors:
    """One state of the vectors.

    Attributes:
        revision: Of the vectors of the index.
        axes: Shape (dimension, `AXES`); None if the vectors are whole.
        chunks: The chunk of each row; of whole vectors ascending, each once. Of others
            a chunk may have obsolete rows, or may not exist any more.
        blocks: The rows, in order.
    """

    revision: int
    axes: Vectors | None
    chunks: Ids
    blocks: tuple[Vectors, ...]

    def nearest(
        self, vector: Vectors, limit: int, selection: SqliteChunkSelection
    ) -> dict[ChunkId, float]:
        """The selected chunks closest to a unit vector, with cosine or estimate."""
        import numpy as np

        if not len(self.chunks):
            return {}
        query = vector if self.axes is None else vector @ self.axes
        # Not by `@`: threads of BLAS that wait for work keep a core busy.
        cosines = np.concatenate([np.vecdot(block, query) for block in self.blocks])
        chunks = self.chunks
        if selection.kept is not None:
            kept = np.frombuffer(selection.kept + b"\0", np.bool_)
            rows = kept.take(chunks, mode="clip")
            chunks, cosines = chunks[rows], cosines[rows]
        if len(chunks) > limit:
            best = np.argpartition(cosines, -limit)[-limit:]
            chunks, cosines = chunks[best], cosines[best]
        return dict(zip(map(ChunkId, chunks.tolist()), cosines.tolist(), strict=True))

    def similarities(
        self, vector: Vectors, chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        """The cosines of those of `chunks` that have a vector, which is whole."""
        import numpy as np

        wanted = np.array(sorted(chunks), np.int64)
        if not len(wanted) or not len(self.chunks):
            return {}
        rows = np.searchsorted(self.chunks, wanted)
        rows = rows[self.chunks.take(rows, mode="clip") == wanted]
        cosines = np.vecdot(self.blocks[0][rows], vector).tolist()
        return dict(zip(map(ChunkId, self.chunks[rows].tolist()), cosines, strict=True))


class VectorCache:
    """The last state that a reader of an index asked for.

    Safe to use from several threads, each with a connection of its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: ResidentVectors | None = None
        self._was_asked = False

    def current(
        self, connection: apsw.Connection, revision: int, count: int
    ) -> ResidentVectors | None:
        """The vectors in the state that `connection` reads, about `count` of them.

        Of a large index None at first: to read them takes longer than one query, and a
        command has no other.

        Raises:
            DamagedRow: A vector is not a unit vector.
        """
        is_large = count >= MAX_WHOLE
        with self._lock:
            is_first, self._was_asked = not self._was_asked, True
            if is_large and (is_first or count > MAX_PROJECTED):
                return None
            known = self._known
            if known is None or known.revision != revision:
                with _one_state(connection):
                    read = meta_value(SqliteSession(connection), VECTOR_REVISION)
                    self._known = _read(connection, int(read or 0), known, count)
                _return_memory(connection)
            return self._known


def _return_memory(connection: apsw.Connection) -> None:
    """Free the pages that were read, and what glibc keeps of freed memory: 30 MB."""
    import ctypes

    connection.release_memory()
    with suppress(AttributeError, OSError, TypeError):  # of other C libraries
        ctypes.CDLL(None).malloc_trim(0)


def _read(
    connection: apsw.Connection,
    revision: int,
    known: ResidentVectors | None,
    count: int,
) -> ResidentVectors:
    """The present vectors; of many, those written since `known` was read."""
    import numpy as np

    is_large = count >= MAX_WHOLE
    if known and is_large and _is_mostly_present(connection, known, count):
        axes = known.axes
        rows = connection.execute(
            "SELECT chunk, vector FROM embedding WHERE revision > ?", (known.revision,)
        )
        chunks, blocks = [known.chunks], [*known.blocks]
    else:
        axes = _axes(connection, count) if is_large else None
        rows = connection.execute("SELECT chunk, vector FROM embedding ORDER BY chunk")
        chunks, blocks = [np.empty(0, np.int64)], []
    while batch := list(islice(rows, _BATCH)):
        vectors = _unit_vectors([blob for _, blob in batch])
        chunks.append(np.array([chunk for chunk, _ in batch], np.int64))
        blocks.append(vectors if axes is None else vectors @ axes)
        if len(blocks) > 1 and (not is_large or len(blocks[-2]) < _BATCH):
            blocks[-2:] = [np.vstack(blocks[-2:])]
    return ResidentVectors(revision, axes, np.concatenate(chunks), tuple(blocks))


def _is_mostly_present(
    connection: apsw.Connection, known: ResidentVectors, count: int
) -> bool:
    """Whether most of what is known will be there beside what was written since."""
    ((new,),) = SqliteSession(connection).rows(
        "SELECT count(*) FROM embedding WHERE revision > :known", known=known.revision
    )
    obsolete = len(known.chunks) + int(new) - count
    return len(known.chunks) >= MAX_WHOLE and obsolete <= MAX_OBSOLETE * count


def _axes(connection: apsw.Connection, count: int) -> Vectors | None:
    """The axes of a sample's largest products; None if it has no more dimensions."""
    import numpy as np

    # The chunks alone are read from the index of revisions.
    rows = connection.execute(
        "SELECT vector FROM embedding WHERE chunk IN (SELECT chunk FROM embedding "
        "INDEXED BY embedding_revision WHERE revision >= 0 AND chunk % ? = 0)",
        (max(1, count // _SAMPLE),),
    )
    sample = _unit_vectors([blob for (blob,) in rows])
    if sample.shape[1] <= AXES:
        return None
    _, vectors = np.linalg.eigh(sample.T @ sample)
    return np.ascontiguousarray(vectors[:, -AXES:], np.float32)


def _unit_vectors(blobs: list[bytes]) -> Vectors:
    import numpy as np

    joined = np.frombuffer(b"".join(blobs), np.float32)
    vectors: Vectors = joined.reshape(len(blobs) or 1, -1)
    squares = np.einsum("ij,ij->i", vectors, vectors)
    if blobs and not np.all(np.abs(squares - 1.0) <= ROUNDING):
        raise DamagedRow("a vector is not a unit vector")
    return vectors


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
