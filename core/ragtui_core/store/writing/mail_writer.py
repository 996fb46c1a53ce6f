"""Writes mails: copies of one share a document, which stays as long as one is left."""

from collections.abc import Collection, Sequence

from ragtui_core.store.records import (
    IndexChange,
    MailLocation,
    MailRecord,
)
from ragtui_core.store.tables.mails import MailRows
from ragtui_core.store.writing.document_writer import DocumentWriter
from ragtui_core.types import Skipped


class MailWriter:
    """Writes mails within the transaction of a `Writer`."""

    def __init__(self, rows: MailRows, writer: DocumentWriter) -> None:
        self._rows = rows
        self._writer = writer

    def apply(self, change: IndexChange, gone: Collection[str]) -> list[Skipped]:
        """Write the mails of `change`; returns attachments that cannot be read."""
        self._write(change.mails)
        self._rows.move_locations(change.moved_mails)
        self._rows.put_files(change.mail_files)
        released = [*change.removed_mails, *gone]
        files = self._rows.files_of(gone) if gone else []
        for file in files:
            released += [p.path for p in self._rows.locations_of_file(file)]
        self._release(released)
        self._rows.delete_files(files)
        emptied = (*released, *files, *(m.location.path for m in change.mails))
        self._rows.delete_skipped_parts(emptied)
        return [item for mail in change.mails for item in mail.skipped]

    def _write(self, mails: Sequence[MailRecord]) -> None:
        if not mails:
            return
        locations = {m.location.path: m.location for m in mails}
        keys = [location.key for location in locations.values()]
        before = self._rows.documents_at(locations)
        known = self._rows.documents_with(keys)
        self._release(
            [
                path
                for path, (key, document) in before.items()
                if key != locations[path].key
                and (
                    locations[path].key in known
                    or self._rows.has_other_location(document, path)
                )
            ]
        )
        known = self._rows.documents_with(keys)
        owners = self._rows.paths_of(known.values())
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
        self._put_new(new, before)
        ids = self._writer.documents.ids_of([m.documents[0].file.path for m in new])
        by_key = {m.location.key: ids[m.location.path] for m in new if m.location.key}
        self._rows.put_locations(
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

    def _put_new(self, mails: Sequence[MailRecord], before: Collection[str]) -> None:
        """Write the documents of mails; removes attachments that they had before."""
        records = [record for mail in mails for record in mail.documents]
        paths = {record.file.path for record in records}
        replaced = [m.location.path for m in mails if m.location.path in before]
        below = self._rows.parts_below(replaced)
        self._writer.remove([path for path in below if path not in paths])
        self._writer.put(records)

    def _release(self, paths: Sequence[str]) -> None:
        """Remove mails; the document of one with copies gets the path of another."""
        gone: list[str] = []
        at = self._rows.documents_at(paths) if paths else {}
        self._rows.delete_locations(at)
        owners = self._writer.documents.ids_of(at)
        for path, (_, document) in at.items():
            if owners.get(path) != document:
                continue
            if other := self._rows.first_location(document):
                self._move(path, other)
            else:
                gone.append(path)
        self._writer.remove([*self._rows.parts_below(gone), *gone])

    def _move(self, path: str, location: MailLocation) -> None:
        """Give the documents of the mail at `path` paths and category of its copy."""
        old = [path, *self._rows.parts_below([path])]
        ids = self._writer.documents.ids_of(old)
        moved = {i: location.path + old[len(path) :] for old, i in ids.items()}
        with self._writer.changed(moved):
            self._rows.move_documents(moved, location)
