"""What the parts of a PostgreSQL reader share: the session and a cache."""

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from ragtui_core.store.index_limits import indexable
from ragtui_core.store.matching import AllOf, Matching, Phrase
from ragtui_core.store.meta_keys import MODEL, REVISION
from ragtui_core.store.names.title_names import terms_of
from ragtui_core.store.postgres.chunk_selection import (
    EVERYTHING,
    PostgresChunkSelection,
    select,
)
from ragtui_core.store.postgres.connection import MIN_VECTOR
from ragtui_core.store.postgres.path_patterns import regex_of
from ragtui_core.store.postgres.posting_reader import PostingReader
from ragtui_core.store.postgres.schema import SCHEMA_VERSION
from ragtui_core.store.postgres.session import PostgresSession
from ragtui_core.store.reading.reader_state import Cache, ReaderState
from ragtui_core.store.records import IndexCounts
from ragtui_core.store.selection import SelectedChunks
from ragtui_core.store.session import Condition
from ragtui_core.types import ChunkId, DocumentId


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


_READABLE_CORPUS = (
    "SELECT kind, chunks, terms FROM (SELECT "
    "count(*) AS words, sum(word_count) AS word_terms, "
    "count(*) FILTER (WHERE grams IS NOT NULL) AS grams, sum(gram_count) AS gram_terms,"
    "count(*) FILTER (WHERE parts IS NOT NULL) AS parts, sum(part_count) AS part_terms "
    "FROM chunk) AS held, LATERAL (VALUES "
    "(0, words, word_terms), (1, grams, gram_terms), (2, parts, part_terms)) "
    "AS each (kind, chunks, terms)"
)
"""The numbers of table `corpus` of the chunks that the role may read."""


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
        self.postings = PostingReader(session, self.corpus, self._terms_version)
        self._rights = ""
        """A hash of what the role may read."""

    def condition(self, column: str, within: SelectedChunks | None) -> Condition:
        return PostgresChunkSelection.of(within or EVERYTHING).condition(column)

    everything: SelectedChunks = EVERYTHING
    select = select

    def documents_named(self, matching: Matching) -> list[tuple[DocumentId, str, str]]:
        """The documents with all terms in title and file name together, and these."""
        parts = matching.parts if isinstance(matching, AllOf) else (matching,)
        texts = (part.text for part in parts if isinstance(part, Phrase))
        terms = dict.fromkeys(term for text in texts for term in terms_of(text))
        of_terms = self.postings.of_terms(map(indexable, terms)).values()
        named = [set(p.with_field(("title", "name")).tolist()) for p in of_terms]
        if not named:
            return []
        return self.tables.rows(
            "SELECT id, title, name FROM document WHERE id IN "
            "(SELECT chunk.document FROM chunk WHERE chunk.id = ANY(:chunks::int[])) "
            "ORDER BY id",
            chunks=list(set.intersection(*named)),
        )

    def with_words(self, matching: Matching) -> Condition:
        found, _ = self.postings.matching(matching)
        return Condition(
            "document.id IN (SELECT chunk.document FROM chunk "
            "WHERE chunk.id IN :value)",
            {"value": found.tolist()},
        )

    def like_path(self, glob: str) -> Condition:
        return Condition("lower(document.path) ~ :value", {"value": regex_of(glob)})

    def narrowed(self, selection: SelectedChunks, matching: Matching) -> SelectedChunks:
        found, _ = self.postings.matching(matching, within=selection)
        # Those that match are few, so that they can be listed.
        return PostgresChunkSelection().narrowed(
            frozenset(map(ChunkId, found.tolist()))
        )

    def without(
        self, selection: SelectedChunks, chunks: Collection[ChunkId]
    ) -> SelectedChunks:
        chosen = PostgresChunkSelection.of(selection)
        if chosen.among is not None:
            return PostgresChunkSelection().narrowed(chosen.among - frozenset(chunks))
        return replace(chosen, without=chosen.without | frozenset(chunks))

    def _terms_version(self) -> object:
        """The state of the documents that the role may read, without their vectors."""
        documents = self.cache.version if self.is_restricted else self.revision()
        return self.is_restricted, self._rights, documents

    def revision(self) -> int:
        """A number that grows with every change to documents."""
        return int(self.meta(REVISION) or 0)

    def totals(self) -> IndexCounts:
        embedded = f"SELECT count(*) FROM embedding WHERE model = {SERVED_MODEL}"
        sql = (
            "SELECT (SELECT count(*) FROM document), "
            "(SELECT count(*) FROM chunk), "
            f"({embedded if self.has_vector_table else 'SELECT 0'})"
        )
        (counts,) = self.cache.once("totals", lambda: self.session.rows(sql))
        return IndexCounts._make(counts)

    def corpus(self, kind: int) -> tuple[int, float]:
        """The number of chunks with terms of a kind, and their average length."""
        corpus = "SELECT kind, chunks, terms FROM corpus"
        sql = _READABLE_CORPUS if self.is_restricted else corpus
        rows = self.cache.once("corpora", lambda: self.session.rows(sql))
        averages = {
            of: (chunks, terms / chunks) for of, chunks, terms in rows if chunks
        }
        return averages.get(kind, (0, 1.0))

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
            "OR NOT has_table_privilege('posting', 'SELECT'), "
            "md5(readable_prefixes()::text), to_regclass('embedding') IS NOT NULL "
            "FROM vault WHERE schema = :schema",
            schema=SCHEMA_VERSION,
        )
        if not rows:
            return False
        ((version, is_restricted, rights, has_table),) = rows
        self.is_restricted = is_restricted
        self.has_vector_table = self.has_vectors and has_table
        self._rights = rights
        if (version, rights) != self.cache.version:
            self.cache = Cache((version, rights))
        self.postings.refresh(is_restricted=is_restricted)
        return True
