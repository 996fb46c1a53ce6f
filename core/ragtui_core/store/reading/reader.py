"""All queries to an index, in whichever store, by one thread at a time."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from ragtui_core.store.meta_keys import REVISION, WORDS_FIRST
from ragtui_core.store.reading.reader_state import ReaderState
from ragtui_core.store.records import WORDS_ONLY, CandidateInfo
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.tables.columns import CARD, MATCH, anchor_of, card_of, match_of
from ragtui_core.store.tables.documents import DocumentQueries
from ragtui_core.store.tables.filters import (
    DAY,
    UNTIL,
    condition_of,
    without_idle,
)
from ragtui_core.store.tables.links import LinkReader
from ragtui_core.store.tables.mails import MailRows
from ragtui_core.store.tables.names import NameReader
from ragtui_core.store.tables.titles import TitleReader
from ragtui_core.store.tables.value_counts import value_counts
from ragtui_core.types import ChunkId, DocumentId

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date

    from ragtui_core.store.matching import Matching
    from ragtui_core.store.reading.reader_protocols import KeywordReader, VectorReader
    from ragtui_core.store.records import ChunkMatch
    from ragtui_core.store.selection import SelectedChunks, ValueCounts
    from ragtui_core.store.session import Session
    from ragtui_core.types import Anchor, Card

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_WITH_DOCUMENT = "chunk JOIN document ON document.id = chunk.document"

_LATEST = (
    "CASE WHEN substr(updated, 1, 10) > coalesce(day, '') "
    "THEN substr(updated, 1, 10) ELSE coalesce(day, '') END"
)
"""The later of a document's date and of its last change as it says itself; or empty."""

_OF_DAYS = (
    "SELECT chunk.id AS first, own_day AS latest, path, mtime_ns, "
    "span_start AS place, row_number() OVER (PARTITION BY document, own_day "
    "ORDER BY span_start) AS number "
    f"FROM {_WITH_DOCUMENT} WHERE own_day IS NOT NULL {{0}}"
)
"""The chunks with a day of their own, numbered for each day of a document."""

_MATCH = f"SELECT {MATCH} FROM {_WITH_DOCUMENT}"
"""`match_of` makes a record of each row."""


class Reader(ReaderState):
    """Queries to the newest state of the index at the beginning of each use."""

    def __init__(
        self, tables: Session, keywords: KeywordReader, vectors: VectorReader
    ) -> None:
        """Compose queries to words and vectors with those that stores share."""
        super().__init__(tables)
        self.keywords = keywords
        self.vectors = vectors
        self.titles = TitleReader(self)
        self.links = LinkReader(tables)
        self.names = NameReader(tables)
        self.documents = DocumentQueries(tables)
        self.mails = MailRows(tables)

    def revision(self) -> int:
        """A number that grows with every change to documents."""
        return int(self.meta(REVISION) or 0)

    # --- selections ---

    def only(self, chunks: Iterable[ChunkId]) -> SelectedChunks:
        """The selection of some chunks."""
        return self.everything.narrowed(frozenset(chunks))

    def narrowed(self, selection: SelectedChunks, matching: Matching) -> SelectedChunks:
        """The chunks of `selection` whose words match."""
        return self.only(*self.keywords.chunks_with([matching], within=selection))

    def select(self, filters: Sequence[Filter]) -> SelectedChunks:
        """The chunks that satisfy every filter, themselves or by their documents.

        Cached until the index changes, since most searches use the same filters.
        """

        def selected() -> SelectedChunks:
            chosen = without_idle(self, filters)
            return self.satisfying(chosen) if chosen else self.everything

        return self.cache.once(tuple(filters), selected)

    def once(self, make: Callable[[Reader, *Ts], T], *given: *Ts) -> T:
        """What `make` returns for this reader and `given`, until the index changes."""
        return self.cache.once((make, *given), lambda: make(self, *given))

    # --- values of fields ---

    def value_counts(
        self, field: FilterField, filters: Sequence[Filter] = ()
    ) -> ValueCounts:
        """The values of `field` with their number of documents, most frequent first.

        Cached until the index changes.

        Args:
            field: One of `COUNTED_FIELDS`. Folders are those that contain a document
                themselves.
            filters: Only documents that satisfy all of these count.
        """
        return self.cache.once(
            (field, tuple(filters)), lambda: value_counts(self, field, filters)
        )

    # --- chunks ---

    def chunks(self, ids: Iterable[ChunkId]) -> dict[ChunkId, ChunkMatch]:
        """The chunks `ids`, with their documents, in order, without absent ones."""
        listed = list(ids)
        if not listed:
            return {}
        rows = self.tables.rows(f"{_MATCH} WHERE chunk.id IN :ids", ids=listed)
        matches = {ChunkId(row[0]): match_of(row) for row in rows}
        return {chunk: matches[chunk] for chunk in listed if chunk in matches}

    def candidate_info(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, CandidateInfo]:
        """Those of `chunks` that exist, with what is known of each.

        Documents of which only the words were read have no known copies.
        """
        rows = self.tables.rows(
            "SELECT hash, title, coalesce(day, ''), chunk.id, document.id, path, "
            f"coalesce({DAY}, ''), coalesce({UNTIL}, ''), "
            "CASE WHEN own_day IS NULL THEN substr(updated, 1, 10) ELSE '' END, "
            "quoted, encoding LIKE '%/%', tokens "
            f"FROM {_WITH_DOCUMENT} WHERE chunk.id IN :chunks",
            chunks=list(chunks),
        )
        info = dict[ChunkId, CandidateInfo]()
        for digest, title, date, chunk, document, path, *columns in rows:
            day, until, updated, is_quoted, is_extracted, tokens = columns
            info[chunk] = CandidateInfo(
                document,
                path,
                day,
                until,
                updated,
                is_quoted,
                is_extracted,
                tokens,
                document if digest == WORDS_ONLY else (digest, title, date),
            )
        return info

    def anchors(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, tuple[Anchor, ...]]:
        """The anchors of those of `documents` whose text was extracted."""
        rows = self.tables.rows(
            "SELECT id, metadata FROM document "
            "WHERE id IN :documents AND encoding LIKE '%/%'",
            documents=list(documents),
        )
        return {
            DocumentId(i): tuple(map(anchor_of, json.loads(text).get("anchors") or ()))
            for i, text in rows
        }

    def leading_chunks(
        self, documents: Iterable[DocumentId], within: SelectedChunks | None
    ) -> dict[DocumentId, ChunkMatch]:
        """The first selected chunk of each of `documents` that has one."""
        kept = self.condition("earliest.id", within)
        rows = self.tables.rows(
            f"{_MATCH} WHERE chunk.document IN :documents AND chunk.id = ("
            "SELECT earliest.id FROM chunk AS earliest "
            f"WHERE earliest.document = document.id {kept.sql} "
            "ORDER BY earliest.span_start LIMIT 1)",
            documents=list(documents),
            **kept.values,
        )
        return {DocumentId(row[1]): match_of(row) for row in rows}

    def newest_chunks(
        self,
        limit: int,
        *,
        oldest: bool = False,
        by_day: bool = False,
        once: bool = False,
        within: SelectedChunks | None = None,
    ) -> list[ChunkId]:
        """The newest or oldest in a selection: of each document the first chunk.

        Of what has a day of its own in a document, each day has a first chunk.

        Args:
            limit: The most chunks.
            oldest: Whether the oldest come first.
            by_day: By the date of documents alone, not of their last change.
            once: One chunk of each document, that which comes first.
            within: The selection; None is all chunks.
        """
        latest = "coalesce(day, '')" if by_day else _LATEST
        order = "latest = '', latest" if oldest else "latest DESC"
        nth = f"row_number() OVER (PARTITION BY path ORDER BY {order}, place)"
        kept = self.condition("chunk.id", within)
        dated = _OF_DAYS.format(kept.sql)
        rows = self.tables.rows(
            f"SELECT first FROM (SELECT newest.*, {nth} AS nth FROM ("
            "SELECT (SELECT chunk.id FROM chunk "
            f"WHERE chunk.document = document.id AND own_day IS NULL {kept.sql} "
            f"ORDER BY span_start LIMIT 1) AS first, {latest} AS latest, path, "
            "mtime_ns, 0 AS place FROM document UNION ALL "
            f"SELECT first, latest, path, mtime_ns, place FROM ({dated}) AS dated "
            "WHERE number = 1) AS newest WHERE first IS NOT NULL) AS ranked "
            f"WHERE {'nth = 1' if once else 'true'} "
            f"ORDER BY {order}, mtime_ns DESC, path, place LIMIT :limit",
            limit=limit,
            **kept.values,
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    def items(
        self, limit: int, within: SelectedChunks, today: date, *, latest: bool = False
    ) -> list[ChunkId]:
        """The first chunks of a selection: by the day they are due, then the newest.

        With `latest`, those that are due last come first.

        Of the days without a year, the one of the year that begins half a year before
        `today` counts.
        """
        begin = today - timedelta(days=182)
        kept, order = self.condition("chunk.id", within), "DESC" if latest else ""
        rows = self.tables.rows(
            f"SELECT chunk.id FROM {_WITH_DOCUMENT} WHERE true {kept.sql} "
            "ORDER BY due IS NULL, CASE WHEN due LIKE '--%' THEN CASE WHEN due < :day "
            f"THEN :next ELSE :year END || substr(due, 2) ELSE due END {order}, "
            f"coalesce({DAY}, '') DESC, path, span_start LIMIT :limit",
            limit=limit,
            day=f"{begin:--%m-%d}",
            year=f"{begin:%Y}",
            next=f"{begin.year + 1:04}",
            **kept.values,
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    def count(self, within: SelectedChunks, *, documents: bool = True) -> int:
        """The number of documents with a chunk in a selection, or of its chunks."""
        kept = self.condition("chunk.id", within)
        counted = "DISTINCT chunk.document" if documents else "*"
        [(number,)] = self.tables.rows(
            f"SELECT count({counted}) FROM chunk WHERE chunk.id IS NOT NULL {kept.sql}",
            **kept.values,
        )
        return int(number)

    def chunks_of(self, path: str) -> list[ChunkId]:
        """The chunks of one document, in order."""
        rows = self.tables.rows(
            f"SELECT chunk.id FROM {_WITH_DOCUMENT} WHERE path = :path "
            "ORDER BY span_start",
            path=path,
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    def embedded_keys(self, after: ChunkId, limit: int) -> list[tuple[ChunkId, bytes]]:
        """Chunks beyond one, in order, each with the key of what is embedded for it."""
        rows = self.tables.rows(
            "SELECT id, embedding_key FROM chunk WHERE id > :after "
            "ORDER BY id LIMIT :limit",
            after=after,
            limit=limit,
        )
        return [(ChunkId(chunk), bytes(key)) for chunk, key in rows]

    # --- documents ---

    def tagged(self, tag: str, limit: int) -> list[Card]:
        """Documents with a tag (in any case) or a nested one, newest first."""
        chosen = condition_of(self, [Filter(FilterField.TAG, (tag,))])
        rows = self.tables.rows(
            f"SELECT {CARD} FROM document WHERE {chosen.sql} "
            "ORDER BY mtime_ns DESC, path LIMIT :limit",
            limit=limit,
            **chosen.values,
        )
        return [card_of(row) for row in rows]

    # --- coverage ---

    def words_only(self) -> int:
        """The number of documents whose words alone are indexed so far."""
        return self.documents.count_words_only() if self.meta(WORDS_FIRST) else 0
