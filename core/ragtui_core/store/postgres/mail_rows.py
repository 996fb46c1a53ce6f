"""The rows of `mail_file` and `mail_place`: files of mails, and where mails are."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ragtui_core.documents.mail.mail_paths import copies_by_path, with_containers
from ragtui_core.store.matching import TermKind
from ragtui_core.store.postgres.connection import Session
from ragtui_core.store.postgres.document_rows import ids_of, name_terms
from ragtui_core.store.postgres.indexed_terms import ChunkTerms
from ragtui_core.store.postgres.indexed_texts import INDEXED, word_texts
from ragtui_core.store.postgres.term_rows import add_terms, delete_terms
from ragtui_core.store.records import (
    FileState,
    MailFileRecord,
    MailPlace,
    name_of_part,
)
from ragtui_core.types import ChunkId, DocumentId

_PLACE = "path, file, start, length, number, hash, key, category"
_OURS = "WHERE vault = %(vault)s AND"


class MailRows:
    """The rows; changes are within a transaction of the caller's."""

    def __init__(self, session: Session) -> None:
        """Use `session`."""
        self._session = session

    def _places(self, condition: str, **values: Any) -> list[MailPlace]:
        rows = self._session.rows(
            f"SELECT {_PLACE} FROM mail_place {_OURS} {condition}", **values
        )
        return [MailPlace._make(row) for row in rows]

    def places_of_file(self, file: str) -> list[MailPlace]:
        """The mails of a file, in order."""
        return self._places("file = %(file)s ORDER BY start", file=file)

    def place_at(self, path: str) -> MailPlace | None:
        """Where the mail at a path is."""
        return next(iter(self._places("path = %(path)s", path=path)), None)

    def first_place(self, document: DocumentId) -> MailPlace | None:
        """The first place of the mail `document`, by path."""
        found = self._places(
            "document = %(document)s ORDER BY path LIMIT 1", document=document
        )
        return next(iter(found), None)

    def copies_of(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Every path of each mail or attachment that is at one of `paths`; sorted."""
        listed = list(paths)
        rows = self._session.rows(
            "SELECT asked.path, copy.path FROM mail_place AS asked "
            "JOIN mail_place AS copy ON copy.vault = asked.vault "
            "AND copy.document = asked.document WHERE asked.vault = %(vault)s "
            "AND asked.path = ANY(%(paths)s::text[]) ORDER BY copy.path",
            paths=sorted({mail for path in listed for mail in with_containers(path)}),
        )
        copies: dict[str, list[str]] = {}
        for mail, copy in rows:
            copies.setdefault(mail, []).append(copy)
        return copies_by_path(listed, copies)

    def documents_at(self, paths: Collection[str]) -> dict[str, tuple[str, DocumentId]]:
        """The key and the document of each of the mails at `paths` that is indexed."""
        rows = self._session.rows(
            f"SELECT path, key, document FROM mail_place {_OURS} "
            "path = ANY(%(paths)s::text[])",
            paths=list(paths),
        )
        return {path: (key, DocumentId(i)) for path, key, i in rows}

    def documents_with(self, keys: Collection[str]) -> dict[str, DocumentId]:
        """The document of each of the keys of mails that has one."""
        rows = self._session.rows(
            f"SELECT key, document FROM mail_place {_OURS} key = ANY(%(keys)s::text[])",
            keys=[key for key in keys if key],
        )
        return {key: DocumentId(i) for key, i in rows}

    def files_of(self, paths: Collection[str]) -> list[str]:
        """Those of `paths` that are files of mails."""
        rows = self._session.rows(
            f"SELECT path FROM mail_file {_OURS} path = ANY(%(paths)s::text[])",
            paths=list(paths),
        )
        return [path for (path,) in rows]

    def put_places(self, places: Iterable[tuple[MailPlace, DocumentId]]) -> None:
        """Insert or replace rows."""
        rows = [(place, document) for place, document in places]
        self.delete_places(place.path for place, _ in rows)
        self._session.insert(
            "mail_place",
            f"{_PLACE}, document",
            {place.path: (*place, document) for place, document in rows}.values(),
        )

    def move_places(self, places: Iterable[MailPlace]) -> None:
        """Change where mails are in their file."""
        self._session.run_many(
            "UPDATE mail_place SET start = %(start)s, number = %(number)s "
            f"{_OURS} path = %(path)s",
            (place._asdict() for place in places),
        )

    def put_files(self, records: Iterable[MailFileRecord]) -> None:
        """Insert or replace the states of files."""
        rows = {
            file.path: (*file, checked_ns, digest)
            for file, checked_ns, digest in records
        }
        self.delete_files(rows)
        self._session.insert(
            "mail_file",
            "path, size, mtime_ns, changed_ns, inode, checked_ns, hash",
            rows.values(),
        )

    def touch_files(self, states: Sequence[FileState], now_ns: int) -> None:
        """Update the states of files of mails with content unchanged at `now_ns`."""
        self._session.run_many(
            "UPDATE mail_file SET size = %(size)s, mtime_ns = %(mtime_ns)s, "
            "changed_ns = %(changed_ns)s, inode = %(inode)s, checked_ns = %(now)s "
            f"{_OURS} path = %(path)s",
            ({**state._asdict(), "now": now_ns} for state in states),
        )

    def delete_places(self, paths: Iterable[str]) -> None:
        """Remove rows of mails."""
        self._delete("mail_place", paths)

    def delete_files(self, paths: Iterable[str]) -> None:
        """Remove rows of files."""
        self._delete("mail_file", paths)

    def _delete(self, table: str, paths: Iterable[str]) -> None:
        if listed := list(paths):
            self._session.run(
                f"DELETE FROM {table} {_OURS} path = ANY(%(paths)s::text[])",
                paths=listed,
            )

    def parts_below(self, paths: Iterable[str]) -> list[str]:
        """The documents of attachments of the mails at `paths`."""
        listed = list(paths)
        if not listed:
            return []
        rows = self._session.rows(
            "SELECT document.path FROM unnest(%(paths)s::text[]) AS mail (path) "
            "JOIN document ON document.vault = %(vault)s "
            # "!" follows a space
            "AND document.path >= mail.path || ' » ' "
            "AND document.path < mail.path || ' »!'",
            paths=listed,
        )
        return [path for (path,) in rows]

    def ids_of(self, paths: Iterable[str]) -> dict[str, DocumentId]:
        """The ids of those of `paths` that are indexed."""
        return ids_of(self._session, paths)

    def has_other_place(self, document: DocumentId, path: str) -> bool:
        """Whether the mail `document` is elsewhere than at `path`, too."""
        found = self._places(
            "document = %(document)s AND path != %(path)s LIMIT 1",
            document=document,
            path=path,
        )
        return bool(found)

    def paths_of(self, documents: Collection[DocumentId]) -> dict[DocumentId, str]:
        """The path of each of `documents`."""
        rows = self._session.rows(
            f"SELECT id, path FROM document {_OURS} id = ANY(%(ids)s::int[])",
            ids=list(documents),
        )
        return {DocumentId(i): path for i, path in rows}

    def move_documents(self, paths: Mapping[DocumentId, str], place: MailPlace) -> None:
        """Give the documents of a mail new paths, and the category of `place`."""
        delete_terms(self._session, paths, [TermKind.WORD])
        for document, path in paths.items():
            self._session.run(
                "UPDATE document SET path = %(path)s, source = %(source)s, "
                "name = %(name)s, category = CASE WHEN %(category)s::text = '' "
                f"THEN category ELSE %(category)s END {_OURS} id = %(document)s",
                path=path,
                source=place.file,
                name=name_of_part(path, place),
                category=place.category,
                document=document,
            )
        self._index_again(list(paths))

    def _index_again(self, documents: list[DocumentId]) -> None:
        """Add the words of documents whose fields changed."""
        rows = self._session.rows(
            f"SELECT chunk.id, document.id, {INDEXED} FROM chunk JOIN document "
            "ON document.vault = chunk.vault AND document.id = chunk.document "
            "WHERE chunk.vault = %(vault)s AND document.id = ANY(%(ids)s::int[])",
            ids=documents,
        )
        terms = {ChunkId(i): ChunkTerms.of(word_texts(*texts)) for i, _, *texts in rows}
        self._session.run_many(
            "UPDATE chunk SET words = %(words)s::tsvector, word_count = %(count)s "
            f"{_OURS} id = %(chunk)s",
            (
                {"chunk": chunk, "words": each.vector, "count": each.count}
                for chunk, each in terms.items()
            ),
        )
        named = {document: (texts[2], texts[5]) for _, document, *texts in rows}
        self._session.run_many(
            "UPDATE document SET names = %(names)s::tsvector "
            f"{_OURS} id = %(document)s",
            (
                {"document": document, "names": name_terms(title, name)}
                for document, (title, name) in named.items()
            ),
        )
        add_terms(self._session, TermKind.WORD, terms)

    def delete_skipped_parts(self, paths: Iterable[str]) -> None:
        """Remove attachments of the mails, and parts of the files, at `paths`."""
        if listed := list(paths):
            self._session.run(
                "DELETE FROM skipped USING unnest(%(paths)s::text[]) AS mail (path) "
                "WHERE skipped.vault = %(vault)s "
                "AND skipped.path >= mail.path || ' » ' "
                "AND skipped.path < mail.path || ' »!'",
                paths=listed,
            )
