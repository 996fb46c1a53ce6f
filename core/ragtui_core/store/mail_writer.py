"""Writes mails: copies of one share a document, which stays as long as one is left."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol

from ragtui_core.store.records import (
    DocumentRecord,
    IndexChange,
    MailFileRecord,
    MailPlace,
    MailRecord,
)
from ragtui_core.types import DocumentId, Skipped


class MailRows(Protocol):
    """A store's rows of mails; changes are within a transaction of the caller's."""

    def places_of_file(self, file: str) -> list[MailPlace]:
        """The mails of a file, in order."""

    def documents_at(self, paths: Collection[str]) -> dict[str, tuple[str, DocumentId]]:
        """The key and the document of each of the mails at `paths` that is indexed."""

    def documents_with(self, keys: Collection[str]) -> dict[str, DocumentId]:
        """The document of each of the keys of mails that has one."""

    def files_of(self, paths: Collection[str]) -> list[str]:
        """Those of `paths` that are files of mails."""

    def put_places(self, places: Iterable[tuple[MailPlace, DocumentId]]) -> None:
        """Insert or replace rows."""

    def move_places(self, places: Iterable[MailPlace]) -> None:
        """Change where mails are in their file."""

    def put_files(self, records: Iterable[MailFileRecord]) -> None:
        """Insert or replace the states of files."""

    def delete_places(self, paths: Iterable[str]) -> None:
        """Remove rows of mails."""

    def delete_files(self, paths: Iterable[str]) -> None:
        """Remove rows of files."""

    def parts_below(self, paths: Iterable[str]) -> list[str]:
        """The documents of attachments of the mails at `paths`."""

    def ids_of(self, paths: Iterable[str]) -> dict[str, DocumentId]:
        """The ids of those of `paths` that are indexed."""

    def has_other_place(self, document: DocumentId, path: str) -> bool:
        """Whether the mail `document` is elsewhere than at `path`, too."""

    def paths_of(self, documents: Collection[DocumentId]) -> dict[DocumentId, str]:
        """The path of each of `documents`."""

    def first_place(self, document: DocumentId) -> MailPlace | None:
        """The first place of the mail `document`, by path."""

    def move_documents(self, paths: Mapping[DocumentId, str], place: MailPlace) -> None:
        """Give the documents of a mail new paths, and the category of `place`."""

    def delete_skipped_parts(self, paths: Iterable[str]) -> None:
        """Remove attachments of the mails, and parts of the files, at `paths`."""


class MailWriter:
    """Writes mails within the transaction of a `Writer`."""

    def __init__(
        self,
        rows: MailRows,
        put: Callable[[Sequence[DocumentRecord]], None],
        remove: Callable[[Collection[str]], None],
    ) -> None:
        """Use `rows`; `put` writes documents, `remove` removes them by path."""
        self._rows = rows
        self._put = put
        self._remove = remove

    def apply(self, change: IndexChange, gone: Collection[str]) -> list[Skipped]:
        """Write the mails of `change`; returns attachments that cannot be read.

        Args:
            change: The change.
            gone: Paths of files that are gone, or cannot be read.
        """
        self._write(change.mails)
        self._rows.move_places(change.moved_mails)
        self._rows.put_files(change.mail_files)
        released = [*change.removed_mails, *gone]
        files = self._rows.files_of(gone) if gone else []
        for file in files:
            released += [p.path for p in self._rows.places_of_file(file)]
        self._release(released)
        self._rows.delete_files(files)
        emptied = (*released, *files, *(m.place.path for m in change.mails))
        self._rows.delete_skipped_parts(emptied)
        return [item for mail in change.mails for item in mail.skipped]

    def _write(self, mails: Sequence[MailRecord]) -> None:
        if not mails:
            return
        places = {m.place.path: m.place for m in mails}
        keys = [place.key for place in places.values()]
        before = self._rows.documents_at(places)
        known = self._rows.documents_with(keys)
        self._release(
            [
                path
                for path, (key, document) in before.items()
                if key != places[path].key
                and (
                    places[path].key in known
                    or self._rows.has_other_place(document, path)
                )
            ]
        )
        known = self._rows.documents_with(keys)
        owners = self._rows.paths_of(known.values())
        new: list[MailRecord] = []
        claimed: dict[str, str] = {}
        for mail in mails:
            place = mail.place
            owner = owners.get(known[place.key]) if place.key in known else None
            owner = owner or claimed.get(place.key)
            if owner in (None, place.path):
                new.append(mail)
                if place.key:
                    claimed[place.key] = place.path
        self._put_new(new, before)
        ids = self._rows.ids_of([m.documents[0].file.path for m in new])
        by_key = {m.place.key: ids[m.place.path] for m in new if m.place.key}
        self._rows.put_places(
            (
                (
                    m.place,
                    ids.get(m.place.path)
                    or by_key.get(m.place.key)
                    or known[m.place.key],
                )
                for m in mails
            ),
        )

    def _put_new(self, mails: Sequence[MailRecord], before: Collection[str]) -> None:
        """Write the documents of mails; removes attachments that they had before."""
        records = [record for mail in mails for record in mail.documents]
        paths = {record.file.path for record in records}
        replaced = [m.place.path for m in mails if m.place.path in before]
        below = self._rows.parts_below(replaced)
        self._remove([path for path in below if path not in paths])
        self._put(records)

    def _release(self, paths: Sequence[str]) -> None:
        """Remove mails; the document of one with copies gets the path of another."""
        gone: list[str] = []
        at = self._rows.documents_at(paths) if paths else {}
        self._rows.delete_places(at)
        owners = self._rows.ids_of(at)
        for path, (_, document) in at.items():
            if owners.get(path) != document:
                continue
            if other := self._rows.first_place(document):
                self._move(path, other)
            else:
                gone.append(path)
        self._remove([*self._rows.parts_below(gone), *gone])

    def _move(self, path: str, place: MailPlace) -> None:
        """Give the documents of the mail at `path` paths and category of its copy."""
        old = [path, *self._rows.parts_below([path])]
        ids = self._rows.ids_of(old)
        moved = {i: place.path + each[len(path) :] for each, i in ids.items()}
        self._rows.move_documents(moved, place)
