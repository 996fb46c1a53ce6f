"""The rows of `mail_file` and `mail_place`: files of mails, and where mails are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragtui_core.documents.part_paths import (
    PART_SEPARATOR,
    copies_by_path,
    with_containers,
)
from ragtui_core.store.records import (
    FileState,
    MailFileRecord,
    MailLocation,
    name_of_part,
)
from ragtui_core.store.tables.columns import FILE_COLUMNS, SET_FILE_STATE
from ragtui_core.types import DocumentId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ragtui_core.store.session import Session

_LOCATION = ", ".join(MailLocation._fields)


class MailRows:
    """Reads and changes the rows."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _locations(self, condition: str, **values: Any) -> list[MailLocation]:
        sql = f"SELECT {_LOCATION} FROM mail_place WHERE {condition}"
        return [MailLocation._make(row) for row in self._session.rows(sql, **values)]

    def locations_of_file(self, file: str) -> list[MailLocation]:
        """The mails of a file, in order."""
        return self._locations("file = :file ORDER BY start", file=file)

    def location_at(self, path: str) -> MailLocation | None:
        """Where the mail at a path is."""
        return next(iter(self._locations("path = :path", path=path)), None)

    def first_location(self, document: DocumentId) -> MailLocation | None:
        """The first place of the mail `document`, by path."""
        condition = "document = :document ORDER BY path LIMIT 1"
        return next(iter(self._locations(condition, document=document)), None)

    def has_other_location(self, document: DocumentId, path: str) -> bool:
        """Whether the mail `document` is elsewhere than at `path`, too."""
        condition = "document = :document AND path != :path LIMIT 1"
        return bool(self._locations(condition, document=document, path=path))

    def copies_of(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Every path of each mail or attachment that is at one of `paths`; sorted."""
        listed = list(paths)
        rows = self._session.rows(
            "SELECT asked.path, copy.path FROM mail_place AS asked "
            "JOIN mail_place AS copy ON copy.document = asked.document "
            "WHERE asked.path IN :paths ORDER BY copy.path",
            paths=sorted({mail for path in listed for mail in with_containers(path)}),
        )
        copies: dict[str, list[str]] = {}
        for mail, copy in rows:
            copies.setdefault(mail, []).append(copy)
        return copies_by_path(listed, copies)

    def documents_at(self, paths: Collection[str]) -> dict[str, tuple[str, DocumentId]]:
        """The key and the document of each of the mails at `paths` that is indexed."""
        rows = self._session.rows(
            "SELECT path, key, document FROM mail_place WHERE path IN :paths",
            paths=list(paths),
        )
        return {path: (key, DocumentId(document)) for path, key, document in rows}

    def documents_with(self, keys: Collection[str]) -> dict[str, DocumentId]:
        """The document of each of the keys of mails that has one."""
        rows = self._session.rows(
            "SELECT key, document FROM mail_place WHERE key IN :keys",
            keys=[key for key in keys if key],
        )
        return {key: DocumentId(document) for key, document in rows}

    def files_of(self, paths: Collection[str]) -> list[str]:
        """Which of `paths` are files of mails."""
        rows = self._session.rows(
            "SELECT path FROM mail_file WHERE path IN :paths", paths=list(paths)
        )
        return [path for (path,) in rows]

    def parts_below(self, paths: Iterable[str]) -> list[str]:
        """The documents of attachments of the mails at `paths`."""
        sql = "SELECT path FROM document WHERE path >= :first AND path < :end"
        return [
            part
            for path in paths
            for (part,) in self._session.rows(sql, **_below(path))
        ]

    def paths_of(self, documents: Collection[DocumentId]) -> dict[DocumentId, str]:
        """The path of each of `documents`."""
        rows = self._session.rows(
            "SELECT id, path FROM document WHERE id IN :ids", ids=list(documents)
        )
        return {DocumentId(document): path for document, path in rows}

    def put_locations(
        self, locations: Iterable[tuple[MailLocation, DocumentId]]
    ) -> None:
        """Insert or replace rows."""
        rows = {
            location.path: (*location, document) for location, document in locations
        }
        self.delete_locations(rows)
        self._session.insert("mail_place", f"{_LOCATION}, document", rows.values())

    def move_locations(self, locations: Iterable[MailLocation]) -> None:
        """Change where mails are in their file."""
        self._session.run_many(
            "UPDATE mail_place SET start = :start, number = :number WHERE path = :path",
            (location._asdict() for location in locations),
        )

    def put_files(self, records: Iterable[MailFileRecord]) -> None:
        """Insert or replace the states of files."""
        rows = {
            file.path: (*file, checked_ns, digest)
            for file, checked_ns, digest in records
        }
        self.delete_files(rows)
        self._session.insert("mail_file", FILE_COLUMNS, rows.values())

    def touch_files(self, states: Sequence[FileState], now_ns: int) -> None:
        """Update the states of files of mails with content unchanged at `now_ns`."""
        self._session.run_many(
            f"UPDATE mail_file SET {SET_FILE_STATE} WHERE path = :path",
            ({**state._asdict(), "now": now_ns} for state in states),
        )

    def move_documents(
        self, paths: Mapping[DocumentId, str], location: MailLocation
    ) -> None:
        """Give the documents of a mail new paths, and the category of `location`."""
        self._session.run_many(
            "UPDATE document SET path = :path, source = :source, name = :name, "
            "category = CASE :category WHEN '' THEN category ELSE :category END "
            "WHERE id = :document",
            (
                {
                    "path": path,
                    "source": location.file,
                    "name": name_of_part(path, location),
                    "category": location.category,
                    "document": document,
                }
                for document, path in paths.items()
            ),
        )

    def delete_locations(self, paths: Iterable[str]) -> None:
        """Remove rows of mails."""
        self._delete("mail_place", paths)

    def delete_files(self, paths: Iterable[str]) -> None:
        """Remove rows of files."""
        self._delete("mail_file", paths)

    def _delete(self, table: str, paths: Iterable[str]) -> None:
        if listed := list(paths):
            sql = f"DELETE FROM {table} WHERE path IN :paths"
            self._session.run(sql, paths=listed)

    def delete_skipped_parts(self, paths: Iterable[str]) -> None:
        """Remove attachments of the mails, and parts of the files, at `paths`."""
        sql = "DELETE FROM skipped WHERE path >= :first AND path < :end"
        self._session.run_many(sql, map(_below, paths))


def _below(path: str) -> dict[str, str]:
    """The first path of a part of a mail, and the first that is none."""
    return {"first": path + PART_SEPARATOR, "end": f"{path} »!"}  # "!" follows a space
