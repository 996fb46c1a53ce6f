"""What the parts of a reader share: the session, the selection, a cache."""

import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ragtui_core.store.facts import REVISION
from ragtui_core.store.postgres.connection import MIN_VECTOR, Session
from ragtui_core.store.postgres.meta_rows import SERVED_MODEL
from ragtui_core.store.postgres.migrations import LATEST
from ragtui_core.store.postgres.postings import KeptPostings
from ragtui_core.store.selection import (
    Filter,
    FilterField,
    Selection,
    ValueCounts,
)
from ragtui_core.store.text_languages import TextLanguages
from ragtui_core.types import ChunkId, DocumentId

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Condition:
    """SQL on a row, and its parameters by name."""

    sql: str
    values: dict[str, Any] = field(default_factory=dict)


MAX_LISTED = 2_000
"""Up to so many chunks of a filter are sent as ids; more are found again."""


@dataclass(frozen=True, slots=True)
class ChosenDocuments:
    """The documents that satisfy filters, and which chunks these are.

    Attributes:
        condition: On rows of table `document`.
        chunks: Ids of chunks in four bytes each, big-endian.
        are_kept: Whether these are of the documents, or of all others.
    """

    condition: Condition
    chunks: bytes
    are_kept: bool

    def marks(self, size: int) -> "npt.NDArray[np.bool_]":
        """Which of the chunk ids below `size` are of the documents."""
        import numpy as np

        listed = np.frombuffer(self.chunks, ">i4")
        marks = np.full(size, not self.are_kept)
        marks[listed[listed < size]] = self.are_kept
        return marks

    def of_chunk(self, column: str) -> Condition:
        """SQL on the chunk id in `column`; the statement has the parameter `vault`."""
        if len(self.chunks) <= 4 * MAX_LISTED:
            among = "= ANY" if self.are_kept else "!= ALL"
            listed = struct.unpack(f">{len(self.chunks) // 4}i", self.chunks)
            return Condition(
                f"AND {column} {among}(%(listed)s::int[])", {"listed": list(listed)}
            )
        return Condition(
            f"AND {column} IN (SELECT kept.id FROM document "
            "JOIN chunk AS kept ON kept.vault = document.vault "
            "AND kept.document = document.id "
            f"WHERE document.vault = %(vault)s AND {self.condition.sql})",
            self.condition.values,
        )


@dataclass(frozen=True, slots=True)
class ChunkSelection:
    """The chunks that a search may find.

    Attributes:
        documents: Only of these documents; None is each.
        among: Only these chunks; None is each.
        without: Not these chunks.
        count: The number of chunks kept, or more; None is not known.
    """

    documents: ChosenDocuments | None = None
    among: frozenset[ChunkId] | None = None
    without: frozenset[ChunkId] = frozenset()
    count: int | None = None

    @classmethod
    def of(cls, selection: Selection) -> "ChunkSelection":
        """A selection that one of these readers made."""
        assert isinstance(selection, cls)
        return selection

    @property
    def is_everything(self) -> bool:
        """Whether nothing is excluded."""
        return self.documents is None and self.among is None and not self.without

    @property
    def is_nothing(self) -> bool:
        """Whether everything is excluded for certain."""
        return self.count == 0

    def narrowed(self, chunks: frozenset[ChunkId]) -> "ChunkSelection":
        """Those of `chunks` that are kept."""
        among = chunks if self.among is None else chunks & self.among
        count = len(among) if self.count is None else min(self.count, len(among))
        return replace(self, among=among, count=count)

    def share(self, chunks: int) -> float:
        """The share of the index's `chunks` that is kept, or more, in 0..1."""
        if self.count is not None:
            return min(1.0, self.count / chunks)
        # Of a filter whose number is not known, the chunks left out are listed.
        return 1 - (len(self.documents.chunks) / 4 / chunks if self.documents else 0)

    def kept(self, marks: "npt.NDArray[np.bool_]") -> "npt.NDArray[np.bool_]":
        """Those of the chunks that are marked, by id, that are kept."""
        import numpy as np

        size = len(marks)
        if self.documents:
            marks = marks & self.documents.marks(size)
        if self.among is not None:
            chosen = np.zeros(size, np.bool_)
            chosen[[chunk for chunk in self.among if chunk < size]] = True
            marks = marks & chosen
        if self.without:
            marks = marks.copy()
            marks[[chunk for chunk in self.without if chunk < size]] = False
        return marks

    def condition(self, column: str) -> Condition:
        """A condition on the chunk id in `column`, which begins with AND or is empty.

        The statement has the parameter `vault`.
        """
        of_chunk = self.of_chunk(column)
        if not self.documents:
            return of_chunk
        inside = self.documents.of_chunk(column)
        return Condition(
            f"{inside.sql} {of_chunk.sql}", inside.values | of_chunk.values
        )

    def of_document(self) -> Condition:
        """The part that is on rows of table `document`."""
        if not self.documents:
            return Condition("")
        chosen = self.documents.condition
        return Condition(f"AND {chosen.sql}", chosen.values)

    def of_chunk(self, column: str) -> Condition:
        """The part of `condition` that is on chunk ids alone."""
        parts: list[str] = []
        values: dict[str, Any] = {}
        if self.among is not None:
            parts.append(f"AND {column} = ANY(%(among)s::int[])")
            values["among"] = sorted(self.among)
        if self.without:
            parts.append(f"AND {column} != ALL(%(without)s::int[])")
            values["without"] = sorted(self.without)
        return Condition(" ".join(parts), values)


EVERYTHING = ChunkSelection()


class Model(NamedTuple):
    """A model with vectors, in as many lists, of which a search needs `probes`.

    Without an index there are no lists. `probes` is 0 until it is measured.
    """

    number: int
    dimension: int
    lists: int
    probes: int

    @property
    def compared(self) -> float:
        """The share of the vectors that are in the lists of a search."""
        return self.read / self.lists if self.lists else 1.0

    @property
    def read(self) -> int:
        """How many of the lists a search reads; a tenth until it is measured."""
        return self.probes or ceil(self.lists / 10)


Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(slots=True)
class Cache:
    """Results that are valid as long as the index does not change."""

    version: int = -1
    rights: str = ""
    """A hash of what the role may read."""
    totals: tuple[int, int, int] | None = None
    """Numbers of documents, of chunks, and of chunks with a vector."""
    corpora: dict[int, tuple[int, float]] | None = None
    """Of each kind of term, the number of chunks and their average length."""
    selections: dict[tuple[Filter, ...], ChunkSelection] = field(default_factory=dict)
    found: dict[str, dict[Any, Any]] = field(default_factory=dict)
    values: dict[FilterField, list[str]] = field(default_factory=dict)
    corrections: dict[str, str | None] = field(default_factory=dict)
    languages: dict[str, TextLanguages] = field(default_factory=dict)
    made: dict[Any, Any] = field(default_factory=dict)
    """What functions made of the index, by function."""
    counts: dict[tuple[FilterField, tuple[Filter, ...]], ValueCounts] = field(
        default_factory=dict
    )
    aliases: dict[str, list[DocumentId]] | None = None
    meta: dict[str, str] | None = None
    models: dict[str, Model] | None = None


_READABLE_CORPUS = (
    "SELECT kind, chunks, terms FROM (SELECT "
    "count(*) AS words, sum(word_count) AS word_terms, "
    "count(*) FILTER (WHERE grams IS NOT NULL) AS grams, sum(gram_count) AS gram_terms,"
    "count(*) FILTER (WHERE parts IS NOT NULL) AS parts, sum(part_count) AS part_terms "
    "FROM chunk WHERE vault = %(vault)s) AS held, LATERAL (VALUES "
    "(0, words, word_terms), (1, grams, gram_terms), (2, parts, part_terms)) "
    "AS each (kind, chunks, terms)"
)
"""The numbers of table `corpus` of the chunks that the role may read."""


class ReaderState:
    """A session, and the selection that its searches are restricted to."""

    def __init__(self, session: Session, *, vector_version: tuple[int, ...]) -> None:
        """Use `session`; the version is pgvector's, empty if it is not there."""
        self.is_restricted = False
        """Whether the role may not read all terms of the vault; set by `refresh`."""
        self.session = session
        self.has_vectors = vector_version >= MIN_VECTOR
        self.has_vector_table = False
        """Whether the database has the table of vectors; set by `refresh`."""
        self.selection = EVERYTHING
        self.cache = Cache()
        """Valid since the last `refresh`."""
        self._postings = KeptPostings()
        self._are_postings_valid = False
        self._found: dict[str, dict[Any, Any]] = {}

    def matching(self, kind: int, vector: str, query: str = "query") -> str:
        """SQL on a row of `chunk`: whether its terms of a kind match a parameter.

        Under row-level security, an index on terms cannot be used: a function of the
        database does.
        """
        if self.is_restricted:
            return (
                "chunk.id = ANY (ARRAY(SELECT readable_matches("
                f"%(vault)s, {kind}, %({query})s::tsquery)))"
            )
        return f"chunk.{vector} @@ %({query})s::tsquery"

    @property
    def postings(self) -> KeptPostings:
        """Those that were read before, unless documents or rights have changed."""
        if not self._are_postings_valid:
            # A new vector changes the version alone.
            documents = self.cache.version if self.is_restricted else self.revision()
            self._postings.begin((self.is_restricted, self.cache.rights, documents))
            self._are_postings_valid = True
        return self._postings

    def revision(self) -> int:
        """A number that grows with every change to documents."""
        return int(self.meta(REVISION) or 0)

    def totals(self) -> tuple[int, int, int]:
        """Numbers of documents, of chunks, and of chunks with a vector."""
        cache = self.cache
        if cache.totals is None:
            embedded = (
                "SELECT count(*) FROM embedding WHERE vault = %(vault)s "
                f"AND model = {SERVED_MODEL}"
            )
            ((documents, chunks, known),) = self.session.rows(
                "SELECT (SELECT count(*) FROM document WHERE vault = %(vault)s), "
                "(SELECT count(*) FROM chunk WHERE vault = %(vault)s), "
                f"({embedded if self.has_vector_table else 'SELECT 0'})"
            )
            cache.totals = (documents, chunks, known)
        return cache.totals

    def corpus(self, kind: int) -> tuple[int, float]:
        """The number of chunks with terms of a kind, and their average length."""
        cache = self.cache
        if cache.corpora is None:
            rows = self.session.rows(
                _READABLE_CORPUS
                if self.is_restricted
                else "SELECT kind, chunks, terms FROM corpus WHERE vault = %(vault)s"
            )
            cache.corpora = {
                kind: (chunks, terms / chunks) for kind, chunks, terms in rows if chunks
            }
        return cache.corpora.get(kind, (0, 1.0))

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        cache = self.cache
        if cache.meta is None:
            sql = "SELECT key, value FROM meta WHERE vault = %(vault)s"
            cache.meta = dict(self.session.rows(sql))
        return cache.meta.get(key, "")

    def models(self) -> dict[str, Model]:
        """The models by name."""
        cache = self.cache
        if cache.models is None:
            rows = self.session.rows(
                "SELECT name, id, dimension, CASE WHEN to_regclass("
                "'embedding_' || vault || '_' || id) IS NULL THEN 0 "
                "ELSE coalesce(lists, 0) END, coalesce(probes, 0) "
                "FROM model WHERE vault = %(vault)s"
            )
            cache.models = {name: Model(*row) for name, *row in rows}
        return cache.models

    def looked_up(
        self,
        kind: str,
        wanted: Iterable[Key],
        read: Callable[[list[Key]], Mapping[Key, Value]],
        *,
        of_version: bool = False,
    ) -> dict[Key, Value]:
        """What `read` finds for each of `wanted`, which is read once.

        Known until `refresh`; with `of_version`, until the index changes.
        """
        found = self.cache.found if of_version else self._found
        known = found.setdefault(kind, {})
        listed = list(dict.fromkeys(wanted))
        if missing := [key for key in listed if key not in known]:
            known.update(dict.fromkeys(missing) | dict(read(missing)))
        return {key: known[key] for key in listed if known[key] is not None}

    def refresh(self) -> str | None:
        """Empty the cache if the index changed; the vault's name.

        None if it is not there any more, or if another ragtui migrated the schema.
        """
        self._found.clear()
        rows = self.session.rows(
            "SELECT name, version, id != ALL (readable.whole) "
            "OR NOT has_table_privilege('posting', 'SELECT'), "
            "md5(readable_prefixes()::text), to_regclass('embedding') IS NOT NULL "
            "FROM vault, readable_vaults() AS readable WHERE id = %(vault)s "
            "AND (SELECT max(version) FROM schema_version) = %(schema)s",
            schema=LATEST,
        )
        if not rows:
            return None
        ((name, version, is_restricted, rights, has_table),) = rows
        self.is_restricted = is_restricted
        self.has_vector_table = self.has_vectors and has_table
        if (version, rights) != (self.cache.version, self.cache.rights):
            self.cache = Cache(version, rights)
        self._are_postings_valid = False
        return str(name)
