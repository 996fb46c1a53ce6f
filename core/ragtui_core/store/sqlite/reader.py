"""A reader of an index file."""

from collections.abc import Collection

import apsw

from ragtui_core.store.matching import Matching
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.reading.reader_state import Cache
from ragtui_core.store.records import IndexCounts
from ragtui_core.store.selection import SelectedChunks
from ragtui_core.store.session import Condition
from ragtui_core.store.sqlite import page_checksums
from ragtui_core.store.sqlite.chunk_selection import (
    EVERYTHING,
    SqliteChunkSelection,
    select,
)
from ragtui_core.store.sqlite.connection import close
from ragtui_core.store.sqlite.keyword_rows import (
    SqliteKeywordReader,
    expression_of,
)
from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.store.sqlite.vector_cache import VectorCache
from ragtui_core.store.sqlite.vector_rows import SqliteVectorReader
from ragtui_core.store.tables.document_rows import next_id
from ragtui_core.types import ChunkId


class SqliteReader(Reader):
    """All queries to an index file."""

    everything: SelectedChunks = EVERYTHING
    satisfying = select
    keywords: SqliteKeywordReader
    vectors: SqliteVectorReader

    def __init__(
        self, connection: apsw.Connection, shared: VectorCache | None = None
    ) -> None:
        """Use `connection`, which may be read-only; others may use `shared`, too."""
        self.connection = connection
        self.shared = shared or VectorCache()
        super().__init__(
            SqliteSession(connection),
            SqliteKeywordReader(self, connection),
            SqliteVectorReader(self, connection, self.shared),
        )

    def refresh(self) -> None:
        """Forget what is known of the index, if it changed; once for each use."""
        version = self.connection.pragma("data_version")
        if version != self.cache.version:
            self.cache = Cache(version)

    def close(self) -> None:
        """Close the connection."""
        close(self.connection)

    def interrupt(self) -> None:
        """End the statement that another thread executes now, with an error."""
        self.connection.interrupt()

    @property
    def has_page_checksums(self) -> bool:
        """Whether changed bytes of the index file are detected when they are read."""
        return page_checksums.are_supported(
            self.connection
        ) and page_checksums.are_reserved(self.connection)

    def counts(self) -> IndexCounts:
        sql = (
            "SELECT (SELECT count(*) FROM document), chunks, embedded FROM chunk_count"
        )
        (counts,) = self.cache.once("counts", lambda: self.tables.rows(sql))
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

    def with_words(self, matching: Matching) -> Condition:
        return Condition(
            "document.id IN (SELECT chunk.document FROM chunk WHERE chunk.id IN "
            "(SELECT rowid FROM keyword WHERE keyword MATCH :value))",
            {"value": expression_of(matching)},
        )

    def like_path(self, glob: str) -> Condition:
        return Condition("lower(document.path) GLOB :value", {"value": glob})

    def without(
        self, selection: SelectedChunks, chunks: Collection[ChunkId]
    ) -> SelectedChunks:
        size = self.cache.once("size", lambda: next_id(self.tables, "chunk"))
        return SqliteChunkSelection.of(selection).without(chunks, size)
