"""Writes documents within a transaction, in whichever store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ragtui_core.store.tables.links import put_links

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from contextlib import AbstractContextManager

    from ragtui_core.store.records import DocumentRecord
    from ragtui_core.store.session import Session
    from ragtui_core.store.tables.documents import DocumentQueries
    from ragtui_core.types import DocumentId


class Contents(Protocol):
    """Documents with chunks, words and vectors, which each store has in its way.

    All but `transaction` are called in one.
    """

    def transaction(self) -> AbstractContextManager[None]:
        """One write transaction, rolled back if the block raises."""

    def put(
        self, records: Sequence[DocumentRecord], known: Mapping[str, DocumentId]
    ) -> list[DocumentId]:
        """Add or replace documents, those at `known` paths; the ids of all."""

    def remove(self, documents: Collection[DocumentId]) -> None:
        """Remove chunks, words and vectors of documents, before their rows."""

    def changed(
        self, documents: Collection[DocumentId]
    ) -> AbstractContextManager[None]:
        """A block in which fields of documents change."""


class DocumentWriter:
    """Adds, replaces and removes documents with all that belongs to them."""

    def __init__(
        self, tables: Session, contents: Contents, documents: DocumentQueries
    ) -> None:
        self.documents = documents
        self.changed = contents.changed
        self._tables = tables
        self._contents = contents

    def put(
        self,
        records: Sequence[DocumentRecord],
        moved_from: Mapping[str, str] | None = None,
    ) -> None:
        """Add or replace documents; `moved_from` has former paths by new ones."""
        if not records:
            return
        former = moved_from or {}
        before = {r.file.path: former.get(r.file.path, r.file.path) for r in records}
        ids = self.documents.ids_of({*before, *before.values()})
        known = {new: ids[old] for new, old in before.items() if old in ids}
        kept = {*known.values()}
        # The words of a new file may have come before it was known to be moved.
        self.remove([p for p in before if p in ids and ids[p] not in kept])
        documents = self._contents.put(records, known)
        put_links(self._tables, records, documents)

    def remove(self, paths: Collection[str]) -> None:
        """Remove documents, with their chunks, keywords and vectors."""
        documents = self.documents.ids_of(paths).values() if paths else ()
        if documents:
            self._contents.remove(documents)
            self.documents.delete(documents)
