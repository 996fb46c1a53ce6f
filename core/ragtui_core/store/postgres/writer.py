"""Writes to an index, in short transactions."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ragtui_core.store.mail_writer import MailWriter
from ragtui_core.store.matching import TermKind
from ragtui_core.store.postgres.connection import Session
from ragtui_core.store.postgres.document_rows import (
    name_terms,
    put_chunks,
    put_documents,
    remove_chunks,
)
from ragtui_core.store.postgres.indexed_terms import ChunkTerms
from ragtui_core.store.postgres.indexed_texts import INDEXED, word_texts
from ragtui_core.store.postgres.long_paths import abridged, without_long_paths
from ragtui_core.store.postgres.shared_session import SharedSession
from ragtui_core.store.postgres.term_rows import add_terms, delete_terms
from ragtui_core.store.postgres.vector_rows import VectorWriter
from ragtui_core.store.records import (
    DocumentRecord,
    IndexChange,
    MailPlace,
    StoredFile,
)
from ragtui_core.store.reusable_chunks import ReusableChunks
from ragtui_core.store.tables.documents import DocumentQueries
from ragtui_core.store.tables.links import put_links
from ragtui_core.store.tables.mails import MailRows
from ragtui_core.store.tables.meta import (
    count_revision,
    meta_value,
    set_meta_value,
)
from ragtui_core.types import ChunkId, DocumentId, Skipped


class Writer:
    """A writing session; `Store.writer` ensures that there is only one."""

    def __init__(self, session: Session, *, vectors: bool) -> None:
        """Use `session`; `vectors` is whether the database can store them."""
        self._session = session
        self.vectors = VectorWriter(session, available=vectors)
        self._tables = shared = SharedSession(session)
        self._documents = DocumentQueries(shared)
        self._mail_rows = MailRows(shared)
        self._mails = MailWriter(
            self._mail_rows,
            self._documents,
            lambda records: self._put(records, {}),
            self._remove,
            self._changed,
        )

    @property
    def replaces_cheaply(self) -> bool:
        """No: it took 2.6 times as long, since rows of postings are rewritten."""
        return False

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
        change = without_long_paths(change)
        gone = [*change.removed, *(item.path for item in change.skipped)]
        with self._session.transaction():
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
            self._session.run(
                "DELETE FROM skipped "
                "WHERE vault = %(vault)s AND path = ANY(%(paths)s::text[])",
                paths=list(map(abridged, read)),
            )
            self._add_skipped([*change.skipped, *unread])
            if gone or change.records or change.mails or change.removed_mails:
                count_revision(self._tables)

    def _put(
        self, records: Sequence[DocumentRecord], moved_from: Mapping[str, str]
    ) -> None:
        """Add or replace documents."""
        if not records:
            return
        before = {
            r.file.path: moved_from.get(r.file.path, r.file.path) for r in records
        }
        ids = self._documents.ids_of({*before, *before.values()})
        known = {new: ids[old] for new, old in before.items() if old in ids}
        kept = {*known.values()}
        self._remove([p for p in before if p in ids and ids[p] not in kept])
        delete_terms(self._session, known.values())
        taken = self._remove_chunks(known.values())
        documents = put_documents(self._session, records, known)
        placed = put_chunks(self._session, records, documents, taken)
        put_links(self._tables, records, documents)
        self.vectors.drop(taken.unused())
        self.vectors.drop_next_vectors(placed.words)
        add_terms(self._session, TermKind.WORD, placed.words)
        add_terms(self._session, TermKind.GRAM, placed.grams)
        add_terms(self._session, TermKind.PART, placed.parts)

    def _remove(self, paths: Collection[str]) -> None:
        """Remove documents, with their chunks, keywords and vectors."""
        documents: Collection[DocumentId] = (
            self._documents.ids_of(paths).values() if paths else ()
        )
        if documents:
            delete_terms(self._session, documents)
            self.vectors.drop(self._remove_chunks(documents).unused())
            self._documents.delete(documents)

    @contextmanager
    def _changed(self, documents: Collection[DocumentId]) -> Iterator[None]:
        """A block in which fields of documents change."""
        delete_terms(self._session, documents, [TermKind.WORD])
        yield
        self._index_again(list(documents))

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
            "WHERE vault = %(vault)s AND id = %(chunk)s",
            (
                {"chunk": chunk, "words": each.vector, "count": each.count}
                for chunk, each in terms.items()
            ),
        )
        named = {document: (texts[2], texts[5]) for _, document, *texts in rows}
        self._session.run_many(
            "UPDATE document SET names = %(names)s::tsvector "
            "WHERE vault = %(vault)s AND id = %(document)s",
            (
                {"document": document, "names": name_terms(title, name)}
                for document, (title, name) in named.items()
            ),
        )
        add_terms(self._session, TermKind.WORD, terms)

    def _remove_chunks(self, documents: Iterable[DocumentId]) -> ReusableChunks:
        return remove_chunks(self._session, documents, self.vectors.embedded_of)

    def replace_skipped(
        self, skipped: Iterable[Skipped], facts: Mapping[str, str]
    ) -> None:
        """Replace the list of files that are not indexed.

        Args:
            skipped: The files, and why they are not.
            facts: Values of table `meta` to set in the same transaction.
        """
        with self._session.transaction():
            # Parts of a file of mails are not read again while it is unchanged.
            self._session.run(
                "DELETE FROM skipped WHERE vault = %(vault)s AND NOT EXISTS ("
                "SELECT 1 FROM mail_file WHERE mail_file.vault = %(vault)s "
                "AND skipped.path LIKE '%% » %%' "
                "AND mail_file.path = split_part(skipped.path, ' » ', 1))"
            )
            self._add_skipped(skipped)
            self._set(facts)

    def _add_skipped(self, skipped: Iterable[Skipped]) -> None:
        self._session.run_many(
            "INSERT INTO skipped VALUES (%(vault)s, %(path)s, %(reason)s) "
            "ON CONFLICT (vault, path) DO UPDATE SET reason = excluded.reason",
            ({"path": abridged(i.path), "reason": i.reason} for i in skipped),
        )

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._tables, key)

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of table `meta`."""
        self.set_facts({key: value})

    def set_facts(self, facts: Mapping[str, str]) -> None:
        """Set values of table `meta`, all in one transaction."""
        with self._session.transaction():
            self._set(facts)

    def _set(self, facts: Mapping[str, str]) -> None:
        for key, value in facts.items():
            set_meta_value(self._tables, key, value)
