"""The chunks that a search of an index file may find, as a byte for each chunk id."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragtui_core.store.selection import SelectedChunks
from ragtui_core.store.session import Condition
from ragtui_core.store.tables.document_rows import next_id
from ragtui_core.store.tables.filters import (
    are_of_passages,
    condition_of,
    passage_condition,
)
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.store.reading.reader_state import ReaderState
    from ragtui_core.store.selection import Filter
    from ragtui_core.store.session import Session


@dataclass(frozen=True, slots=True)
class SqliteChunkSelection:
    """The chunks that a search may find: those whose byte in `kept` is 1.

    A chunk's byte is at the position of its id. None keeps every chunk.
    """

    kept: bytes | None = None
    count: int = 0
    """The number of bytes that are 1, among them unused ids."""

    @classmethod
    def marked(cls, marks: bytearray) -> "SqliteChunkSelection":
        """A selection by its bytes."""
        return cls(bytes(marks), marks.count(KEPT))

    def keeps(self, chunk: ChunkId) -> bool:
        """Whether `chunk` may be found."""
        kept = self.kept
        return kept is None or (chunk < len(kept) and bool(kept[chunk]))

    @classmethod
    def of(cls, selection: SelectedChunks) -> "SqliteChunkSelection":
        """A selection that one of these readers made."""
        assert isinstance(selection, cls)
        return selection

    @property
    def is_everything(self) -> bool:
        return self.kept is None

    @property
    def is_nothing(self) -> bool:
        return self.kept is not None and not self.count

    def chunks(self) -> list[ChunkId]:
        """The chunks kept, in order; none if every chunk is."""
        chunks_kept, kept = [], self.kept or b""
        at = kept.find(KEPT)
        while at >= 0:
            chunks_kept.append(ChunkId(at))
            at = kept.find(KEPT, at + 1)
        return chunks_kept

    def narrowed(self, chunks: Collection[ChunkId]) -> "SqliteChunkSelection":
        narrowed = bytearray(max(chunks, default=-1) + 1)
        for chunk in chunks if self.kept is None else filter(self.keeps, chunks):
            narrowed[chunk] = 1
        return SqliteChunkSelection.marked(narrowed)

    def without(self, chunks: Collection[ChunkId], size: int) -> "SqliteChunkSelection":
        """The selection without `chunks`; ids are less than `size`."""
        if not chunks:
            return self
        left = bytearray(KEPT * size if self.kept is None else self.kept)
        for chunk in chunks:
            if chunk < len(left):
                left[chunk] = 0
        return SqliteChunkSelection.marked(left)


KEPT = b"\x01"
"""The byte of a chunk that is kept."""

EVERYTHING = SqliteChunkSelection()


def select(reader: "ReaderState", filters: "Sequence[Filter]") -> SqliteChunkSelection:
    """The chunks of documents that satisfy every filter; there is at least one."""
    if are_of_passages(reader, filters):
        return _select_passages(reader, filters)
    # An index finds what negated filters exclude, not what they keep.
    excludes = all(item.negated for item in filters)
    if excludes:
        filters = [replace(item, negated=False) for item in filters]
    chosen = condition_of(reader, filters, " OR " if excludes else " AND ")
    ((documents,),) = reader.tables.rows(
        f"SELECT count(*) FROM document WHERE {chosen.sql}", **chosen.values
    )
    total = reader.counts().documents
    if documents == (0 if excludes else total):
        return EVERYTHING
    is_small = documents * 2 <= total
    sql = chosen.sql if is_small else f"NOT coalesce({chosen.sql}, false)"
    size = next_id(reader.tables, "chunk")
    keeps_found = is_small != excludes
    marks = bytearray(size) if keeps_found else bytearray(KEPT * size)
    _mark(reader.tables, Condition(sql, chosen.values), marks, int(keeps_found))
    return SqliteChunkSelection.marked(marks)


def _select_passages(
    reader: "ReaderState", filters: "Sequence[Filter]"
) -> SqliteChunkSelection:
    """The chunks that satisfy every filter on their own."""
    chosen = passage_condition(reader, filters)
    rows = reader.tables.rows(
        "SELECT chunk.id FROM document CROSS JOIN chunk INDEXED BY chunk_document "
        f"ON chunk.document = document.id WHERE {chosen.sql}",
        **chosen.values,
    )
    if len(rows) == reader.counts().chunks:
        return EVERYTHING
    return EVERYTHING.narrowed([ChunkId(chunk) for (chunk,) in rows])


def _mark(session: "Session", chosen: Condition, marks: bytearray, mark: int) -> None:
    """Set `mark` for each chunk of the documents that satisfy a condition."""
    rows = session.rows(
        "SELECT document.id, min(chunk.id), max(chunk.id), count(*) "
        "FROM document CROSS JOIN chunk ON chunk.document = document.id "
        f"WHERE {chosen.sql} GROUP BY document.id",
        **chosen.values,
    )
    scattered = []
    for document, first, last, count in rows:
        if last - first + 1 == count:
            marks[first : last + 1] = bytes([mark]) * count
        else:
            scattered.append(document)
    # Documents that were edited have chunks with ids of several times.
    sql = "SELECT id FROM chunk WHERE document IN :documents"
    for (chunk,) in session.rows(sql, documents=scattered):
        marks[chunk] = mark
