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
from ragtui_core.store.sqlite.quantized_rows import QuantizedCache
from ragtui_core.store.sqlite.vector_matrix import MatrixCache
from ragtui_core.store.text_languages import TextLanguages
from ragtui_core.types import ChunkId, DocumentId


@dataclass(frozen=True, slots=True)
class ChunkSelection:
    """The chunks that a search may find: those whose byte in `kept` is 1.

    A chunk's byte is at the position of its id. None keeps every chunk.
    """

    kept: bytes | None = None
    count: int = 0
    """The number of bytes that are 1, among them unused ids."""

    @classmethod
    def marked(cls, marks: bytearray) -> "ChunkSelection":
        """A selection by its bytes."""
        return cls(bytes(marks), marks.count(KEPT))

    def keeps(self, chunk: ChunkId) -> bool:
        """Whether `chunk` may be found."""
        kept = self.kept
        return kept is None or (chunk < len(kept) and bool(kept[chunk]))

    @classmethod
    def of(cls, selection: Selection) -> "ChunkSelection":
        """A selection that one of these readers made."""
        assert isinstance(selection, cls)
        return selection

    @property
    def is_everything(self) -> bool:
        """Whether nothing is excluded."""
        return self.kept is None

    @property
    def is_nothing(self) -> bool:
        """Whether everything is excluded for certain."""
        return self.kept is not None and not self.count

    def chunks(self) -> list[ChunkId]:
        """The chunks kept, in order; none if every chunk is."""
        found, kept = [], self.kept or b""
        at = kept.find(KEPT)
        while at >= 0:
            found.append(ChunkId(at))
            at = kept.find(KEPT, at + 1)
        return found

    def narrowed(self, chunks: Collection[ChunkId]) -> "ChunkSelection":
        """Those of `chunks` that are kept."""
        narrowed = bytearray(max(chunks, default=-1) + 1)
        for chunk in filter(self.keeps, chunks):
            narrowed[chunk] = 1
        return ChunkSelection.marked(narrowed)

    def without(self, chunks: Collection[ChunkId], size: int) -> "ChunkSelection":
        """The selection without `chunks`; ids are less than `size`."""
        if not chunks:
            return self
        left = bytearray(KEPT * size if self.kept is None else self.kept)
        for chunk in chunks:
            if chunk < len(left):
                left[chunk] = 0
        return ChunkSelection.marked(left)


KEPT = b"\x01"
"""The byte of a chunk that is kept."""

EVERYTHING = ChunkSelection()


@dataclass(frozen=True, slots=True)
class SharedCache:
    """What the readers of one file share in memory."""

    quantized: QuantizedCache = field(default_factory=QuantizedCache)
    vectors: MatrixCache = field(default_factory=MatrixCache)


@dataclass(slots=True)
class Cache:
    """Results that are valid as long as the index does not change."""

    version: int = -1
    totals: tuple[int, int, int] | None = None
    """Numbers of documents, of chunks, and of chunks with a vector."""
    selections: dict[tuple[Filter, ...], ChunkSelection] = field(default_factory=dict)
    frequencies: dict[tuple[TermKind, str], int] = field(default_factory=dict)
    corrections: dict[str, str | None] = field(default_factory=dict)
    languages: dict[str, TextLanguages] = field(default_factory=dict)
    made: dict[Any, Any] = field(default_factory=dict)
    """What functions made of the index, by function."""
    counts: dict[tuple[FilterField, tuple[Filter, ...]], ValueCounts] = field(
        default_factory=dict
    )
    aliases: dict[str, list[DocumentId]] | None = None


DOCUMENTS = "SELECT coalesce(sum(documents), 0) FROM value_count WHERE field = 'kind'"
"""The number of documents, from the kept counts: each document has a kind."""


class ReaderState:
    """A read-only connection, and the selection that its searches are restricted to."""

    def __init__(
        self, connection: apsw.Connection, shared: SharedCache | None = None
    ) -> None:
        """Use `connection`.

        Args:
            connection: To the index.
            shared: What several readers keep in memory together.
        """
        self.connection = connection
        self.shared = shared or SharedCache()
        self.selection = EVERYTHING
        self._cache = Cache()

    def totals(self) -> tuple[int, int, int]:
        """Numbers of documents, of chunks, and of chunks with a vector."""
        cache = self.cache
        if cache.totals is None:
            rows: list[Any] = self.connection.execute(
                f"SELECT ({DOCUMENTS}), chunks, embedded FROM chunk_count"
            ).fetchall()
            cache.totals = rows[0]
        return cache.totals

    def condition(self, column: str) -> tuple[str, tuple[bytes, ...]]:
        """SQL that restricts the chunk id in `column` to the selection; parameters.

        A function of Python would take longer than the score that it saves.
        """
        if self.selection.kept is None:
            return "", ()
        # A column of FTS5's would be looked up, not compared.
        return f"AND substr(?, {column} + 1, 1) = x'01'", (self.selection.kept,)

    @property
    def cache(self) -> Cache:
        """The cache, emptied if the index changed."""
        version = int(self.connection.pragma("data_version"))
        if version != self._cache.version:
            self._cache = Cache(version)
        return self._cache
