"""The rows of `mail_file` and `mail_place`: files of mails, and where mails are."""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import apsw

from ragtui_core.documents.mail.mail_paths import SEPARATOR
from ragtui_core.store.records import FileState, MailFileRecord, MailPlace
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.types import DocumentId

_PLACE = "path, file, start, length, number, hash, key, category"
_AMONG = "IN (SELECT value FROM json_each(?))"


def places_of_file(connection: apsw.Connection, file: str) -> list[MailPlace]:
    """The mails of a file, in order."""
    rows = connection.execute(
        f"SELECT {_PLACE} FROM mail_place WHERE file = ? ORDER BY start", (file,)
    )
    return [MailPlace._make(row) for row in _typed_places(rows)]


def place_at(connection: apsw.Connection, path: str) -> MailPlace | None:
    """Where the mail at a path is."""
    rows = connection.execute(
        f"SELECT {_PLACE} FROM mail_place WHERE path = ?", (path,)
    )
    found = _typed_places(rows)
    return MailPlace._make(found[0]) if found else None


def copies_of(connection: apsw.Connection, path: str) -> list[str]:
    """Every path of the mail or attachment that is at `path`; sorted."""
    mail, below = path, ""
    while mail:
        rows = connection.execute(
            "SELECT path FROM mail_place WHERE document_id = "
            "(SELECT document_id FROM mail_place WHERE path = ?) ORDER BY path",
            (mail,),
        )
        if found := [f"{copy}{below}" for (copy,) in typed(rows, str)]:
            return found
        mail = mail.rpartition(SEPARATOR)[0]
        below = path[len(mail) :]
    return []


def _typed_places(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    return typed(rows, str, str, int, int, int, bytes, str, str)


def documents_at(
    connection: apsw.Connection, paths: Collection[str]
) -> dict[str, tuple[str, DocumentId]]:
    """The key and the document of each of the mails at `paths` that is indexed."""
    rows = connection.execute(
        f"SELECT path, key, document_id FROM mail_place WHERE path {_AMONG}",
        (json.dumps(list(paths)),),
    )
    return {path: (key, DocumentId(i)) for path, key, i in typed(rows, str, str, int)}


def documents_with(
    connection: apsw.Connection, keys: Collection[str]
) -> dict[str, DocumentId]:
    """The document of each of the keys of mails that has one."""
    rows = connection.execute(
        f"SELECT key, document_id FROM mail_place WHERE key {_AMONG}",
        (json.dumps([key for key in keys if key]),),
    )
    return {key: DocumentId(i) for key, i in typed(rows, str, int)}


def files_of(connection: apsw.Connection, paths: Collection[str]) -> list[str]:
    """Those of `paths` that are files of mails."""
    rows = connection.execute(
        f"SELECT path FROM mail_file WHERE path {_AMONG}", (json.dumps(list(paths)),)
    )
    return [path for (path,) in rows]


def put_places(
    connection: apsw.Connection, places: Iterable[tuple[MailPlace, DocumentId]]
) -> None:
    """Insert or replace rows."""
    connection.executemany(
        f"INSERT OR REPLACE INTO mail_place ({_PLACE}, document_id) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(*place, document) for place, document in places],
    )


def move_places(connection: apsw.Connection, places: Iterable[MailPlace]) -> None:
    """Change where mails are in their file."""
    connection.executemany(
        "UPDATE mail_place SET start = ?, number = ? WHERE path = ?",
        [(place.start, place.number, place.path) for place in places],
    )


def put_files(connection: apsw.Connection, records: Iterable[MailFileRecord]) -> None:
    """Insert or replace the states of files."""
    connection.executemany(
        "INSERT OR REPLACE INTO mail_file VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(*file, checked_ns, digest) for file, checked_ns, digest in records],
    )


def touch_files(
    connection: apsw.Connection, states: Sequence[FileState], now_ns: int
) -> None:
    """Update the states of files of mails whose content was unchanged at `now_ns`."""
    connection.executemany(
        "UPDATE mail_file SET size = ?, mtime_ns = ?, changed_ns = ?, inode = ?, "
        "checked_ns = ? WHERE path = ?",
        [(*state[1:], now_ns, state.path) for state in states],
    )


def delete_places(connection: apsw.Connection, paths: Iterable[str]) -> None:
    """Remove rows of mails."""
    connection.executemany(
        "DELETE FROM mail_place WHERE path = ?", [(path,) for path in paths]
    )


def delete_files(connection: apsw.Connection, paths: Iterable[str]) -> None:
    """Remove rows of files."""
    connection.executemany(
        "DELETE FROM mail_file WHERE path = ?", [(path,) for path in paths]
    )


def parts_below(connection: apsw.Connection, paths: Iterable[str]) -> list[str]:
    """The documents of attachments of the mails at `paths`."""
    found: list[str] = []
    for path in paths:
        rows = connection.execute(
            "SELECT path FROM document WHERE path >= ? AND path < ?",
            (f"{path} » ", f"{path} »!"),  # "!" follows a space
        )
        found += [below for (below,) in rows]
    return found
