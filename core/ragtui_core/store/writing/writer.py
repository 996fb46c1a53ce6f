"""Writes to an index, in whichever store, in short transactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.documents.mail.mail_paths import PART_SEPARATOR
from ragtui_core.store.index_limits import abridged
from ragtui_core.store.tables.documents import DocumentQueries
from ragtui_core.store.tables.mails import MailRows
from ragtui_core.store.tables.meta import count_revision, meta_value, set_meta_value
from ragtui_core.store.writing.document_writer import DocumentWriter
from ragtui_core.store.writing.mail_writer import MailWriter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragtui_core.store.records import IndexChange
    from ragtui_core.store.session import Session
    from ragtui_core.store.writing.document_writer import Contents
    from ragtui_core.store.writing.vector_writer import VectorWriter
    from ragtui_core.types import Skipped


class Writer:
    """A writing session; `Store.writer` ensures that there is only one."""

    words_come_first: bool
    """Whether to write the words of many new files before their chunks."""
    batches_grow: bool
    """Whether to write more files per transaction the longer a run takes."""

    def __init__(
        self, tables: Session, contents: Contents, vectors: VectorWriter
    ) -> None:
        self.vectors = vectors
        self._tables = tables
        self._contents = contents
        self.documents = DocumentQueries(tables)
        self.mails = MailRows(tables)
        self._document_writer = DocumentWriter(tables, contents, self.documents)
        self._mail_writer = MailWriter(self.mails, self._document_writer)

    def apply(self, change: IndexChange) -> None:
        """Write `change` in one transaction; unchanged chunks keep their vectors."""
        gone = [*change.removed, *(item.path for item in change.skipped)]
        with self._contents.transaction():
            unread = (
                self._mail_writer.apply(change, gone)
                if gone or change.has_mails
                else []
            )
            self._document_writer.remove(gone)
            self._document_writer.put(change.records, change.moved_from)
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

    def replace_skipped(
        self, skipped: Iterable[Skipped], meta: Mapping[str, str]
    ) -> None:
        """Replace the list of files that are not indexed, and set values of `meta`."""
        with self._contents.transaction():
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
        with self._contents.transaction():
            self._set(values)

    def _set(self, values: Mapping[str, str]) -> None:
        for key, value in values.items():
            set_meta_value(self._tables, key, value)
