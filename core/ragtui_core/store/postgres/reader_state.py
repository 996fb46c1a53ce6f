"""What the parts of a reader share: the session, the selection, a cache."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from ragtui_core.store.postgres.connection import MIN_VECTOR, Session
from ragtui_core.store.selection import (
    Filter,
    FilterField,
    Selection,
    ValueCounts,
)
from ragtui_core.types import ChunkId, DocumentId


@dataclass(frozen=True, slots=True)
class Condition:
    """SQL on a row, and its parameters by name."""

    sql: str
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChunkSelection:
    """The chunks that a search may find, as conditions that stay in the database.

    Attributes:
        documents: On rows of table `document`; None keeps each.
        among: Only these chunks; None is each.
        without: Not these chunks.
        count: The number of chunks kept, or more.
    """

    documents: Condition | None = None
    among: frozenset[ChunkId] | None = None
    without: frozenset[ChunkId] = frozenset()
    count: int = -1

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
        most = len(among) if self.count < 0 else min(self.count, len(among))
        return replace(self, among=among, count=most)

    def condition(self, column: str) -> Condition:
        """A condition on the chunk id in `column`, which begins with AND or is empty.

        The statement has the parameter `vault`.
        """
        of_chunk, of_document = self.of_chunk(column), self.of_document()
        if not of_document.sql:
            return of_chunk
        inside = (
            f"AND {column} IN (SELECT kept.id FROM document "
            "JOIN chunk AS kept ON kept.vault = document.vault "
            "AND kept.document = document.id "
            f"WHERE document.vault = %(vault)s {of_document.sql})"
        )
        return Condition(
            f"{inside} {of_chunk.sql}", of_document.values | of_chunk.values
        )

    def of_document(self) -> Condition:
        """The part of `condition` that is on rows of table `document`."""
        if not self.documents:
            return Condition("")
        return Condition(f"AND {self.documents.sql}", self.documents.values)

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
    """A model with vectors, and whether these have an index of neighbours."""

    number: int
    dimension: int
    has_hnsw: bool


Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(slots=True)
class Cache:
    """Results that are valid as long as the index does not change."""

    version: int = -1
    totals: tuple[int, int, int] | None = None
    """Numbers of documents, of chunks, and of chunks with a vector."""
    corpora: dict[int, tuple[int, float]] | None = None
    """Of each kind of term, the number of chunks and their average length."""
    selections: dict[tuple[Filter, ...], ChunkSelection] = field(default_factory=dict)
    found: dict[str, dict[Any, Any]] = field(default_factory=dict)
    values: dict[FilterField, list[str]] = field(default_factory=dict)
    corrections: dict[str, str | None] = field(default_factory=dict)
    counts: dict[tuple[FilterField, tuple[Filter, ...]], ValueCounts] = field(
        default_factory=dict
    )
    aliases: dict[str, list[DocumentId]] | None = None
    meta: dict[str, str] | None = None
    models: dict[str, Model] | None = None


_READABLE_CORPUS = " UNION ALL ".join(
    f"SELECT {number}, count({name}s), coalesce(sum({name}_count), 0)::bigint "
    f"FROM chunk WHERE vault = %(vault)s AND {name}s IS NOT NULL"
    for number, name in enumerate(("word", "gram", "part"))
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
        self.selection = EVERYTHING
        self.cache = Cache()
        """Valid since the last `refresh`."""
        self._found: dict[str, dict[Any, Any]] = {}
        self._to_learn: list[Callable[[], None]] = []

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

    def totals(self) -> tuple[int, int, int]:
        """Numbers of documents, of chunks, and of chunks with a vector."""
        cache = self.cache
        if cache.totals is None:
            ((documents, chunks, pending),) = self.session.rows(
                "SELECT (SELECT count(*) FROM document WHERE vault = %(vault)s), "
                "(SELECT count(*) FROM chunk WHERE vault = %(vault)s), "
                "(SELECT count(*) FROM chunk WHERE vault = %(vault)s AND NOT embedded)"
            )
            cache.totals = (documents, chunks, chunks - pending)
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
                "SELECT name, id, dimension, to_regclass("
                "'embedding_' || vault || '_' || id) IS NOT NULL "
                "FROM model WHERE vault = %(vault)s"
            )
            cache.models = {name: Model(*row) for name, *row in rows}
        return cache.models

    @property
    def is_refreshed(self) -> bool:
        """Whether it is known what the role may read."""
        return self.cache.version >= 0

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

        def learn() -> None:
            known.update(dict.fromkeys(missing) | dict(read(missing)))

        if missing := [key for key in listed if key not in known]:
            self._to_learn.append(learn)
            learn()  # ends here if it is fetched ahead
            self._to_learn.pop()
        return {key: known[key] for key in listed if known[key] is not None}

    def learn_fetched(self) -> None:
        """Know all that was to be looked up and has been fetched ahead."""
        learning, self._to_learn = self._to_learn, []
        for learn in learning:
            learn()

    def refresh(self) -> str | None:
        """Empty the cache if the index changed; the vault's name, if it has one."""
        self._found.clear()
        self._to_learn.clear()
        rows = self.session.rows(
            "SELECT name, version, id != ALL (readable.whole) "
            "OR NOT has_table_privilege('posting', 'SELECT') "
            "FROM vault, readable_vaults() AS readable WHERE id = %(vault)s"
        )
        if not rows:
            return None
        ((name, version, self.is_restricted),) = rows
        if version != self.cache.version:
            self.cache = Cache(version)
        return str(name)
