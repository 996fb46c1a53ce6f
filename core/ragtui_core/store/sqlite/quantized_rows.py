"""The tables `quantized_basis` and `quantized_block`, and what a process keeps of them.

Codes are written in the transaction that writes their vectors. An index has them from
`MIN_QUANTIZED` vectors on; below, all vectors are compared. A process reads them once,
and afterwards the blocks that changed, for all readers of a store.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragtui_core.store.sqlite.connection import small_cache
from ragtui_core.store.sqlite.vector_tables import BLOCK
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import apsw

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.sqlite.quantized_vectors import Basis, Segment

MIN_QUANTIZED = 30_000
"""From this many vectors on, an index has codes."""

SAMPLE = 10_000
"""Vectors from which center and spread are computed."""

_FLOAT = 4
_BATCH = 64 * BLOCK
"""Vectors that are coded at once."""


class QuantizedRows:
    """Codes on a writing connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`. All methods are part of a transaction of the caller's."""
        self._connection = connection

    @property
    def exist(self) -> bool:
        """Whether the index has codes."""
        sql = "SELECT EXISTS (SELECT 1 FROM quantized_basis)"
        return bool(self._connection.execute(sql).fetchall()[0][0])

    def put(self, vectors: Sequence[tuple[ChunkId, Vectors]]) -> None:
        """Add or replace the codes of vectors; nothing if the index has no codes."""
        basis = read_basis(self._connection)
        if basis is None or not vectors:
            return
        import numpy as np

        factors, codes = basis.encode(np.vstack([vector for _, vector in vectors]))
        blocks: dict[int, list[int]] = {}
        for at, (chunk, _) in enumerate(vectors):
            blocks.setdefault(chunk // BLOCK, []).append(at)
        width = codes.shape[1] * codes.itemsize
        for block, places in blocks.items():
            old_factors, old_codes = self._block(block, width)
            for at in places:
                offset = vectors[at][0] % BLOCK
                start = offset * _FLOAT
                old_factors[start : start + _FLOAT] = factors[at].tobytes()
                old_codes[offset * width : (offset + 1) * width] = codes[at].tobytes()
            self._write(block, bytes(old_factors), bytes(old_codes))

    def clear(self, chunks: Iterable[ChunkId]) -> None:
        """Remove codes, if the index has any."""
        blocks: dict[int, list[int]] = {}
        for chunk in chunks:
            blocks.setdefault(chunk // BLOCK, []).append(chunk % BLOCK)
        for block, offsets in blocks.items():
            found = self._connection.execute(
                "SELECT factors, codes FROM quantized_block WHERE block = ?", (block,)
            ).fetchone()
            if found:
                factors, codes = bytearray(found[0]), found[1]
                for offset in offsets:
                    start = offset * _FLOAT
                    factors[start : start + _FLOAT] = bytes(_FLOAT)
                self._write(block, bytes(factors), codes)

    def _block(self, block: int, width: int) -> tuple[bytearray, bytearray]:
        found = self._connection.execute(
            "SELECT factors, codes FROM quantized_block WHERE block = ?", (block,)
        ).fetchone()
        if found:
            return bytearray(found[0]), bytearray(found[1])
        return bytearray(BLOCK * _FLOAT), bytearray(BLOCK * width)

    def _write(self, block: int, factors: bytes, codes: bytes) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO quantized_block VALUES "
            "(?, (SELECT coalesce(max(revision), 0) + 1 FROM quantized_block), ?, ?)",
            (block, factors, codes),
        ).fetchall()

    def remove(self) -> int:
        """Remove all codes, if the index has any; returns the revision."""
        latest = latest_revision(self._connection)
        if not self.exist:
            return latest
        self._connection.execute("DELETE FROM quantized_basis").fetchall()
        self._connection.execute("DELETE FROM quantized_block").fetchall()
        self._count_from(latest + 1)
        return latest + 1

    def _count_from(self, revision: int) -> None:
        """Give the following blocks higher revisions than `revision`."""
        self._connection.execute(
            "INSERT OR REPLACE INTO quantized_block VALUES (-1, ?, x'', x'')",
            (revision,),
        ).fetchall()

    def build(self, table: str) -> None:
        """Compute all codes, from the vectors of `table`."""
        import numpy as np

        from ragtui_core.store.sqlite.quantized_vectors import Basis

        epoch = self.remove() + 1
        ids = [row for (row,) in self._connection.execute(f"SELECT chunk FROM {table}")]
        ids.sort()
        sample = ids[:: max(1, len(ids) // SAMPLE)]
        basis = Basis.of(
            np.vstack([vector for _, vector in self._vectors(table, sample)])
        )
        self._connection.execute(
            "INSERT INTO quantized_basis VALUES (?, ?, ?)",
            (epoch, basis.center.tobytes(), basis.scale.tobytes()),
        ).fetchall()
        self._count_from(epoch)
        for start in range(0, len(ids), _BATCH):
            self.put(self._vectors(table, ids[start : start + _BATCH]))

    def _vectors(self, table: str, ids: Sequence[int]) -> list[tuple[ChunkId, Vectors]]:
        import numpy as np

        rows = self._connection.execute(
            "SELECT v.chunk, vector FROM json_each(?) AS j "
            f"CROSS JOIN {table} AS v ON v.chunk = j.value",
            (json.dumps(list(ids)),),
        )
        return [(ChunkId(row), np.frombuffer(blob, np.float32)) for row, blob in rows]


def code_bytes(connection: apsw.Connection) -> int:
    """The size of all codes; one block is read, the others are counted."""
    rows: list[Any] = connection.execute(
        "SELECT coalesce(max(length(factors) + length(codes)), 0) "
        "* (SELECT count(*) FROM quantized_block WHERE block >= 0) "
        "FROM (SELECT factors, codes FROM quantized_block WHERE block >= 0 LIMIT 1)"
    ).fetchall()
    return int(rows[0][0])


def latest_revision(connection: apsw.Connection) -> int:
    """A number that grows with each change of the codes; 0 if there are none."""
    rows = connection.execute("SELECT max(revision) FROM quantized_block").fetchall()
    return int(rows[0][0] or 0)


def read_basis(connection: apsw.Connection) -> Basis | None:
    """The center and spread that the codes are relative to, if there are codes."""
    found = connection.execute("SELECT center, scale FROM quantized_basis").fetchone()
    if not found:
        return None
    import numpy as np

    from ragtui_core.store.sqlite.quantized_vectors import Basis

    center, scale = (np.frombuffer(blob, np.float32) for blob in found)
    return Basis(center, scale)


MAX_BYTES = 512 * 1024 * 1024
"""Most that codes may take in memory (five million chunks of 384 dimensions)."""


@dataclass(frozen=True, slots=True)
class QuantizedVectors:
    """One state of the codes: segments by number."""

    epoch: int
    revision: int
    basis: Basis | None = None
    segments: Mapping[int, Segment] = field(default_factory=dict)
    count: int = 0
    """The number of vectors that have a code."""

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return sum(segment.size for segment in self.segments.values())


_NOTHING = QuantizedVectors(-1, -1)


class QuantizedCache:
    """Reads the codes of an index once, and afterwards the blocks that changed.

    Safe to use from several threads, each with a connection of its own.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._lock = threading.Lock()
        self._codes = _NOTHING

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self._codes.size

    def current(self, connection: apsw.Connection) -> QuantizedVectors | None:
        """The codes of the index; None if it has none, or they cannot be used.

        They cannot if their number is not that of the vectors, or if they would take
        more than `MAX_BYTES`. Every vector has to be compared then.
        """
        with self._lock:
            epoch = _epoch(connection)
            revision = latest_revision(connection)
            known = self._codes
            if (known.epoch, known.revision) != (epoch, revision):
                self._codes = known = _read(connection, known)
            return known if known.basis else None


def _epoch(connection: apsw.Connection) -> int:
    """The revision at which all codes were written; 0 without codes."""
    sql = "SELECT coalesce(max(epoch), 0) FROM quantized_basis"
    rows: list[Any] = connection.execute(sql).fetchall()
    return int(rows[0][0])


def _read(connection: apsw.Connection, known: QuantizedVectors) -> QuantizedVectors:
    """The present codes; read in one transaction, so that they are of one state."""
    connection.execute("BEGIN").fetchall()
    try:
        epoch = _epoch(connection)
        revision = latest_revision(connection)
        if not epoch:
            return QuantizedVectors(epoch, revision)
        if known.epoch == epoch and known.basis:
            return _updated(connection, known, revision)
        fresh = QuantizedVectors(epoch, epoch, read_basis(connection))
        with small_cache(connection):
            return _updated(connection, fresh, revision)
    finally:
        connection.execute("COMMIT").fetchall()


def _updated(
    connection: apsw.Connection, known: QuantizedVectors, revision: int
) -> QuantizedVectors:
    """`known` with the blocks that changed since then."""
    import numpy as np

    from ragtui_core.store.sqlite.quantized_vectors import SEGMENT, Segment

    assert known.basis
    segments, copied = dict(known.segments), set[int]()
    unusable = QuantizedVectors(known.epoch, revision)
    words = known.basis.words
    room = MAX_BYTES // Segment.empty(words).size
    rows = connection.execute(
        "SELECT block, factors, codes FROM quantized_block WHERE revision > ?",
        (known.revision,),
    )
    for block, factors, codes in rows:
        number = block * BLOCK // SEGMENT
        if len(segments) > room:
            rows.close()
            return unusable
        if number not in copied:
            old = segments.get(number)
            segments[number] = old.copy() if old else Segment.empty(words)
            copied.add(number)
        segments[number].put(block, factors, codes)
    count = sum(int(np.count_nonzero(each.factors)) for each in segments.values())
    ((embedded,),) = connection.execute("SELECT embedded FROM chunk_count").fetchall()
    if count != embedded:
        return unusable
    return QuantizedVectors(known.epoch, revision, known.basis, segments, count)
