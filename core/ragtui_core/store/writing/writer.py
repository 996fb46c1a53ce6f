"""Writes to an index, in whichever store, in short transactions."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.store.index_limits import abridged
from ragtui_core.store.tables.documents import DocumentQueries
from ragtui_core.store.tables.links import put_links
from ragtui_core.store.tables.mails import MailRows
from ragtui_core.store.tables.meta import count_revision, meta_value, set_meta_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from ragtui_core.store.records import (
        DocumentRecord,
        IndexChange,
        MailLocation,
        MailRecord,
    )
    from ragtui_core.store.session import Session
    from ragtui_core.store.writing.vector_writer import VectorWriter
    from ragtui_core.types import DocumentId, Skipped


class Writer:
    """A writing session; `Store.writer` ensures that there is only one.

    Chunks, words and vectors are written by each store in its own way.
    """

    words_come_first: bool
    """Whether to write the words of many new files before their chunks."""

    def __init__(self, tables: Session, vectors: VectorWriter) -> None:
        self.vectors = vectors
        self.documents = DocumentQueries(tables)
        self.mails = MailRows(tables)
        self._tables = tables

    def apply(self, change: IndexChange) -> None:
        """Write `change` in one transaction; unchanged chunks keep their vectors."""
        gone = [*change.removed, *(item.path for item in change.skipped)]
        with self.vectors.transaction():
            unread = (
                _apply_mails(self, change, gone) if gone or change.has_mails else []
            )
            self.remove(gone)
            self.put(change.records, change.moved_from)
            self.documents.touch(change.touched, change.checked_ns)
            self.mails.touch_files(change.touched, change.checked_ns)
            read = (
                *change.seen,
                *(item.file.path for item in change.records),
                *(item.location.path for item in change.mails),
            )
            self._remove_skipped(map(abridged, read))
            self._add_skipped([*change.skipped, *unread])
            if gone or change.records or change.mails or change.removed_mails:
                count_revision(self._tables)

    # --- documents; within a transaction ---

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
        put_links(self._tables, records, self._put(records, known))

    def remove(self, paths: Collection[str]) -> None:
        """Remove documents, with their chunks, keywords and vectors."""
        documents = self.documents.ids_of(paths).values() if paths else ()
        if documents:
            self._remove(documents)
            self.documents.delete(documents)

    @abstractmethod
    def _put(
        self, records: Sequence[DocumentRecord], known: Mapping[str, DocumentId]
    ) -> list[DocumentId]:
        """Add or replace documents, those at `known` paths; the ids of all."""

    @abstractmethod
    def _remove(self, documents: Collection[DocumentId]) -> None:
        """Remove chunks, words and vectors of documents, before their rows."""

    @abstractmethod
    def changed(
        self, documents: Collection[DocumentId]
    ) -> AbstractContextManager[None]:
        """A block in which fields of documents change."""

    def merge_words(self) -> None:
        """Make words faster to find, after very many were written."""

    # --- facts about the index ---

    def replace_skipped(
        self, skipped: Iterable[Skipped], meta: Mapping[str, str]
    ) -> None:
        """Replace the list of files that are not indexed, and set values of `meta`."""
        with self.vectors.transaction():
            # Parts of a file of mails are not read again while it is unchanged.
            paths = [item.path for item in self.documents.skipped()]
            file_of = {path: path.partition(PART_SEPARATOR)[0] for path in paths}
            parted = {path: file for path, file in file_of.items() if file != path}
            files = set(self.mails.files_of({*parted.values()}))
            self._remove_skipped(p for p in paths if parted.get(p) not in files)
            self._add_skipped(skipped)
            self._set(meta)

    def _remove_skipped(self, paths: Iterable[str]) -> None:
        listed = list(paths)
        self._tables.run("DELETE FROM skipped WHERE path IN :paths", paths=listed)

    def _add_skipped(self, skipped: Iterable[Skipped]) -> None:
        rows = ((abridged(item.path), item.reason) for item in skipped)
        self._tables.replace("skipped", "path, reason", rows)

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._tables, key)

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of table `meta`."""
        self.set_meta_values({key: value})

    def set_meta_values(self, values: Mapping[str, str]) -> None:
        """Set values of table `meta`, all in one transaction."""
        with self.vectors.transaction():
            self._set(values)

    def _set(self, values: Mapping[str, str]) -> None:
        for key, value in values.items():
            set_meta_value(self._tables, key, value)


# --- mails; within a transaction ---


def _apply_mails(
    writer: Writer, change: IndexChange, gone: Collection[str]
) -> list[Skipped]:
    """Write the mails of `change`; returns attachments that cannot be read.

    Copies of a mail share a document, which stays as long as one is left.
    """
    _write(writer, change.mails)
    writer.mails.move_locations(change.moved_mails)
    writer.mails.put_files(change.mail_files)
    released = [*change.removed_mails, *gone]
    files = writer.mails.files_of(gone) if gone else []
    for file in files:
        released += [p.path for p in writer.mails.locations_of_file(file)]
    _release(writer, released)
    writer.mails.delete_files(files)
    emptied = (*released, *files, *(m.location.path for m in change.mails))
    writer.mails.delete_skipped_parts(emptied)
    return [item for mail in change.mails for item in mail.skipped]


def _write(writer: Writer, mails: Sequence[MailRecord]) -> None:
    if not mails:
        return
    locations = {m.location.path: m.location for m in mails}
    keys = [location.key for location in locations.values()]
    before = writer.mails.documents_at(locations)
    known = writer.mails.documents_with(keys)
    _release(
        writer,
        [
            path
            for path, (key, document) in before.items()
            if key != locations[path].key
            and (
                locations[path].key in known
                or writer.mails.has_other_location(document, path)
            )
        ],
    )
    known = writer.mails.documents_with(keys)
    owners = writer.mails.paths_of(known.values())
    new: list[MailRecord] = []
    claimed: dict[str, str] = {}
    for mail in mails:
        location = mail.location
        owner = owners.get(known[location.key]) if location.key in known else None
        owner = owner or claimed.get(location.key)
        if owner in (None, location.path):
            new.append(mail)
            if location.key:
                claimed[location.key] = location.path
    _put_new(writer, new, before)
    ids = writer.documents.ids_of([m.documents[0].file.path for m in new])
    by_key = {m.location.key: ids[m.location.path] for m in new if m.location.key}
    writer.mails.put_locations(
        (
            (
                m.location,
                ids.get(m.location.path)
                or by_key.get(m.location.key)
                or known[m.location.key],
            )
            for m in mails
        ),
    )


def _put_new(
    writer: Writer, mails: Sequence[MailRecord], before: Collection[str]
) -> None:
    """Write the documents of mails; removes attachments that they had before."""
    records = [record for mail in mails for record in mail.documents]
    paths = {record.file.path for record in records}
    replaced = [m.location.path for m in mails if m.location.path in before]
    below = writer.mails.parts_below(replaced)
    writer.remove([path for path in below if path not in paths])
    writer.put(records)


def _release(writer: Writer, paths: Sequence[str]) -> None:
    """Remove mails; the document of one with copies gets the path of another."""
    gone: list[str] = []
    at = writer.mails.documents_at(paths) if paths else {}
    writer.mails.delete_locations(at)
    owners = writer.documents.ids_of(at)
    for path, (_, document) in at.items():
        if owners.get(path) != document:
            continue
        if other := writer.mails.first_location(document):
            _move(writer, path, other)
        else:
            gone.append(path)
    writer.remove([*writer.mails.parts_below(gone), *gone])


def _move(writer: Writer, path: str, location: MailLocation) -> None:
    """Give the documents of the mail at `path` paths and category of its copy."""
    old = [path, *writer.mails.parts_below([path])]
    ids = writer.documents.ids_of(old)
    moved = {i: location.path + old[len(path) :] for old, i in ids.items()}
    with writer.changed(moved):
        writer.mails.move_documents(moved, location)
