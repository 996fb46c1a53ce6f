"""What the parts of a reader share: the connection, the selection, a cache."""

from dataclasses import dataclass, field
from typing import Any

import apsw

from ragtui_core.store.selection import (
    EVERYTHING,
    Filter,
    FilterField,
    Selection,
    ValueCounts,
)
from ragtui_core.types import ChunkId


@dataclass(slots=True)
class Cache:
    """Results that are valid as long as the index does not change."""

    version: int = -1
    selections: dict[tuple[Filter, ...], Selection] = field(default_factory=dict)
    frequencies: dict[tuple[str, str], int] = field(default_factory=dict)
    corrections: dict[str, str | None] = field(default_factory=dict)
    counts: dict[tuple[FilterField, tuple[Filter, ...]], ValueCounts] = field(
        default_factory=dict
    )


class ReaderState:
    """A read-only connection, and the selection that its searches are restricted to.

    SQL may call `keep(id)`: whether a chunk is in the selection.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`."""
        self.connection = connection
        self.selection = EVERYTHING
        self._cache = Cache()
        connection.create_scalar_function("keep", self._keep, 1)

    def _keep(self, *chunk: Any) -> bool:
        return self.selection.keeps(ChunkId(chunk[0]))

    @property
    def cache(self) -> Cache:
        """The cache, emptied if the index changed."""
        version = int(self.connection.pragma("data_version"))
        if version != self._cache.version:
            self._cache = Cache(version)
        return self._cache
