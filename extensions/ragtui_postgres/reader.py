"""A reader of a vault in a database."""

import threading
from collections.abc import Collection

from ragtui_core import ChunkId
from ragtui_core.store import (
    Cache,
    Condition,
    IndexCounts,
    Matching,
    Reader,
    SelectedChunks,
)
from ragtui_postgres.chunk_selection import (
    EVERYTHING,
    PostgresChunkSelection,
    select,
)
from ragtui_postgres.connection import MIN_VECTOR
from ragtui_postgres.indexed_terms import tsquery_of
from ragtui_postgres.keyword_reader import PostgresKeywordReader
from ragtui_postgres.path_patterns import regex_of
from ragtui_postgres.schema import SCHEMA_VERSION
from ragtui_postgres.session import PostgresSession
from ragtui_postgres.vector_rows import SERVED_MODEL, PostgresVectorReader


class PostgresReader(Reader):
    """All queries to a vault in a database."""

    everything: SelectedChunks = EVERYTHING
    satisfying = select
    keywords: PostgresKeywordReader
    vectors: PostgresVectorReader
    tables: PostgresSession

    def __init__(
        self, session: PostgresSession, vector_version: tuple[int, ...]
    ) -> None:
        """Use `session`; the version is pgvector's, empty if it is not there."""
        self._has_vectors = vector_version >= MIN_VECTOR
        self._has_vector_table = False
        """Whether the database has the table of vectors; set by `refresh`."""
        vectors = PostgresVectorReader(self, has_vectors=self._has_vectors)
        super().__init__(session, PostgresKeywordReader(self), vectors)

    def close(self) -> None:
        """Close the connection."""
        self.tables.connection.close()

    def interrupt(self) -> None:
        """Have the server end the statement that another thread waits for."""
        cancel = self.tables.connection.cancel_safe
        # It asks the server by a connection of its own.
        threading.Thread(target=cancel, daemon=True).start()

    def refresh(self) -> bool:
        """Forget what is known of the index, if it changed; once for each use.

        Returns:
            Whether the tables are those of this ragtui.

        Raises:
            psycopg.Error: The connection does not work.
        """
        rows = self.tables.rows(
            "SELECT (tableoid, version), NOT reads_all() "
            "OR NOT has_table_privilege('term', 'SELECT'), "
            "md5(readable_prefixes()::text), to_regclass('embedding') IS NOT NULL "
            "FROM vault WHERE schema = :schema",
            schema=SCHEMA_VERSION,
        )
        if not rows:
            return False
        ((version, is_restricted, rights, has_table),) = rows
        self.keywords.is_restricted = is_restricted
        self._has_vector_table = self._has_vectors and has_table
        if (version, rights) != self.cache.version:
            self.cache = Cache((version, rights))
        return True

    @property
    def has_page_checksums(self) -> bool:
        """Whether changed bytes of the server's files are detected."""
        return self.tables.rows("SHOW data_checksums") == [("on",)]

    def condition(self, column: str, within: SelectedChunks | None) -> Condition:
        return PostgresChunkSelection.of(within or EVERYTHING).condition(column)

    def with_words(self, matching: Matching) -> Condition:
        return Condition(
            "document.id IN (SELECT chunk.document FROM words_with"
            "(:value::tsquery, NULL) AS hit JOIN chunk ON chunk.id = hit.id)",
            {"value": tsquery_of(matching)},
        )

    def like_path(self, glob: str) -> Condition:
        return Condition("lower(document.path) ~ :value", {"value": regex_of(glob)})

    def without(
        self, selection: SelectedChunks, chunks: Collection[ChunkId]
    ) -> SelectedChunks:
        return PostgresChunkSelection.of(selection).leaving_out(chunks)

    def counts(self) -> IndexCounts:
        embedded = f"SELECT count(*) FROM embedding WHERE model = {SERVED_MODEL}"
        sql = (
            "SELECT (SELECT count(*) FROM document), "
            "(SELECT count(*) FROM chunk), "
            f"({embedded if self._has_vector_table else 'SELECT 0'})"
        )
        (counts,) = self.cache.once("counts", lambda: self.tables.rows(sql))
        return IndexCounts._make(counts)
