"""Chunks of documents that are being rewritten, whose vectors can be kept."""

from collections import defaultdict

from ragtui_core.types import ChunkId, DocumentId


class ReusableChunks:
    """Embedded chunks of documents that are being rewritten.

    A new chunk with the same embedding key reuses the id of an old one, and
    with it the vector.
    """

    def __init__(self) -> None:
        self._ids: dict[tuple[DocumentId, bytes], list[ChunkId]] = defaultdict(list)

    def add(self, document: DocumentId, key: bytes, chunk: ChunkId) -> None:
        """Record that `chunk` of `document` has a vector for `key`."""
        self._ids[document, key].append(chunk)

    def reuse(self, document: DocumentId, key: bytes) -> ChunkId | None:
        """Take a chunk of `document` with this key, if one is unused."""
        ids = self._ids.get((document, key))
        return ids.pop() if ids else None

    def unused(self) -> list[ChunkId]:
        """The chunks that were not reused, whose vectors are obsolete."""
        return [chunk for ids in self._ids.values() for chunk in ids]
