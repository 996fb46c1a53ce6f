"""All queries to an index. A reader is used by one thread at a time."""

import json
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_core.store.document_queries import DocumentQueries
from ragtui_core.store.facts import WORDS_FIRST
from ragtui_core.store.mail_rows import MailRows
from ragtui_core.store.matching import Matching
from ragtui_core.store.postgres.document_rows import (
    folder_rows,
)
from ragtui_core.store.postgres.filter_rows import (
    condition_of,
    nearest_value,
    select,
    value_counts,
)
from ragtui_core.store.postgres.keyword_reader import KeywordReader
from ragtui_core.store.postgres.link_rows import LinkReader
from ragtui_core.store.postgres.name_rows import NameReader
from ragtui_core.store.postgres.reader_state import ChunkSelection, ReaderState
from ragtui_core.store.postgres.shared_session import SharedSession
from ragtui_core.store.postgres.term_rows import count_wrong_terms
from ragtui_core.store.postgres.title_rows import TitleReader
from ragtui_core.store.postgres.vector_rows import VectorReader
from ragtui_core.store.records import (
    ChunkMatch,
    ChunkPlace,
    FolderRow,
    MailPlace,
    StoredFile,
)
from ragtui_core.store.row_records import CARD, anchor_of, card_of, match_of
from ragtui_core.store.selection import Filter, FilterField, Selection, ValueCounts
from ragtui_core.store.text_languages import TextLanguages
from ragtui_core.types import Anchor, Card, ChunkId, DocumentId, Skipped

if TYPE_CHECKING:
    from ragtui_core.store.reader_protocols import Reader as ReaderProtocol, T


_CHUNK = (
    "chunk.id, chunk.document, span_start, span_end, first_line, last_line, "
    "heading_path, text"
)
"""A chunk's columns; `match_of` makes one of them and its document's."""

_WITH_DOCUMENTS = (
    "chunk JOIN document ON document.vault = chunk.vault "
    "AND document.id = chunk.document WHERE chunk.vault = %(vault)s"
)


class Reader:
    """All queries; keywords, vectors, links and names have parts of their own."""

    def __init__(self, state: ReaderState) -> None:
        """Use the session of `state`."""
        self._state = state
        self._session = state.session
        self.keywords = KeywordReader(state)
        self.vectors = VectorReader(state)
        self.titles = TitleReader(state)
        self.links = LinkReader(state.session, self.keywords)
        self.names = NameReader(state.session)
        self._shared = SharedSession(state.session)
        self._documents = DocumentQueries(self._shared)

    def close(self) -> None:
        """Close the connection."""
        self._session.connection.close()

    def interrupt(self) -> None:
        """Have the server end the statement that another thread waits for."""
        cancel = self._session.connection.cancel_safe
        # It asks the server by a connection of its own.
        threading.Thread(target=cancel, daemon=True).start()

    def refresh(self, vault: str) -> bool:
        """Forget what was read before the last change, for another use of the reader.

        Args:
            vault: Its name.

        Returns:
            Whether the vault still has the name `vault`, in the schema of this ragtui.

        Raises:
            psycopg.Error: The connection does not work.
        """
        return self._state.refresh() == vault

    @property
    def has_page_checksums(self) -> bool:
        """Whether changed bytes of the server's files are detected."""
        return self._session.rows("SHOW data_checksums") == [("on",)]

    def count_wrong_terms(self) -> int:
        """The number of terms with another frequency than their postings have."""
        return count_wrong_terms(self._session)

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return self._state.meta(key)

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
            known[key] = select(self._state, key)
        return known[key]

    def narrowed(self, selection: Selection, matching: Matching) -> Selection:
        """The chunks of `selection` whose words match."""
        chosen = ChunkSelection.of(selection)
        # Those that match are few, so that they can be listed.
        matched = self.keywords.matching_chunks(matching, chosen)
        return ChunkSelection().narrowed(frozenset(matched))

    def without(self, selection: Selection, chunks: Collection[ChunkId]) -> Selection:
        """The chunks of `selection` except `chunks`."""
        chosen = ChunkSelection.of(selection)
        if chosen.among is not None:
            return ChunkSelection().narrowed(chosen.among - frozenset(chunks))
        return replace(chosen, without=chosen.without | frozenset(chunks))

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
            known[key] = value_counts(self._state, field, filters)
        return known[key]

    def value_counts_among(
        self,
        fields: Collection[FilterField],
        filters: Sequence[Filter],
        among: Collection[DocumentId],
    ) -> dict[FilterField, ValueCounts]:
        """The same of several fields, of the documents `among` alone."""
        state = self._state
        return {f: value_counts(state, f, filters, among) for f in fields}

    def nearest_value(self, field: FilterField, value: str) -> str | None:
        """The value of `field` most similar to `value`, as a suggestion."""
        return nearest_value(self._state, field, value)

    # --- chunks ---

    def chunks(self, ids: Iterable[ChunkId]) -> dict[ChunkId, ChunkMatch]:
        """Those of the chunks `ids` that exist, with their documents."""
        listed = list(ids)
        if not listed:
            return {}
        rows = self._session.rows(
            f"SELECT {_CHUNK}, {CARD} FROM {_WITH_DOCUMENTS} "
            "AND chunk.id = ANY(%(chunks)s::int[])",
            chunks=listed,
        )
        found = {ChunkId(row[0]): match_of(*row) for row in rows}
        return {chunk: found[chunk] for chunk in listed if chunk in found}

    def places(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, ChunkPlace]:
        """The document of each of `chunks` that exists."""
        return self._state.looked_up("place", chunks, self._places)

    def _places(self, chunks: list[ChunkId]) -> dict[ChunkId, ChunkPlace]:
        rows = self._session.rows(
            "SELECT chunk.id, document.id, document.path, coalesce(day, ''), quoted "
            f"FROM {_WITH_DOCUMENTS} AND chunk.id = ANY(%(chunks)s::int[])",
            chunks=chunks,
        )
        return {
            ChunkId(chunk): ChunkPlace(DocumentId(document), path, day, quoted)
            for chunk, document, path, day, quoted in rows
        }

    def anchors(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, tuple[Anchor, ...]]:
        """The anchors of those of `documents` whose text was extracted."""
        return self._state.looked_up("anchors", documents, self._anchors)

    def _anchors(
        self, documents: list[DocumentId]
    ) -> dict[DocumentId, tuple[Anchor, ...]]:
        rows = self._session.rows(
            "SELECT id, metadata FROM document WHERE vault = %(vault)s "
            "AND id = ANY(%(documents)s::int[]) AND strpos(encoding, '/') > 0",
            documents=documents,
        )
        return {
            DocumentId(i): tuple(map(anchor_of, json.loads(text).get("anchors") or ()))
            for i, text in rows
        }

    def leading_chunks(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, ChunkMatch]:
        """The first chunk of each of `documents`."""
        return self._state.looked_up("leading", documents, self._leading_chunks)

    def _leading_chunks(
        self, documents: list[DocumentId]
    ) -> dict[DocumentId, ChunkMatch]:
        rows = self._session.rows(
            f"SELECT DISTINCT ON (chunk.document) {_CHUNK}, {CARD} "
            f"FROM {_WITH_DOCUMENTS} AND chunk.document = ANY(%(documents)s::int[]) "
            "ORDER BY chunk.document, span_start",
            documents=documents,
        )
        return {DocumentId(row[1]): match_of(*row) for row in rows}

    def newest_chunks(self, limit: int) -> list[ChunkId]:
        """The leading chunks of the newest documents in the selection."""
        kept = self._state.selection.condition("chunk.id")
        rows = self._session.rows(
            "SELECT first.id FROM (SELECT DISTINCT ON (document.id) chunk.id, "
            f"day, path FROM {_WITH_DOCUMENTS} {kept.sql} "
            "ORDER BY document.id, span_start) AS first "
            "ORDER BY day DESC NULLS LAST, path LIMIT %(limit)s",
            limit=limit,
            **kept.values,
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    # --- documents ---

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first."""
        return self._documents.recent(limit)

    def tagged(self, tag: str, limit: int) -> list[Card]:
        """Documents with a tag (in any case) or a nested one, newest first."""
        chosen = condition_of(self._state, [Filter(FilterField.TAG, (tag,))])
        rows = self._session.rows(
            f"SELECT {CARD} FROM document WHERE vault = %(vault)s AND {chosen.sql} "
            "ORDER BY mtime_ns DESC, path LIMIT %(limit)s",
            limit=limit,
            **chosen.values,
        )
        return [card_of(*row) for row in rows]

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted."""
        return self._documents.paths()

    def revision(self) -> int:
        """A number that grows with every change to documents."""
        return self._state.revision()

    def versions(self) -> dict[str, bytes]:
        """The hash of every document's file by path, sorted by path; without mails."""
        return self._documents.versions()

    def tags_of(self, path: str) -> tuple[str, ...]:
        """The tags of one document's front matter."""
        rows = self._session.rows(
            "SELECT tag FROM tag JOIN document "
            "ON document.vault = tag.vault AND document.id = tag.document "
            "WHERE tag.vault = %(vault)s AND path = %(path)s ORDER BY tag",
            path=path,
        )
        return tuple(tag for (tag,) in rows)

    def mail_place(self, path: str) -> MailPlace | None:
        """Where the mail at `path` is, if it is an indexed one."""
        return MailRows(self._shared).place_at(path)

    def copies_of(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Every path of each mail or attachment that is at one of `paths`, sorted."""
        return self._state.looked_up("copies", paths, MailRows(self._shared).copies_of)

    def chunks_of(self, path: str) -> list[ChunkId]:
        """The chunks of one document, in order."""
        rows = self._session.rows(
            f"SELECT chunk.id FROM {_WITH_DOCUMENTS} AND path = %(path)s "
            "ORDER BY span_start",
            path=path,
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
        return folder_rows(self._session, has_vectors=self._state.has_vector_table)

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
