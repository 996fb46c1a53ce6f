"""The rows of `mail_file` and `mail_place`: files of mails, and where mails are."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import apsw

from ragtui_core.documents.mail.mail_paths import copies_by_path, with_containers
from ragtui_core.store.records import (
    FileState,
    MailFileRecord,
    MailPlace,
    name_of_part,
)
from ragtui_core.store.sqlite.document_rows import ids_of
from ragtui_core.store.sqlite.keyword_changes import add_keywords, delete_keywords
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.types import DocumentId

_PLACE = "path, file, start, length, number, hash, key, category"
_AMONG = "IN (SELECT value FROM json_each(?))"


class MailRows:
    """The rows; changes are within a transaction of the caller's."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`."""
        self._connection = connection

    def places_of_file(self, file: str) -> list[MailPlace]:
        """The mails of a file, in order."""
        rows = self._connection.execute(
            f"SELECT {_PLACE} FROM mail_place WHERE file = ? ORDER BY start", (file,)
        )
        return [MailPlace._make(row) for row in _typed_places(rows)]

    def place_at(self, path: str) -> MailPlace | None:
        """Where the mail at a path is."""
        rows = self._connection.execute(
            f"SELECT {_PLACE} FROM mail_place WHERE path = ?", (path,)
        )
        found = _typed_places(rows)
        return MailPlace._make(found[0]) if found else None

    def copies_of(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Every path of each mail or attachment that is at one of `paths`; sorted."""
        listed = list(paths)
        rows = self._connection.execute(
            "SELECT asked.path, copy.path FROM mail_place AS asked "
            "JOIN mail_place AS copy ON copy.document_id = asked.document_id "
            f"WHERE asked.path {_AMONG} ORDER BY copy.path",
            (
                json.dumps(
                    sorted({m for path in listed for m in with_containers(path)})
                ),
            ),
        )
        copies: dict[str, list[str]] = {}
        for mail, copy in typed(rows, str, str):
            copies.setdefault(mail, []).append(copy)
        return copies_by_path(listed, copies)

    def documents_at(self, paths: Collection[str]) -> dict[str, tuple[str, DocumentId]]:
        """The key and the document of each of the mails at `paths` that is indexed."""
        rows = self._connection.execute(
            f"SELECT path, key, document_id FROM mail_place WHERE path {_AMONG}",
            (json.dumps(list(paths)),),
        )
        return {
            path: (key, DocumentId(i)) for path, key, i in typed(rows, str, str, int)
        }

    def documents_with(self, keys: Collection[str]) -> dict[str, DocumentId]:
        """The document of each of the keys of mails that has one."""
        rows = self._connection.execute(
            f"SELECT key, document_id FROM mail_place WHERE key {_AMONG}",
            (json.dumps([key for key in keys if key]),),
        )
        return {key: DocumentId(i) for key, i in typed(rows, str, int)}

    def files_of(self, paths: Collection[str]) -> list[str]:
        """Those of `paths` that are files of mails."""
        rows = self._connection.execute(
            f"SELECT path FROM mail_file WHERE path {_AMONG}",
            (json.dumps(list(paths)),),
        )
        return [path for (path,) in rows]

    def put_places(self, places: Iterable[tuple[MailPlace, DocumentId]]) -> None:
        """Insert or replace rows."""
        self._connection.executemany(
            f"INSERT OR REPLACE INTO mail_place ({_PLACE}, document_id) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(*place, document) for place, document in places],
        )

    def move_places(self, places: Iterable[MailPlace]) -> None:
        """Change where mails are in their file."""
        self._connection.executemany(
            "UPDATE mail_place SET start = ?, number = ? WHERE path = ?",
            [(place.start, place.number, place.path) for place in places],
        )

    def put_files(self, records: Iterable[MailFileRecord]) -> None:
        """Insert or replace the states of files."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO mail_file VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(*file, checked_ns, digest) for file, checked_ns, digest in records],
        )

    def touch_files(self, states: Sequence[FileState], now_ns: int) -> None:
        """Update the states of files of mails with content unchanged at `now_ns`."""
        self._connection.executemany(
            "UPDATE mail_file SET size = ?, mtime_ns = ?, changed_ns = ?, inode = ?, "
            "checked_ns = ? WHERE path = ?",
            [(*state[1:], now_ns, state.path) for state in states],
        )

    def delete_places(self, paths: Iterable[str]) -> None:
        """Remove rows of mails."""
        self._connection.executemany(
            "DELETE FROM mail_place WHERE path = ?", [(path,) for path in paths]
        )

    def delete_files(self, paths: Iterable[str]) -> None:
        """Remove rows of files."""
        self._connection.executemany(
            "DELETE FROM mail_file WHERE path = ?", [(path,) for path in paths]
        )

    def parts_below(self, paths: Iterable[str]) -> list[str]:
        """The documents of attachments of the mails at `paths`."""
        found: list[str] = []
        for path in paths:
            rows = self._connection.execute(
                "SELECT path FROM document WHERE path >= ? AND path < ?",
                (f"{path} » ", f"{path} »!"),  # "!" follows a space
            )
            found += [below for (below,) in rows]
        return found

    def ids_of(self, paths: Iterable[str]) -> dict[str, DocumentId]:
        """The ids of those of `paths` that are indexed."""
        return ids_of(self._connection, paths)

    def has_other_place(self, document: DocumentId, path: str) -> bool:
        """Whether the mail `document` is elsewhere than at `path`, too."""
        rows = self._connection.execute(
            "SELECT EXISTS (SELECT 1 FROM mail_place WHERE document_id = ? "
            "AND path != ?)",
            (document, path),
        ).fetchall()
        return bool(rows[0][0])

    def paths_of(self, documents: Collection[DocumentId]) -> dict[DocumentId, str]:
        """The path of each of `documents`."""
        rows = self._connection.execute(
            f"SELECT id, path FROM document WHERE id {_AMONG}",
            (json.dumps(list(documents)),),
        )
        return {DocumentId(i): path for i, path in typed(rows, int, str)}

    def first_place(self, document: DocumentId) -> MailPlace | None:
        """The first place of the mail `document`, by path."""
        rows = self._connection.execute(
            f"SELECT {_PLACE} FROM mail_place WHERE document_id = ? "
            "ORDER BY path LIMIT 1",
            (document,),
        )
        found = _typed_places(rows)
        return MailPlace._make(found[0]) if found else None

    def move_documents(self, paths: Mapping[DocumentId, str], place: MailPlace) -> None:
        """Give the documents of a mail new paths, and the category of `place`."""
        delete_keywords(self._connection, paths)
        for document, path in paths.items():
            self._connection.execute(
                "UPDATE document SET path = ?, source = ?, name = ?, "
                "category = iif(? = '', category, ?) WHERE id = ?",
                (
                    *(path, place.file, name_of_part(path, place)),
                    *(place.category, place.category, document),
                ),
            )
        add_keywords(self._connection, paths)

    def delete_skipped_parts(self, paths: Iterable[str]) -> None:
        """Remove attachments of the mails, and parts of the files, at `paths`."""
        self._connection.executemany(
            "DELETE FROM skipped WHERE path >= ? AND path < ?",
            [(f"{path} » ", f"{path} »!") for path in paths],
        )


def _typed_places(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    return typed(rows, str, str, int, int, int, bytes, str, str)
