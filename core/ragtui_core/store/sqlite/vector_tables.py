"""The tables of vectors, and of the codes by which a large index finds candidates.

sqlite-vec compares vectors (`vec_distance_L2`). Its virtual table `vec0` stores blocks
of vectors, of which reading one means reading all before it: single ones took two to
five times as long (docs/decisions/0016-vector-codes.md). Codes are written in the
transaction that writes their vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import apsw

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.sqlite.quantized_vectors import Basis

TABLE = "embedding"
"""The vectors in use."""

NEXT_TABLE = "next_embedding"
"""The vectors of another model, until they are complete."""

MIN_QUANTIZED = 30_000
"""From this many vectors on, an index has codes; below, all vectors are compared."""

BLOCK = 128
"""Chunks per row of `quantized_block`: their codes fill a page."""

SAMPLE = 10_000
"""Vectors from which center and spread are computed."""

_FLOAT = 4
"""Bytes of a number."""

_BATCH = 64 * BLOCK
"""Vectors that are coded at once."""


def dimension_of(session: SqliteSession, table: str) -> int:
    """The length of the vectors in a table; 0 if it has none."""
    rows = session.rows(f"SELECT length(vector) FROM {table} LIMIT 1")
    return int(rows[0][0]) // _FLOAT if rows else 0


def code_bytes(session: SqliteSession) -> int:
    """The size of all codes; one block is read, the others are counted."""
    ((size,),) = session.rows(
        "SELECT coalesce(max(length(factors) + length(codes)), 0) "
        "* (SELECT count(*) FROM quantized_block) "
        "FROM (SELECT factors, codes FROM quantized_block LIMIT 1)"
    )
    return int(size)


def read_basis(session: SqliteSession) -> tuple[int, Basis] | None:
    """What the codes are relative to, and the revision that all were written in."""
    rows = session.rows("SELECT revision, center, scale FROM quantized_basis")
    if not rows:
        return None
    import numpy as np

    from ragtui_core.store.sqlite.quantized_vectors import Basis

    ((revision, *blobs),) = rows
    return revision, Basis(*(np.frombuffer(blob, np.float32) for blob in blobs))


class QuantizedRows:
    """Codes on a writing connection; methods are part of a transaction of the caller's.

    `revision` is that of the vectors, which has just been incremented.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._session = SqliteSession(connection)

    @property
    def exist(self) -> bool:
        """Whether the index has codes."""
        return bool(self._session.rows("SELECT 1 FROM quantized_basis"))

    def put(self, vectors: Sequence[tuple[ChunkId, Vectors]], revision: int) -> None:
        """Add or replace the codes of vectors; nothing if the index has no codes."""
        known = read_basis(self._session)
        if known is None or not vectors:
            return
        import numpy as np

        factors, codes = known[1].encode(np.vstack([vector for _, vector in vectors]))
        width = codes.shape[1] * codes.itemsize
        for block, rows in _by_block(chunk for chunk, _ in vectors):
            old_factors, old_codes = self._block(block, width)
            for row in rows:
                offset = vectors[row][0] % BLOCK
                start = offset * _FLOAT
                old_factors[start : start + _FLOAT] = factors[row].tobytes()
                old_codes[offset * width : (offset + 1) * width] = codes[row].tobytes()
            self._write(block, revision, bytes(old_factors), bytes(old_codes))

    def clear(self, chunks: Sequence[ChunkId], revision: int) -> None:
        """Remove codes, if the index has any."""
        for block, rows in _by_block(chunks) if self.exist else ():
            factors, codes = self._block(block, 0)
            for row in rows:
                start = chunks[row] % BLOCK * _FLOAT
                factors[start : start + _FLOAT] = bytes(_FLOAT)
            if codes:
                self._write(block, revision, bytes(factors), bytes(codes))

    def _block(self, block: int, width: int) -> tuple[bytearray, bytearray]:
        """Factors and codes; without a row zeros, of `width` bytes for each code."""
        rows = self._session.rows(
            "SELECT factors, codes FROM quantized_block WHERE block = :block",
            block=block,
        )
        if not rows:
            return bytearray(BLOCK * _FLOAT), bytearray(BLOCK * width)
        factors, codes = map(bytearray, rows[0])
        return factors, codes

    def _write(self, block: int, revision: int, factors: bytes, codes: bytes) -> None:
        columns = "block, revision, factors, codes"
        rows = [(block, revision, factors, codes)]
        self._session.replace("quantized_block", columns, rows)

    def remove(self) -> None:
        """Remove all codes, if the index has any."""
        self._session.run("DELETE FROM quantized_basis")
        self._session.run("DELETE FROM quantized_block")

    def build(self, revision: int) -> None:
        """Compute the codes of all vectors in use."""
        import numpy as np

        from ragtui_core.store.sqlite.quantized_vectors import Basis

        self.remove()
        rows = self._session.rows(f"SELECT chunk FROM {TABLE} ORDER BY chunk")
        ids = [chunk for (chunk,) in rows]
        sample = self._vectors(ids[:: max(1, len(ids) // SAMPLE)])
        basis = Basis.of(np.vstack([vector for _, vector in sample]))
        self._session.insert(
            "quantized_basis",
            "revision, center, scale",
            [(revision, basis.center.tobytes(), basis.scale.tobytes())],
        )
        for start in range(0, len(ids), _BATCH):
            self.put(self._vectors(ids[start : start + _BATCH]), revision)

    def _vectors(self, ids: list[int]) -> list[tuple[ChunkId, Vectors]]:
        import numpy as np

        rows = self._session.rows(
            f"SELECT chunk, vector FROM {TABLE} WHERE chunk IN :ids", ids=ids
        )
        return [(ChunkId(row), np.frombuffer(blob, np.float32)) for row, blob in rows]


def _by_block(chunks: Iterable[ChunkId]) -> Iterator[tuple[int, list[int]]]:
    """The number of each block, and which of the chunks are in it, by their place."""
    blocks: dict[int, list[int]] = {}
    for position, chunk in enumerate(chunks):
        blocks.setdefault(chunk // BLOCK, []).append(position)
    return iter(blocks.items())
