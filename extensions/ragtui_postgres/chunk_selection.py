"""The chunks that a search may find: of a filter, among some, without others."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ragtui_core import ChunkId
from ragtui_core.store import Condition, SelectedChunks, passage_condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.store import Filter, ReaderState

MAX_LISTED = 2_000
"""Up to so many chunks of a filter are sent as ids; more are found again."""

_OF_DOCUMENTS = "FROM document JOIN chunk ON chunk.document = document.id"


@dataclass(frozen=True, slots=True)
class PostgresChunkSelection:
    """The chunks that a search may find.

    Attributes:
        chosen: Only those that satisfy this, on rows of `document` and `chunk`.
        among: Only these chunks; None is each.
        without: Not these chunks.
        count: The number of chunks kept, or more; None is all.
    """

    chosen: Condition | None = None
    among: frozenset[ChunkId] | None = None
    without: frozenset[ChunkId] = frozenset()
    count: int | None = None

    @classmethod
    def of(cls, selection: SelectedChunks) -> "PostgresChunkSelection":
        """A selection that one of these readers made."""
        assert isinstance(selection, cls)
        return selection

    @property
    def is_everything(self) -> bool:
        return self == EVERYTHING

    @property
    def is_nothing(self) -> bool:
        return self.count == 0

    def narrowed(self, chunks: frozenset[ChunkId]) -> "PostgresChunkSelection":
        among = chunks if self.among is None else chunks & self.among
        return replace(self, among=among, count=len(among))

    def leaving_out(self, chunks: Collection[ChunkId]) -> "PostgresChunkSelection":
        """The selection without `chunks`."""
        if self.among is not None:
            return self.narrowed(self.among - frozenset(chunks))
        return replace(self, without=self.without | frozenset(chunks))

    def condition(self, column: str) -> Condition:
        """A condition on the chunk id in `column`; begins with AND, or is empty."""
        parts, values = [], dict[str, Any]()
        if self.chosen:
            inside = f"SELECT chunk.id {_OF_DOCUMENTS} WHERE {self.chosen.sql}"
            parts.append(f"AND {column} IN ({inside})")
            values |= self.chosen.values
        if self.among is not None:
            parts.append(f"AND {column} IN :among")
            values["among"] = sorted(self.among)
        if self.without:
            parts.append(f"AND NOT {column} IN :without")
            values["without"] = sorted(self.without)
        return Condition(" ".join(parts), values)


EVERYTHING = PostgresChunkSelection()


def select(
    reader: "ReaderState", filters: "Sequence[Filter]"
) -> PostgresChunkSelection:
    """The chunks that satisfy every filter; there is at least one."""
    chosen = passage_condition(reader, filters)
    ((kept, total, listed),) = reader.tables.rows(
        f"SELECT count(*) FILTER (WHERE {chosen.sql}), count(*), "
        f"ARRAY(SELECT chunk.id {_OF_DOCUMENTS} WHERE {chosen.sql} "
        f"LIMIT {MAX_LISTED}) {_OF_DOCUMENTS}",
        **chosen.values,
    )
    if kept == total:
        return EVERYTHING
    if kept > MAX_LISTED:
        return PostgresChunkSelection(chosen, count=kept)
    return EVERYTHING.narrowed(frozenset(map(ChunkId, listed)))
