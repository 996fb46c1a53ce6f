"""What the parts of a PostgreSQL reader share: the session and a cache."""

from collections.abc import Collection
from typing import NamedTuple

from ragtui_core import ChunkId, DocumentId
from ragtui_core.store import (
    MODEL,
    Cache,
    Condition,
    IndexCounts,
    Matching,
    ReaderState,
    SelectedChunks,
    TermKind,
)
from ragtui_postgres.chunk_selection import (
    EVERYTHING,
    PostgresChunkSelection,
    select,
)
from ragtui_postgres.connection import MIN_VECTOR
from ragtui_postgres.indexed_terms import NAMED, TSVECTORS, tsquery_of
from ragtui_postgres.path_patterns import regex_of
from ragtui_postgres.schema import SCHEMA_VERSION
from ragtui_postgres.session import PostgresSession


class Model(NamedTuple):
    """A model with vectors, and whether these have an index."""

    number: int
    dimension: int
    has_index: bool


SERVED_MODEL = (
    "(SELECT model.id FROM model JOIN meta ON meta.value = model.name "
    f"WHERE meta.key = '{MODEL}')"
)
"""The number of the model whose vectors are in use, in SQL."""


class PostgresReaderState(ReaderState):
    """A session, and what was read by it."""

    def __init__(
        self, session: PostgresSession, *, vector_version: tuple[int, ...]
    ) -> None:
        """Use `session`; the version is pgvector's, empty if it is not there."""
        self.is_restricted = False
        """Whether the role may not read all terms of the vault; set by `refresh`."""
        self.session = session
        self.tables = session
        self.has_vectors = vector_version >= MIN_VECTOR
        self.has_vector_table = False
        """Whether the database has the table of vectors; set by `refresh`."""
        self.cache = Cache()
        """Valid since the last `refresh`."""

    def condition(self, column: str, within: SelectedChunks | None) -> Condition:
        return PostgresChunkSelection.of(within or EVERYTHING).condition(column)

    everything: SelectedChunks = EVERYTHING
    select = select

    def documents_named(self, matching: Matching) -> list[tuple[DocumentId, str, str]]:
        return self.tables.rows(
            "SELECT DISTINCT document.id, title, name FROM words_with"
            "(:query::tsquery, NULL) AS hit JOIN chunk ON chunk.id = hit.id "
            "JOIN document ON document.id = chunk.document ORDER BY document.id",
            query=tsquery_of(matching, label=NAMED),
        )

    def with_words(self, matching: Matching) -> Condition:
        return Condition(
            "document.id IN (SELECT chunk.document FROM words_with"
            "(:value::tsquery, NULL) AS hit JOIN chunk ON chunk.id = hit.id)",
            {"value": tsquery_of(matching)},
        )

    def like_path(self, glob: str) -> Condition:
        return Condition("lower(document.path) ~ :value", {"value": regex_of(glob)})

    def narrowed(self, selection: SelectedChunks, matching: Matching) -> SelectedChunks:
        kept = self.condition("hit.id", selection)
        rows = self.tables.rows(
            "SELECT id FROM words_with(:query::tsquery, NULL) AS hit "
            f"WHERE true {kept.sql}",
            query=tsquery_of(matching),
            **kept.values,
        )
        # Those that match are few, so that they can be listed.
        return EVERYTHING.narrowed(frozenset(ChunkId(chunk) for (chunk,) in rows))

    def without(
        self, selection: SelectedChunks, chunks: Collection[ChunkId]
    ) -> SelectedChunks:
        return PostgresChunkSelection.of(selection).leaving_out(chunks)

    def totals(self) -> IndexCounts:
        embedded = f"SELECT count(*) FROM embedding WHERE model = {SERVED_MODEL}"
        sql = (
            "SELECT (SELECT count(*) FROM document), "
            "(SELECT count(*) FROM chunk), "
            f"({embedded if self.has_vector_table else 'SELECT 0'})"
        )
        (counts,) = self.cache.once("totals", lambda: self.session.rows(sql))
        return IndexCounts._make(counts)

    def corpus(self, kind: TermKind) -> tuple[int, float]:
        """The number of chunks with terms of a kind, and their average length."""
        vector = TSVECTORS[kind]
        sql = f"SELECT chunks, terms FROM corpus WHERE kind = '{vector}'"
        if self.is_restricted:
            sql = f"SELECT count({vector}), sum({vector[:-1]}_count) FROM chunk"
        ((chunks, terms),) = self.cache.once(sql, lambda: self.session.rows(sql))
        return chunks, terms / chunks if chunks else 1.0

    def models(self) -> dict[str, Model]:
        """The models by name."""
        sql = (
            "SELECT name, id, dimension, "
            "to_regclass('embedding_' || id) IS NOT NULL FROM model"
        )
        rows = self.cache.once("models", lambda: self.session.rows(sql))
        return {name: Model(*row) for name, *row in rows}

    def refresh(self) -> bool:
        """Empty the cache if the index changed.

        Returns:
            Whether the tables are those of this ragtui.
        """
        rows = self.session.rows(
            "SELECT (tableoid, version), NOT reads_all() "
            "OR NOT has_table_privilege('term', 'SELECT'), "
            "md5(readable_prefixes()::text), to_regclass('embedding') IS NOT NULL "
            "FROM vault WHERE schema = :schema",
            schema=SCHEMA_VERSION,
        )
        if not rows:
            return False
        ((version, is_restricted, rights, has_table),) = rows
        self.is_restricted = is_restricted
        self.has_vector_table = self.has_vectors and has_table
        if (version, rights) != self.cache.version:
            self.cache = Cache((version, rights))
        return True
