"""The chunks that a search of an index file may find, as a byte for each chunk id."""

from collections.abc import Collection
from dataclasses import dataclass

from ragtui_core.store.selection import SelectedChunks
from ragtui_core.types import ChunkId


@dataclass(frozen=True, slots=True)
class ChunkSelection:
    """The chunks that a search may find: those whose byte in `kept` is 1.

    A chunk's byte is at the position of its id. None keeps every chunk.
    """

    kept: bytes | None = None
    count: int = 0
    """The number of bytes that are 1, among them unused ids."""

    @classmethod
    def marked(cls, marks: bytearray) -> "ChunkSelection":
        """A selection by its bytes."""
        return cls(bytes(marks), marks.count(KEPT))

    def keeps(self, chunk: ChunkId) -> bool:
        """Whether `chunk` may be found."""
        kept = self.kept
        return kept is None or (chunk < len(kept) and bool(kept[chunk]))

    @classmethod
    def of(cls, selection: SelectedChunks) -> "ChunkSelection":
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
        found, kept = [], self.kept or b""
        at = kept.find(KEPT)
        while at >= 0:
            found.append(ChunkId(at))
            at = kept.find(KEPT, at + 1)
        return found

    def narrowed(self, chunks: Collection[ChunkId]) -> "ChunkSelection":
        narrowed = bytearray(max(chunks, default=-1) + 1)
        for chunk in filter(self.keeps, chunks):
            narrowed[chunk] = 1
        return ChunkSelection.marked(narrowed)

    def without(self, chunks: Collection[ChunkId], size: int) -> "ChunkSelection":
        """The selection without `chunks`; ids are less than `size`."""
        if not chunks:
            return self
        left = bytearray(KEPT * size if self.kept is None else self.kept)
        for chunk in chunks:
            if chunk < len(left):
                left[chunk] = 0
        return ChunkSelection.marked(left)


KEPT = b"\x01"
"""The byte of a chunk that is kept."""

EVERYTHING = ChunkSelection()
