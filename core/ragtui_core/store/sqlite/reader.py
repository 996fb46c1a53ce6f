"""All queries to an index. A reader is used by one thread at a time."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw

from ragtui_core.store.document_queries import DocumentQueries
from ragtui_core.store.facts import REVISION, WORDS_FIRST
from ragtui_core.store.mail_rows import MailRows
from ragtui_core.store.matching import Matching
from ragtui_core.store.records import (
    ChunkMatch,
    ChunkPlace,
    FolderRow,
    MailPlace,
    StoredFile,
)
from ragtui_core.store.row_records import CARD, anchor_of, card_of, match_of
from ragtui_core.store.selection import (
    Filter,
    FilterField,
    Selection,
    ValueCounts,
)
from ragtui_core.store.sqlite import page_checksums
from ragtui_core.store.sqlite.connection import close
from ragtui_core.store.sqlite.document_rows import (
    next_id,
)
from ragtui_core.store.sqlite.filter_rows import (
    condition_of,
    nearest_value,
    select,
    value_counts,
    value_counts_among,
)
from ragtui_core.store.sqlite.keyword_rows import KeywordReader
from ragtui_core.store.sqlite.link_rows import LinkReader
from ragtui_core.store.sqlite.meta_rows import meta_value
from ragtui_core.store.sqlite.name_rows import NameReader
from ragtui_core.store.sqlite.reader_state import (
    ChunkSelection,
    ReaderState,
    SharedCache,
)
from ragtui_core.store.sqlite.session import Session
from ragtui_core.store.sqlite.title_rows import TitleReader
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.store.sqlite.vector_rows import VectorReader
from ragtui_core.store.text_languages import TextLanguages
from ragtui_core.types import (
    Anchor,
    Card,
    ChunkId,
    DocumentId,
    Skipped,
)

if TYPE_CHECKING:
    from ragtui_core.store.reader_protocols import Reader as ReaderProtocol, T

_CHUNK = (
    "chunk.id, document_id, span_start, span_end, first_line, last_line, "
    "heading_path, text"
)
"""A chunk's columns; `match_of` makes one of them and its document's."""

_FOLDER = "rtrim(rtrim({path}, replace({path}, '/', '')), '/')"
"""The folder of a path, without a slash at its end; empty at the top."""


class Reader:
    """All queries; keywords, vectors, links and names have parts of their own."""

    def __init__(
        self, connection: apsw.Connection, shared: SharedCache | None = None
    ) -> None:
        """Use `connection`, which may be read-only; others may use `shared`, too."""
        self._connection = connection
        self._session = Session(connection)
        self._documents = DocumentQueries(self._session)
        self._state = ReaderState(connection, shared)
        self.keywords = KeywordReader(self._state)
        self.vectors = VectorReader(self._state)
        self.titles = TitleReader(self._state)
        self.links = LinkReader(connection)
        self.names = NameReader(connection)

    def close(self) -> None:
        """Close the connection."""
        close(self._connection)

    def interrupt(self) -> None:
        """End the statement that another thread executes now, with an error."""
        self._connection.interrupt()

    @property
    def has_page_checksums(self) -> bool:
        """Whether changed bytes of the index file are detected when they are read."""
        return page_checksums.are_verified(self._connection)

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._connection, key)

    @contextmanager
    def restricted(self, selection: Selection) -> Iterator[None]:
        """Restrict matches and nearest chunks to `selection`."""
        outer, self._state.selection = (
            self._state.selection,
            ChunkSelection.of(selection),
        )
        try:
            yield
        finally:
            self._state.selection = outer

    def select(self, filters: Sequence[Filter]) -> Selection:
        """The chunks of documents that satisfy every filter.

        Cached until the index changes, since most searches use the same filters.
        """
        known = self._state.cache.selections
        key = tuple(filters)
        if key not in known:
            known[key] = select(self._connection, key)
        return known[key]

    def narrowed(self, selection: Selection, matching: Matching) -> Selection:
        """The chunks of `selection` whose words match."""
        chunks = self.keywords.matching_chunks(matching)
        return ChunkSelection.of(selection).narrowed(chunks)

    def without(self, selection: Selection, chunks: Collection[ChunkId]) -> Selection:
        """The chunks of `selection` except `chunks`."""
        size = next_id(self._connection, "chunk")
        return ChunkSelection.of(selection).without(chunks, size)

    @property
    def corrections(self) -> dict[str, str | None]:
        """A cache of terms that are not in the index and their corrections."""
        return self._state.cache.corrections

    @property
    def languages(self) -> dict[str, TextLanguages]:
        """A cache of words and the languages of texts with them."""
        return self._state.cache.languages

    def once(self, make: "Callable[[ReaderProtocol], T]") -> "T":
        """What `make` returns for this reader, kept until the index changes."""
        made = self._state.cache.made
        if make not in made:
            made[make] = make(self)
        kept: T = made[make]
        return kept

    def value_counts(
        self,
        field: FilterField,
        filters: Sequence[Filter] = (),
    ) -> ValueCounts:
        """The values of `field` with their number of documents, most frequent first.

        Cached until the index changes.

        Args:
            field: One of `COUNTED_FIELDS`.
            filters: Only documents that satisfy all of these count.
        """
        known, key = self._state.cache.counts, (field, tuple(filters))
        if key not in known:
            known[key] = value_counts(self._connection, field, filters)
        return known[key]

    def value_counts_among(
        self,
        fields: Collection[FilterField],
        filters: Sequence[Filter],
        among: Collection[DocumentId],
    ) -> dict[FilterField, ValueCounts]:
        """The same of several fields, of the documents `among` alone."""
        return value_counts_among(self._connection, fields, filters, among)

    def nearest_value(self, field: FilterField, value: str) -> str | None:
        """The value of `field` most similar to `value`, as a suggestion."""
        return nearest_value(self._connection, field, value)

    # --- chunks ---

    def chunks(self, ids: Iterable[ChunkId]) -> dict[ChunkId, ChunkMatch]:
        """Those of the chunks `ids` that exist, with their documents."""
        rows = self._connection.execute(
            f"SELECT {_CHUNK}, {CARD} "
            "FROM json_each(?) AS j CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id",
            (json.dumps(list(ids)),),
        )
        return {ChunkId(row[0]): match_of(*row) for row in rows}

    def places(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, ChunkPlace]:
        """The document of each of `chunks` that exists."""
        rows = self._connection.execute(
            "SELECT chunk.id, document.id, document.path, day, quoted "
            "FROM json_each(?) AS j CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id",
            (json.dumps(list(chunks)),),
        )
        return {
            ChunkId(chunk): ChunkPlace(DocumentId(document), path, day, bool(quoted))
            for chunk, document, path, day, quoted in rows
        }

    def anchors(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, tuple[Anchor, ...]]:
        """The anchors of those of `documents` whose text was extracted."""
        rows = self._connection.execute(
            "SELECT document.id, coalesce(json_extract(metadata, '$.anchors'), '[]') "
            "FROM json_each(?) AS j CROSS JOIN document ON document.id = j.value "
            "WHERE instr(encoding, '/')",
            (json.dumps(list(documents)),),
        )
        return {DocumentId(i): tuple(map(anchor_of, json.loads(a))) for i, a in rows}

    def leading_chunks(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, ChunkMatch]:
        """The first chunk of each of `documents`."""
        rows = self._connection.execute(
            f"SELECT {_CHUNK}, {CARD} "
            "FROM json_each(?) AS j CROSS JOIN document ON document.id = j.value "
            "JOIN chunk ON chunk.id = (SELECT id FROM chunk "
            "WHERE document_id = document.id ORDER BY span_start LIMIT 1)",
            (json.dumps(list(documents)),),
        )
        return {DocumentId(row[1]): match_of(*row) for row in rows}

    def newest_chunks(self, limit: int) -> list[ChunkId]:
        """The leading chunks of the newest documents in the selection."""
        kept, selection = self._state.condition("chunk.id")
        rows = self._connection.execute(
            "SELECT chunk.id, min(span_start) FROM document "
            f"JOIN chunk ON document_id = document.id WHERE true {kept} "
            "GROUP BY document.id ORDER BY day DESC, path LIMIT ?",
            (*selection, limit),
        )
        return [ChunkId(chunk) for chunk, _ in rows]

    # --- documents ---

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first."""
        return self._documents.recent(limit)

    def tagged(self, tag: str, limit: int) -> list[Card]:
        """Documents with a tag (in any case) or a nested one, newest first."""
        chosen = Filter(FilterField.TAG, (tag,))
        sql, parameters = condition_of(self._connection, chosen)
        rows = self._connection.execute(
            f"SELECT {CARD} FROM document WHERE {sql} "
            "ORDER BY mtime_ns DESC, path LIMIT ?",
            (*parameters, limit),
        )
        return [card_of(*row) for row in rows]

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted."""
        return self._documents.paths()

    def revision(self) -> int:
        """A number that grows with every change to documents."""
        return int(self.meta(REVISION) or 0)

    def versions(self) -> dict[str, bytes]:
        """The hash of every document's file by path, sorted by path; without mails."""
        return self._documents.versions()

    def tags_of(self, path: str) -> tuple[str, ...]:
        """The tags of one document's front matter."""
        rows = self._connection.execute(
            "SELECT tag FROM tag JOIN document ON document.id = document_id "
            "WHERE path = ? ORDER BY tag",
            (path,),
        )
        return tuple(tag for (tag,) in typed(rows, str))

    def mail_place(self, path: str) -> MailPlace | None:
        """Where the mail at `path` is, if it is an indexed one."""
        return MailRows(self._session).place_at(path)

    def copies_of(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Every path of each mail or attachment that is at one of `paths`, sorted."""
        return MailRows(self._session).copies_of(paths)

    def chunks_of(self, path: str) -> list[ChunkId]:
        """The chunks of one document, in order."""
        rows = self._connection.execute(
            "SELECT chunk.id FROM document JOIN chunk ON document_id = document.id "
            "WHERE path = ? ORDER BY span_start",
            (path,),
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    # --- coverage ---

    def files(self) -> dict[str, StoredFile]:
        """Every indexed file by path."""
        return self._documents.files()

    def folders(self) -> list[FolderRow]:
        """Every folder that contains a document or a skipped file, by path.

        Subfolders are counted separately.
        """
        rows = self._connection.execute(
            "SELECT folder, sum(documents), sum(chunks), sum(embedded), sum(skipped) "
            "FROM ("
            f" SELECT {_FOLDER.format(path='document.path')} AS folder,"
            "  count(DISTINCT document.id) AS documents, count(chunk.id) AS chunks,"
            "  coalesce(sum(chunk.embedded), 0) AS embedded, 0 AS skipped"
            " FROM document LEFT JOIN chunk ON document_id = document.id GROUP BY 1"
            " UNION ALL"
            f" SELECT {_FOLDER.format(path='path')}, 0, 0, 0, count(*)"
            " FROM skipped GROUP BY 1"
            ") GROUP BY folder ORDER BY folder"
        )
        return [FolderRow(*row) for row in typed(rows, str, int, int, int, int)]

    def counts(self) -> tuple[int, int, int]:
        """Numbers of documents, of chunks, and of chunks with a vector."""
        return self._state.totals()

    def words_only(self) -> int:
        """The number of documents whose words alone are indexed so far."""
        return self._documents.count_words_only() if self.meta(WORDS_FIRST) else 0

    def skipped(self) -> list[Skipped]:
        """Files that are not in the index, and why."""
        return self._documents.skipped()

    def problems(self) -> list[Skipped]:
        """Documents that were indexed with problems."""
        return self._documents.problems()
