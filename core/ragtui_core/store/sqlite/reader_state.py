"""What the parts of a reader share: the connection, the selection, a cache."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import apsw

from ragtui_core.store.matching import TermKind
from ragtui_core.store.selection import (
    Filter,
    FilterField,
    Selection,
    ValueCounts,
)
from ragtui_core.types import ChunkId, DocumentId


@dataclass(frozen=True, slots=True)
class ChunkSelection:
    """The chunks that a search may find: only `chunks`, or all others."""

    chunks: frozenset[ChunkId] = frozenset()
    included: bool = False

    def keeps(self, chunk: ChunkId) -> bool:
        """Whether `chunk` may be found."""
        return (chunk in self.chunks) is self.included

    @classmethod
    def of(cls, selection: Selection) -> "ChunkSelection":
        """A selection that one of these readers made."""
        assert isinstance(selection, cls)
        return selection

    @property
    def is_everything(self) -> bool:
        """Whether nothing is excluded."""
        return not self.included and not self.chunks

    @property
    def is_nothing(self) -> bool:
        """Whether everything is excluded for certain."""
        return self.included and not self.chunks

    def narrowed(self, chunks: Collection[ChunkId]) -> "ChunkSelection":
        """Those of `chunks` that are kept."""
        return ChunkSelection(frozenset(filter(self.keeps, chunks)), included=True)

    def without(self, chunks: Collection[ChunkId]) -> "ChunkSelection":
        """The selection without `chunks`."""
        left = self.chunks.difference(chunks)
        kept = left if self.included else self.chunks.union(chunks)
        return ChunkSelection(kept, self.included)


EVERYTHING = ChunkSelection()


@dataclass(slots=True)
class Cache:
    """Results that are valid as long as the index does not change."""

    version: int = -1
    selections: dict[tuple[Filter, ...], ChunkSelection] = field(default_factory=dict)
    frequencies: dict[tuple[TermKind, str], int] = field(default_factory=dict)
    corrections: dict[str, str | None] = field(default_factory=dict)
    counts: dict[tuple[FilterField, tuple[Filter, ...]], ValueCounts] = field(
        default_factory=dict
    )
    aliases: dict[str, list[DocumentId]] | None = None


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
