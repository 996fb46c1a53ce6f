"""Writes to an index, in short transactions."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import apsw

from ragtui_core.store.mail_writer import MailWriter
from ragtui_core.store.records import (
    DocumentRecord,
    IndexChange,
    MailPlace,
    StoredFile,
)
from ragtui_core.store.sqlite.connection import transaction
from ragtui_core.store.sqlite.document_rows import (
    put_chunks,
    put_documents,
    remove_chunks,
)
from ragtui_core.store.sqlite.keyword_changes import (
    add_keywords,
    add_subwords,
    delete_keywords,
    delete_subwords,
)
from ragtui_core.store.sqlite.session import Session
from ragtui_core.store.sqlite.vector_writer import VectorWriter
from ragtui_core.store.tables.documents import DocumentQueries
from ragtui_core.store.tables.links import put_links
from ragtui_core.store.tables.mails import MailRows
from ragtui_core.store.tables.meta import (
    count_revision,
    meta_value,
    set_meta_value,
)
from ragtui_core.types import DocumentId, Skipped


class Writer:
    """A writing connection; `Store.writer` ensures that there is only one."""

    def __init__(self, connection: apsw.Connection, *, vectors: bool) -> None:
        """Use `connection`; `vectors` is whether sqlite-vec is available."""
        self._connection = connection
        self.vectors = VectorWriter(connection, available=vectors)
        self._session = session = Session(connection)
        self._documents = DocumentQueries(session)
        self._mail_rows = MailRows(session)
        self._mails = MailWriter(
            self._mail_rows,
            self._documents,
            lambda records: self._put(records, {}),
            self._remove,
            self._changed,
        )

    @property
    def replaces_cheaply(self) -> bool:
        """Yes: 15% more processor time in all, for words within seconds."""
        return True

    def files(self, paths: Iterable[str] | None = None) -> dict[str, StoredFile]:
        """Those of the files `paths` that are indexed; without `paths`, every one."""
        return self._documents.files(paths)

    def extracted(self) -> list[tuple[str, str]]:
        """The path and the encoding of each file whose text was extracted."""
        return self._documents.extracted()

    def places_of_file(self, path: str) -> list[MailPlace]:
        """The indexed mails of a file, in order."""
        return self._mail_rows.places_of_file(path)

    def content_hashes(self) -> list[bytes]:
        """The hashes of all files, mails and attachments that are indexed."""
        return self._documents.hashes()

    def count_documents(self) -> int:
        """How many files are indexed."""
        return self._documents.count_files()

    def has_files_below(self, folder: str) -> bool:
        """Whether a file in `folder`, or one below it, is indexed or was skipped."""
        return self._documents.has_files_below(folder)

    def apply(self, change: IndexChange) -> None:
        """Write `change` in one transaction; unchanged chunks keep their vectors."""
        gone = [*change.removed, *(item.path for item in change.skipped)]
        with transaction(self._connection):
            unread = self._mails.apply(change, gone) if gone or change.has_mails else []
            self._remove(gone)
            self._put(change.records, change.moved_from)
            self._documents.touch(change.touched, change.checked_ns)
            self._mail_rows.touch_files(change.touched, change.checked_ns)
            read = (
                *change.seen,
                *(item.file.path for item in change.records),
                *(item.place.path for item in change.mails),
            )
            self._connection.executemany(
                "DELETE FROM skipped WHERE path = ?", [(path,) for path in read]
            )
            self._add_skipped([*change.skipped, *unread])
            if gone or change.records or change.mails or change.removed_mails:
                count_revision(self._session)

    def _put(
        self, records: Sequence[DocumentRecord], moved_from: Mapping[str, str]
    ) -> None:
        """Add or replace documents."""
        if not records:
            return
        before = {
            r.file.path: moved_from.get(r.file.path, r.file.path) for r in records
        }
        # The words of a new file may have come before it was known to be moved.
        self._remove([new for new, old in before.items() if new != old])
        ids = self._documents.ids_of(before.values())
        known = {new: ids[old] for new, old in before.items() if old in ids}
        self._delete_words(known.values())
        taken = remove_chunks(self._connection, known.values())
        documents = put_documents(self._connection, records, known)
        chunks = put_chunks(self._connection, records, documents, taken)
        put_links(self._session, records, documents)
        self.vectors.drop(taken.unused())
        placed = [chunk for of_record in chunks for chunk in of_record]
        self.vectors.drop_next_vectors(placed)
        self.vectors.take_former(placed)
        add_keywords(self._connection, documents)
        add_subwords(self._connection, records, chunks)

    def _remove(self, paths: Collection[str]) -> None:
        """Remove documents, with their chunks, keywords and vectors."""
        documents = self._documents.ids_of(paths).values() if paths else ()
        if documents:
            self._delete_words(documents)
            self.vectors.drop(remove_chunks(self._connection, documents).unused())
            self._documents.delete(documents)

    @contextmanager
    def _changed(self, documents: Collection[DocumentId]) -> Iterator[None]:
        """A block in which fields of documents change."""
        delete_keywords(self._connection, documents)
        yield
        add_keywords(self._connection, documents)

    def _delete_words(self, documents: Collection[DocumentId]) -> None:
        delete_keywords(self._connection, documents)
        delete_subwords(self._connection, documents)

    def replace_skipped(
        self, skipped: Iterable[Skipped], facts: Mapping[str, str]
    ) -> None:
        """Replace the list of files that are not indexed.

        Args:
            skipped: The files, and why they are not.
            facts: Values of table `meta` to set in the same transaction.
        """
        with transaction(self._connection):
            # Parts of a file of mails are not read again while it is unchanged.
            self._connection.execute(
                "DELETE FROM skipped WHERE NOT EXISTS (SELECT 1 FROM mail_file "
                "WHERE mail_file.path = substr(skipped.path, 1, "
                "instr(skipped.path, ' » ') - 1))"
            )
            self._add_skipped(skipped)
            self._set(facts)

    def _add_skipped(self, skipped: Iterable[Skipped]) -> None:
        self._connection.executemany(
            "INSERT OR REPLACE INTO skipped VALUES (?, ?)",
            [(item.path, item.reason) for item in skipped],
        )

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._session, key)

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of table `meta`."""
        self.set_facts({key: value})

    def set_facts(self, facts: Mapping[str, str]) -> None:
        """Set values of table `meta`, all in one transaction."""
        with transaction(self._connection):
            self._set(facts)

    def _set(self, facts: Mapping[str, str]) -> None:
        for key, value in facts.items():
            set_meta_value(self._session, key, value)
