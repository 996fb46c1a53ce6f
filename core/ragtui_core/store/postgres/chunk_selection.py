"""The chunks that a search may find: documents, chunks among them, chunks left out."""

import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ragtui_core.store.selection import SelectedChunks
from ragtui_core.store.session import Condition
from ragtui_core.store.tables.filters import are_of_passages, passage_condition
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from ragtui_core.store.reading.reader_state import ReaderState
    from ragtui_core.store.selection import Filter

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
        """SQL on the chunk id in `column`."""
        if len(self.chunks) <= 4 * MAX_LISTED:
            listed = struct.unpack(f">{len(self.chunks) // 4}i", self.chunks)
            negated = "" if self.are_kept else "NOT "
            return Condition(
                f"AND {negated}{column} IN :listed", {"listed": list(listed)}
            )
        return Condition(
            f"AND {column} IN (SELECT chunk.id FROM document "
            "JOIN chunk ON chunk.document = document.id "
            f"WHERE {self.condition.sql})",
            self.condition.values,
        )


@dataclass(frozen=True, slots=True)
class PostgresChunkSelection:
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
    def of(cls, selection: SelectedChunks) -> "PostgresChunkSelection":
        """A selection that one of these readers made."""
        assert isinstance(selection, cls)
        return selection

    @property
    def is_everything(self) -> bool:
        return self.documents is None and self.among is None and not self.without

    @property
    def is_nothing(self) -> bool:
        return self.count == 0

    def narrowed(self, chunks: frozenset[ChunkId]) -> "PostgresChunkSelection":
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
        """Which of the chunks that are marked, by id, are selected."""
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
        """A condition on the chunk id in `column`; begins with AND, or is empty."""
        parts, values = [], dict[str, Any]()
        if self.documents:
            inside = self.documents.of_chunk(column)
            parts.append(inside.sql)
            values |= inside.values
        if self.among is not None:
            parts.append(f"AND {column} IN :among")
            values["among"] = sorted(self.among)
        if self.without:
            parts.append(f"AND NOT {column} IN :without")
            values["without"] = sorted(self.without)
        return Condition(" ".join(parts), values)


EVERYTHING = PostgresChunkSelection()


def select(state: "ReaderState", filters: "Sequence[Filter]") -> PostgresChunkSelection:
    """The chunks that satisfy every filter; there is at least one."""
    chosen = passage_condition(state, filters)
    sql = _SELECTED_PASSAGES if are_of_passages(state, filters) else _SELECTED
    ((kept, total, are_kept, chunks),) = state.tables.rows(
        sql.format(condition=chosen.sql), **chosen.values
    )
    if kept == total:
        return EVERYTHING
    chunks = chunks or b""
    count = len(chunks) // 4 if are_kept else None
    return PostgresChunkSelection(
        ChosenDocuments(chosen, chunks, are_kept), count=count
    )


_SELECTED = """
WITH judged AS MATERIALIZED (
    SELECT document.id, coalesce({condition}, false) AS is_kept FROM document
), counted AS (
    SELECT kept, total, 2 * kept <= total AS are_kept FROM (
        SELECT count(*) FILTER (WHERE is_kept) AS kept, count(*) AS total FROM judged
    ) AS each
)
SELECT kept, total, are_kept, CASE WHEN kept < total THEN (
    SELECT string_agg(int4send(chunk.id), '') FROM judged
    JOIN chunk ON chunk.document = judged.id
    WHERE is_kept = are_kept
) END
FROM counted
"""
"""The fewer chunks, those of documents that satisfy a condition or of the others."""

_SELECTED_PASSAGES = """
WITH judged AS MATERIALIZED (
    SELECT chunk.id, coalesce({condition}, false) AS is_kept
    FROM document JOIN chunk ON chunk.document = document.id
), counted AS (
    SELECT kept, total, 2 * kept <= total AS are_kept FROM (
        SELECT count(*) FILTER (WHERE is_kept) AS kept, count(*) AS total FROM judged
    ) AS each
)
SELECT kept, total, are_kept, CASE WHEN kept < total THEN (
    SELECT string_agg(int4send(id), '') FROM judged WHERE is_kept = are_kept
) END
FROM counted
"""
"""The fewer chunks, those that satisfy a condition or the others."""
