"""The codes of an index in the memory of a process, for all readers of its store."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragtui_core.store.sqlite.code_rows import (
    BLOCK,
    checksum,
    latest_revision,
    read_basis,
)
from ragtui_core.store.sqlite.connection import small_cache

if TYPE_CHECKING:
    from collections.abc import Mapping

    import apsw

    from ragtui_core.store.sqlite.vector_codes import Basis, Segment

MAX_BYTES = 512 * 1024 * 1024
"""Most that codes may take in memory (five million chunks of 384 dimensions)."""


@dataclass(frozen=True, slots=True)
class Codes:
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


_NOTHING = Codes(-1, -1)


class ResidentCodes:
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

    def current(self, connection: apsw.Connection) -> Codes | None:
        """The codes of the index; None if it has none, or they cannot be used.

        They cannot if a block does not match its checksum, if their number is not that
        of the vectors, or if they would take more than `MAX_BYTES`. Every vector has to
        be compared then.
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
    sql = "SELECT coalesce(max(epoch), 0) FROM code_basis"
    rows: list[Any] = connection.execute(sql).fetchall()
    return int(rows[0][0])


def _read(connection: apsw.Connection, known: Codes) -> Codes:
    """The present codes; read in one transaction, so that they are of one state."""
    connection.execute("BEGIN").fetchall()
    try:
        epoch = _epoch(connection)
        revision = latest_revision(connection)
        if not epoch:
            return Codes(epoch, revision)
        if known.epoch == epoch and known.basis:
            return _updated(connection, known, revision)
        fresh = Codes(epoch, epoch, read_basis(connection))
        with small_cache(connection):
            return _updated(connection, fresh, revision)
    finally:
        connection.execute("COMMIT").fetchall()


def _updated(connection: apsw.Connection, known: Codes, revision: int) -> Codes:
    """`known` with the blocks that changed since then."""
    import numpy as np

    from ragtui_core.store.sqlite.vector_codes import SEGMENT, Segment

    assert known.basis
    segments, copied = dict(known.segments), set[int]()
    unusable = Codes(known.epoch, revision)
    words = known.basis.words
    room = MAX_BYTES // Segment.empty(words).size
    rows = connection.execute(
        "SELECT block, checksum, factors, codes FROM code_block WHERE revision > ?",
        (known.revision,),
    )
    for block, expected, factors, codes in rows:
        number = block * BLOCK // SEGMENT
        if checksum(factors, codes) != expected or len(segments) > room:
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
    return Codes(known.epoch, revision, known.basis, segments, count)
