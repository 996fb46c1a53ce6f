"""The writer of a vault in a database: documents with chunks, terms and vectors."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain

from ragtui_core import DocumentId
from ragtui_core.store import (
    DocumentRecord,
    Reusable,
    Writer,
    placed_chunks,
    put_chunks,
    put_documents,
    remove_chunks,
)
from ragtui_postgres.indexed_terms import (
    COLUMNS,
    INDEXED,
    columns_of,
    vector_of,
    word_texts,
)
from ragtui_postgres.session import PostgresSession
from ragtui_postgres.vector_rows import PostgresVectorWriter


class PostgresWriter(Writer):
    """Writes to a vault in a database."""

    words_come_first = False  # All rows would be written twice
    vectors: PostgresVectorWriter
    _tables: PostgresSession

    def __init__(self, session: PostgresSession, *, vectors: bool) -> None:
        """Use `session`; `vectors` is whether the database can store them."""
        super().__init__(session, PostgresVectorWriter(session, available=vectors))

    def _put(
        self, records: Sequence[DocumentRecord], known: Mapping[str, DocumentId]
    ) -> list[DocumentId]:
        taken = self._removed(known.values())
        documents = put_documents(self._tables, records, known)
        placed = list(placed_chunks(self._tables, records, documents, taken))
        put_chunks(
            self._tables, COLUMNS, ((chunk, columns_of(chunk)) for chunk in placed)
        )
        chunks = [chunk.id for chunk in placed]
        self.vectors.drop(chain(*taken.values()))
        self.vectors.drop_next_vectors(chunks)
        self.vectors.take_former(chunks)
        return documents

    def _remove(self, documents: Collection[DocumentId]) -> None:
        self.vectors.drop(chain(*self._removed(documents).values()))

    def _removed(self, documents: Iterable[DocumentId]) -> Reusable:
        """The chunks of documents, removed once workers that embed them have ended.

        The statements after the lock see the vectors that these have written.
        """
        listed = list(documents)
        self._tables.run(
            "SELECT id FROM chunk WHERE document = ANY(:documents::int[]) FOR UPDATE",
            documents=listed,
        )
        return remove_chunks(self._tables, listed, self.vectors.is_embedded)

    @contextmanager
    def changed(self, documents: Collection[DocumentId]) -> Iterator[None]:
        yield
        rows = self._tables.rows(
            f"SELECT chunk.id, {INDEXED} FROM chunk JOIN document "
            "ON document.id = chunk.document WHERE document.id IN :ids",
            ids=list(documents),
        )
        vectors = ((chunk, *vector_of(word_texts(*texts))) for chunk, *texts in rows)
        self._tables.run_many(
            "UPDATE chunk SET words = :words::tsvector, word_count = :count "
            "WHERE id = :chunk",
            (
                {"chunk": chunk, "words": words, "count": count}
                for chunk, words, count in vectors
            ),
        )
