"""Everything that changes an index, in short transactions, by the one writer."""

import time
from collections.abc import Collection, Iterable, Sequence

import apsw

from ragtui_core.model import DocumentId, Skipped
from ragtui_core.store.chunk_rows import put_chunks, take_chunks
from ragtui_core.store.connection import transaction
from ragtui_core.store.document_rows import (
    delete_documents,
    ids_of,
    move_document,
    put_documents,
    stored_files,
    touch_documents,
)
from ragtui_core.store.keyword_rows import add_keywords, forget_keywords
from ragtui_core.store.link_rows import put_links
from ragtui_core.store.meta_rows import count_revision, meta_value, set_meta_value
from ragtui_core.store.records import DocumentRecord, FileState, StoredFile
from ragtui_core.store.subword_rows import add_subwords, forget_subwords
from ragtui_core.store.vector_rows import VectorRows


class Writer:
    """A writing connection; `Store.writer` sees to it that there is only one."""

    def __init__(self, connection: apsw.Connection, *, vectors: bool) -> None:
        """Take over `connection`; `vectors` tells whether sqlite-vec is there."""
        self._connection = connection
        self.vectors = VectorRows(connection, available=vectors)

    def files(self) -> dict[str, StoredFile]:
        """Every indexed file by path."""
        return stored_files(self._connection)

    def put(self, records: Sequence[DocumentRecord]) -> None:
        """Add or replace documents; unchanged chunks keep their vectors."""
        paths = [record.file.path for record in records]
        with transaction(self._connection):
            known = ids_of(self._connection, paths)
            self._forget_words(known.values())
            taken = take_chunks(self._connection, known.values())
            documents = put_documents(self._connection, records, known)
            chunks = put_chunks(self._connection, records, documents, taken)
            put_links(self._connection, records, documents)
            self.vectors.drop(taken.left())
            self.vectors.renew(chunk for placed in chunks for chunk in placed)
            add_keywords(self._connection, documents)
            add_subwords(self._connection, records, chunks)
            self._forget_skipped(paths)
            count_revision(self._connection)

    def rename(self, moves: Iterable[tuple[str, str]]) -> None:
        """Give documents new paths; `put` must follow to refresh their fields."""
        with transaction(self._connection):
            for old, new in moves:
                document = ids_of(self._connection, [old])[old]
                forget_keywords(self._connection, [document])
                move_document(self._connection, document, new)
                add_keywords(self._connection, [document])
            count_revision(self._connection)

    def delete(self, paths: Iterable[str]) -> None:
        """Remove documents, with their chunks, keywords and vectors."""
        with transaction(self._connection):
            documents = ids_of(self._connection, paths).values()
            self._forget_words(documents)
            self.vectors.drop(take_chunks(self._connection, documents).left())
            delete_documents(self._connection, documents)
            count_revision(self._connection)

    def _forget_words(self, documents: Collection[DocumentId]) -> None:
        forget_keywords(self._connection, documents)
        forget_subwords(self._connection, documents)

    def touch(self, states: Iterable[FileState]) -> None:
        """Note new sizes and times of files whose content is as it was."""
        with transaction(self._connection):
            touch_documents(self._connection, states, time.time_ns())

    def replace_skipped(self, skipped: Iterable[Skipped]) -> None:
        """Make this the whole list of files that are not indexed."""
        with transaction(self._connection):
            self._connection.execute("DELETE FROM skipped")
            self._note_skipped(skipped)

    def add_skipped(self, skipped: Iterable[Skipped]) -> None:
        """Add to the list of files that are not indexed."""
        with transaction(self._connection):
            self._note_skipped(skipped)

    def _note_skipped(self, skipped: Iterable[Skipped]) -> None:
        self._connection.executemany(
            "INSERT OR REPLACE INTO skipped (path, reason) VALUES (?, ?)",
            [(item.path, item.reason) for item in skipped],
        )

    def _forget_skipped(self, paths: Iterable[str]) -> None:
        sql = "DELETE FROM skipped WHERE path = ?"
        self._connection.executemany(sql, [(path,) for path in paths])

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._connection, key)

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of table `meta`."""
        with transaction(self._connection):
            set_meta_value(self._connection, key, value)
