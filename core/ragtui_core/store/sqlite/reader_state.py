"""What the parts of a reader of an index file share."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import apsw

from ragtui_core.store.matching import Matching
from ragtui_core.store.reading.reader_state import Cache, ReaderState
from ragtui_core.store.records import IndexCounts
from ragtui_core.store.selection import SelectedChunks
from ragtui_core.store.session import Condition, in_two_parts
from ragtui_core.store.sqlite.chunk_selection import (
    EVERYTHING,
    SqliteChunkSelection,
    select,
)
from ragtui_core.store.sqlite.match_expressions import expression_of
from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.store.sqlite.vector_cache import VectorCache
from ragtui_core.store.tables.document_rows import next_id
from ragtui_core.types import ChunkId, DocumentId


@dataclass(frozen=True, slots=True)
class SharedCache:
    """What the readers of one file share in memory."""

    vectors: VectorCache = field(default_factory=VectorCache)


class SqliteReaderState(ReaderState):
    """A read-only connection, and what was read from it."""

    everything: SelectedChunks = EVERYTHING
    select = select

    def __init__(
        self, connection: apsw.Connection, shared: SharedCache | None = None
    ) -> None:
        self.connection = connection
        self.tables = SqliteSession(connection)
        self.shared = shared or SharedCache()
        self.cache = Cache()
        """Valid since the last `refresh`."""

    def totals(self) -> IndexCounts:
        sql = (
            "SELECT (SELECT count(*) FROM document), chunks, embedded FROM chunk_count"
        )
        (counts,) = self.cache.once("totals", lambda: self.tables.rows(sql))
        return IndexCounts._make(counts)

    def condition(self, column: str, within: SelectedChunks | None) -> Condition:
        """SQL that restricts the chunk id in `column` to a selection.

        A function of Python would take longer than the score that it saves.
        """
        kept = SqliteChunkSelection.of(within).kept if within else None
        if kept is None:
            return Condition("")
        # A column of FTS5's would be looked up, not compared.
        return Condition(f"AND substr(:kept, {column} + 1, 1) = x'01'", {"kept": kept})

    def refresh(self) -> None:
        """Empty the cache if the index changed."""
        version = self.connection.pragma("data_version")
        if version != self.cache.version:
            self.cache = Cache(version)

    def documents_named(
        self, matching: Matching
    ) -> Iterator[tuple[DocumentId, str, str]]:
        """The documents that match in title and file name together, and these.

        One after the other, as FTS5 finds their chunks.
        """
        rows = in_two_parts(
            self.tables,
            "SELECT document.id, document.title, document.name FROM keyword "
            "CROSS JOIN chunk ON chunk.id = keyword.rowid "
            "CROSS JOIN document ON document.id = chunk.document "
            "WHERE keyword MATCH :matching",
            matching=f"{{title name}} : {expression_of(matching)}",
        )
        seen = set()
        for document, title, name in rows:
            if document not in seen:
                seen.add(document)
                yield DocumentId(document), title, name

    def with_words(self, matching: Matching) -> Condition:
        return Condition(
            "document.id IN (SELECT chunk.document FROM chunk WHERE chunk.id IN "
            "(SELECT rowid FROM keyword WHERE keyword MATCH :value))",
            {"value": expression_of(matching)},
        )

    def like_path(self, glob: str) -> Condition:
        return Condition("lower(document.path) GLOB :value", {"value": glob})

    def narrowed(self, selection: SelectedChunks, matching: Matching) -> SelectedChunks:
        sql = "SELECT rowid FROM keyword WHERE keyword MATCH :matching"
        rows: list[Any] = self.tables.rows(sql, matching=expression_of(matching))
        return SqliteChunkSelection.of(selection).narrowed([chunk for (chunk,) in rows])

    def without(
        self, selection: SelectedChunks, chunks: Collection[ChunkId]
    ) -> SelectedChunks:
        size = self.cache.once("size", lambda: next_id(self.tables, "chunk"))
        return SqliteChunkSelection.of(selection).without(chunks, size)
