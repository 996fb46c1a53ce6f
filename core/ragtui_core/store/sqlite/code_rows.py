"""The tables `code_basis` and `code_block`: codes of the vectors of a large index.

Codes are written in the transaction that writes their vectors. An index has them from
`MIN_CODED` vectors on; below, all vectors are compared.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from zlib import crc32

from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.sqlite.vector_codes import Basis

MIN_CODED = 30_000
"""From this many vectors on, an index has codes."""

BLOCK = 128
"""Chunks per row: their codes fill a page."""

SAMPLE = 10_000
"""Vectors from which center and spread are computed."""

VERIFIED = 64
"""Vectors whose codes are computed again to verify them."""

_FLOAT = 4
_BATCH = 64 * BLOCK
"""Vectors that are coded at once."""


class CodeRows:
    """Codes on a writing connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`. All methods are part of a transaction of the caller's."""
        self._connection = connection

    @property
    def exist(self) -> bool:
        """Whether the index has codes."""
        sql = "SELECT EXISTS (SELECT 1 FROM code_basis)"
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
                "SELECT factors, codes FROM code_block WHERE block = ?", (block,)
            ).fetchone()
            if found:
                factors, codes = bytearray(found[0]), found[1]
                for offset in offsets:
                    start = offset * _FLOAT
                    factors[start : start + _FLOAT] = bytes(_FLOAT)
                self._write(block, bytes(factors), codes)

    def _block(self, block: int, width: int) -> tuple[bytearray, bytearray]:
        found = self._connection.execute(
            "SELECT factors, codes FROM code_block WHERE block = ?", (block,)
        ).fetchone()
        if found:
            return bytearray(found[0]), bytearray(found[1])
        return bytearray(BLOCK * _FLOAT), bytearray(BLOCK * width)

    def _write(self, block: int, factors: bytes, codes: bytes) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO code_block VALUES "
            "(?, (SELECT coalesce(max(revision), 0) + 1 FROM code_block), ?, ?, ?)",
            (block, checksum(factors, codes), factors, codes),
        ).fetchall()

    def remove(self) -> int:
        """Remove all codes, if the index has any; returns the revision."""
        latest = latest_revision(self._connection)
        if not self.exist:
            return latest
        self._connection.execute("DELETE FROM code_basis").fetchall()
        self._connection.execute("DELETE FROM code_block").fetchall()
        self._count_from(latest + 1)
        return latest + 1

    def _count_from(self, revision: int) -> None:
        """Give the following blocks higher revisions than `revision`."""
        self._connection.execute(
            "INSERT OR REPLACE INTO code_block VALUES (-1, ?, 0, x'', x'')", (revision,)
        ).fetchall()

    def build(self, table: str) -> None:
        """Compute all codes, from the vectors of `table`."""
        import numpy as np

        from ragtui_core.store.sqlite.vector_codes import Basis

        epoch = self.remove() + 1
        ids = [row for (row,) in self._connection.execute(f"SELECT chunk FROM {table}")]
        ids.sort()
        sample = ids[:: max(1, len(ids) // SAMPLE)]
        basis = Basis.of(
            np.vstack([vector for _, vector in self._vectors(table, sample)])
        )
        self._connection.execute(
            "INSERT INTO code_basis VALUES (?, ?, ?)",
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

    def match(self, table: str, embedded: int) -> bool:
        """Whether there is a code for each of the vectors of `table`, and no other.

        Compares the checksums, the number, and some of the codes.

        Args:
            table: The table of the vectors.
            embedded: The number of its vectors.
        """
        import numpy as np

        basis = read_basis(self._connection)
        if basis is None:
            return False
        present: list[int] = []
        rows = self._connection.execute(
            "SELECT block, checksum, factors, codes FROM code_block WHERE block >= 0"
        )
        for block, expected, factors, codes in rows:
            if checksum(factors, codes) != expected:
                return False
            places = np.flatnonzero(np.frombuffer(factors, np.float32))
            present += (places + block * BLOCK).tolist()
        if len(present) != embedded:
            return False
        sample = sorted(present)[:: max(1, len(present) // VERIFIED)]
        return self._have(self._vectors(table, sample), basis, len(sample))

    def _have(
        self, vectors: Sequence[tuple[ChunkId, Vectors]], basis: Basis, count: int
    ) -> bool:
        """Whether the codes of `vectors`, which are `count`, are the stored ones."""
        import numpy as np

        if len(vectors) != count:
            return False
        _, codes = basis.encode(np.vstack([vector for _, vector in vectors]))
        width = codes.shape[1] * codes.itemsize
        for (chunk, _), code in zip(vectors, codes, strict=True):
            _, stored = self._block(chunk // BLOCK, width)
            start = chunk % BLOCK * width
            if stored[start : start + width] != code.tobytes():
                return False
        return True


def checksum(factors: bytes, codes: bytes) -> int:
    """The checksum of a block."""
    return crc32(codes, crc32(factors))


def code_bytes(connection: apsw.Connection) -> int:
    """The size of all codes; one block is read, the others are counted."""
    rows: list[Any] = connection.execute(
        "SELECT coalesce(max(length(factors) + length(codes)), 0) "
        "* (SELECT count(*) FROM code_block WHERE block >= 0) "
        "FROM (SELECT factors, codes FROM code_block WHERE block >= 0 LIMIT 1)"
    ).fetchall()
    return int(rows[0][0])


def latest_revision(connection: apsw.Connection) -> int:
    """A number that grows with each change of the codes; 0 if there are none."""
    rows = connection.execute("SELECT max(revision) FROM code_block").fetchall()
    return int(rows[0][0] or 0)


def read_basis(connection: apsw.Connection) -> Basis | None:
    """The center and spread that the codes are relative to, if there are codes."""
    found = connection.execute("SELECT center, scale FROM code_basis").fetchone()
    if not found:
        return None
    import numpy as np

    from ragtui_core.store.sqlite.vector_codes import Basis

    center, scale = (np.frombuffer(blob, np.float32) for blob in found)
    return Basis(center, scale)
