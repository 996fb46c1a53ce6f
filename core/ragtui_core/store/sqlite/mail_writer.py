"""Writes mails: copies of one share a document, which stays as long as one is left."""

from collections.abc import Callable, Collection, Sequence

import apsw

from ragtui_core.store.records import (
    DocumentRecord,
    IndexChange,
    MailPlace,
    MailRecord,
    name_of_part,
)
from ragtui_core.store.sqlite.document_rows import ids_of
from ragtui_core.store.sqlite.keyword_rows import add_keywords, delete_keywords
from ragtui_core.store.sqlite.mail_rows import (
    delete_files,
    delete_places,
    documents_at,
    documents_with,
    files_of,
    move_places,
    parts_below,
    place_at,
    places_of_file,
    put_files,
    put_places,
)
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.types import DocumentId, Skipped


class MailWriter:
    """Writes mails within the transaction of a `Writer`."""

    def __init__(
        self,
        connection: apsw.Connection,
        put: Callable[[Sequence[DocumentRecord]], None],
        remove: Callable[[Collection[str]], None],
    ) -> None:
        """Use `connection`; `put` writes documents, `remove` removes them by path."""
        self._connection = connection
        self._put = put
        self._remove = remove

    def apply(self, change: IndexChange, gone: Collection[str]) -> list[Skipped]:
        """Write the mails of `change`; returns attachments that cannot be read.

        Args:
            change: The change.
            gone: Paths of files that are gone, or cannot be read.
        """
        self._write(change.mails)
        move_places(self._connection, change.moved_mails)
        put_files(self._connection, change.mail_files)
        released = [*change.removed_mails, *gone]
        files = files_of(self._connection, gone) if gone else []
        for file in files:
            released += [p.path for p in places_of_file(self._connection, file)]
        self._release(released)
        delete_files(self._connection, files)
        emptied = (*released, *files, *(m.place.path for m in change.mails))
        self._connection.executemany(
            "DELETE FROM skipped WHERE path >= ? AND path < ?",
            [(f"{path} » ", f"{path} »!") for path in emptied],
        )
        return [item for mail in change.mails for item in mail.skipped]

    def _write(self, mails: Sequence[MailRecord]) -> None:
        if not mails:
            return
        places = {m.place.path: m.place for m in mails}
        keys = [place.key for place in places.values()]
        before = documents_at(self._connection, places)
        known = documents_with(self._connection, keys)
        self._release(
            [
                path
                for path, (key, document) in before.items()
                if key != places[path].key
                and (places[path].key in known or self._is_shared(path, document))
            ]
        )
        known = documents_with(self._connection, keys)
        owners = self._owners(known.values())
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
        ids = ids_of(self._connection, [m.documents[0].file.path for m in new])
        by_key = {m.place.key: ids[m.place.path] for m in new if m.place.key}
        put_places(
            self._connection,
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

    def _is_shared(self, path: str, document: DocumentId) -> bool:
        """Whether the mail at `path` is a copy, so that its document stays."""
        rows = self._connection.execute(
            "SELECT EXISTS (SELECT 1 FROM mail_place WHERE document_id = ? "
            "AND path != ?)",
            (document, path),
        ).fetchall()
        return bool(rows[0][0])

    def _owners(self, documents: Collection[DocumentId]) -> dict[DocumentId, str]:
        """The path of each of `documents`."""
        found: dict[DocumentId, str] = {}
        for document in documents:
            rows = self._connection.execute(
                "SELECT path FROM document WHERE id = ?", (document,)
            )
            found.update((document, path) for (path,) in typed(rows, str))
        return found

    def _put_new(self, mails: Sequence[MailRecord], before: Collection[str]) -> None:
        """Write the documents of mails; removes attachments that they had before."""
        records = [record for mail in mails for record in mail.documents]
        paths = {record.file.path for record in records}
        replaced = [m.place.path for m in mails if m.place.path in before]
        below = parts_below(self._connection, replaced)
        self._remove([path for path in below if path not in paths])
        self._put(records)

    def _release(self, paths: Sequence[str]) -> None:
        """Remove mails; the document of one with copies gets the path of another."""
        gone: list[str] = []
        at = documents_at(self._connection, paths) if paths else {}
        delete_places(self._connection, at)
        owners = ids_of(self._connection, at)
        for path, (_, document) in at.items():
            if owners.get(path) != document:
                continue
            if other := self._another_place(document):
                self._move(path, other)
            else:
                gone.append(path)
        self._remove([*parts_below(self._connection, gone), *gone])

    def _another_place(self, document: DocumentId) -> MailPlace | None:
        rows = self._connection.execute(
            "SELECT path FROM mail_place WHERE document_id = ? ORDER BY path LIMIT 1",
            (document,),
        )
        for (path,) in typed(rows, str):
            return place_at(self._connection, path)
        return None

    def _move(self, path: str, place: MailPlace) -> None:
        """Give the documents of the mail at `path` paths and category of its copy."""
        old = [path, *parts_below(self._connection, [path])]
        ids = ids_of(self._connection, old)
        delete_keywords(self._connection, ids.values())
        for before, document in ids.items():
            now = place.path + before[len(path) :]
            self._connection.execute(
                "UPDATE document SET path = ?, source = ?, name = ?, "
                "category = iif(? = '', category, ?) WHERE id = ?",
                (
                    *(now, place.file, name_of_part(now, place)),
                    *(place.category, place.category, document),
                ),
            )
        add_keywords(self._connection, ids.values())
