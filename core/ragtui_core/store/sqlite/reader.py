"""All queries to an index. A reader is used by one thread at a time."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import apsw

from ragtui_core.store.facts import REVISION
from ragtui_core.store.records import (
    ChunkMatch,
    ChunkPlace,
    FolderRow,
    NameRecord,
    StoredFile,
    split_lines,
)
from ragtui_core.store.selection import (
    EVERYTHING,
    Filter,
    FilterField,
    Selection,
    ValueCounts,
)
from ragtui_core.store.sqlite.connection import close
from ragtui_core.store.sqlite.document_rows import stored_files
from ragtui_core.store.sqlite.filter_rows import (
    condition_of,
    nearest_value,
    select,
    value_counts,
)
from ragtui_core.store.sqlite.keyword_rows import KeywordReader
from ragtui_core.store.sqlite.link_rows import LinkReader
from ragtui_core.store.sqlite.meta_rows import meta_value
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.row_checksums import (
    COLUMNS,
    check_row,
    columns_of,
    typed,
)
from ragtui_core.store.sqlite.vector_rows import VectorReader
from ragtui_core.types import (
    Anchor,
    Card,
    ChunkId,
    DocumentId,
    Fields,
    Lines,
    Location,
    LocationKind,
    Skipped,
    Span,
)

_CARD = f"document.checksum, {columns_of('document')}"
"""A document's columns, from which `_card` makes one."""

_CHUNK = f"chunk.checksum, {columns_of('chunk')}"

_ALIASES = ("aliases", "alias", "Aliases")

_FOLDER = "rtrim(rtrim({path}, replace({path}, '/', '')), '/')"
"""The folder of a path, without a slash at its end; empty at the top."""


class Reader:
    """All queries; keywords, vectors and links have parts of their own."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`, which may be read-only."""
        self._connection = connection
        self._state = ReaderState(connection)
        self.keywords = KeywordReader(self._state)
        self.vectors = VectorReader(self._state)
        self.links = LinkReader(connection)

    def close(self) -> None:
        """Close the connection."""
        close(self._connection)

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._connection, key)

    @contextmanager
    def restricted(self, selection: Selection) -> Iterator[None]:
        """Restrict matches and nearest chunks to `selection`."""
        self._state.selection = selection
        try:
            yield
        finally:
            self._state.selection = EVERYTHING

    def select(self, filters: Sequence[Filter]) -> Selection:
        """The chunks of documents that satisfy every filter.

        Cached until the index changes, since most searches use the same filters.
        """
        known = self._state.cache.selections
        key = tuple(filters)
        if key not in known:
            known[key] = select(self._connection, key)
        return known[key]

    @property
    def corrections(self) -> dict[str, str | None]:
        """A cache of terms that are not in the index and their corrections."""
        return self._state.cache.corrections

    def value_counts(
        self,
        field: FilterField,
        filters: Sequence[Filter] = (),
        among: Collection[DocumentId] | None = None,
    ) -> ValueCounts:
        """The values of `field` with their number of documents, most frequent first.

        Args:
            field: One of `COUNTED_FIELDS`.
            filters: Only documents that satisfy all of these count.
            among: Only these count. Without them the result is cached until the
                index changes.
        """
        if among is not None:
            return value_counts(self._connection, field, filters, among)
        known, key = self._state.cache.counts, (field, tuple(filters))
        if key not in known:
            known[key] = value_counts(self._connection, field, filters)
        return known[key]

    def nearest_value(self, field: FilterField, value: str) -> str | None:
        """The value of `field` most similar to `value`, as a suggestion."""
        return nearest_value(self._connection, field, value)

    # --- chunks ---

    def chunks(self, ids: Iterable[ChunkId]) -> dict[ChunkId, ChunkMatch]:
        """Those of the chunks `ids` that exist, with their documents."""
        rows = self._connection.execute(
            f"SELECT {_CHUNK}, {_CARD} "
            "FROM json_each(?) AS j CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id",
            (json.dumps(list(ids)),),
        )
        return {ChunkId(row[1]): _chunk_match(row) for row in rows}

    def places(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, ChunkPlace]:
        """The document of each of `chunks` that exists."""
        rows = self._connection.execute(
            "SELECT chunk.id, document.id, document.path, day FROM json_each(?) AS j "
            "CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id",
            (json.dumps(list(chunks)),),
        )
        return {
            ChunkId(chunk): ChunkPlace(DocumentId(document), path, day)
            for chunk, document, path, day in rows
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
        return {DocumentId(i): tuple(map(_anchor, json.loads(a))) for i, a in rows}

    def leading_chunks(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, ChunkId]:
        """The first chunk of each of `documents`."""
        rows = self._connection.execute(
            "SELECT document_id, id, min(span_start) FROM chunk "
            "WHERE document_id IN (SELECT value FROM json_each(?)) "
            "GROUP BY document_id",
            (json.dumps(list(documents)),),
        )
        return {DocumentId(document): ChunkId(chunk) for document, chunk, _ in rows}

    def newest_chunks(self, limit: int) -> list[ChunkId]:
        """The leading chunks of the newest documents in the selection."""
        rows = self._connection.execute(
            "SELECT chunk.id, min(span_start) FROM document "
            "JOIN chunk ON document_id = document.id WHERE keep(chunk.id) "
            "GROUP BY document.id ORDER BY day DESC, path LIMIT ?",
            (limit,),
        )
        return [ChunkId(chunk) for chunk, _ in rows]

    # --- documents ---

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first."""
        rows = self._connection.execute(
            f"SELECT {_CARD} FROM document ORDER BY mtime_ns DESC, path LIMIT ?",
            (limit,),
        )
        return [_card(row) for row in rows]

    def tagged(self, tag: str, limit: int) -> list[Card]:
        """Documents with a tag (in any case) or a nested one, newest first."""
        chosen = Filter(FilterField.TAG, (tag,))
        sql, parameters = condition_of(self._connection, chosen)
        rows = self._connection.execute(
            f"SELECT {_CARD} FROM document WHERE {sql} "
            "ORDER BY mtime_ns DESC, path LIMIT ?",
            (*parameters, limit),
        )
        return [_card(row) for row in rows]

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted."""
        rows = self._connection.execute("SELECT path FROM document ORDER BY path")
        return [path for (path,) in typed(rows, str)]

    def revision(self) -> int:
        """A number that grows with every change to documents."""
        return int(self.meta(REVISION) or 0)

    def versions(self) -> dict[str, bytes]:
        """The hash of every document's file by path, sorted by path."""
        rows = self._connection.execute("SELECT path, hash FROM document ORDER BY path")
        return dict(typed(rows, str, bytes))

    def names(self, paths: Iterable[str]) -> list[NameRecord]:
        """The names of the documents at `paths`."""
        either = ", ".join(f"json_extract(metadata, '$.{key}')" for key in _ALIASES)
        rows = self._connection.execute(
            "SELECT path, title, summary, mtime_ns, "
            f"CASE WHEN metadata LIKE '%alias%' THEN coalesce({either}, '') ELSE '' END"
            " FROM document WHERE path IN (SELECT value FROM json_each(?))",
            (json.dumps(list(paths)),),
        )
        return [
            NameRecord(path, title, summary, mtime, _texts(aliases))
            for path, title, summary, mtime, aliases in typed(
                rows, str, str, str, int, str
            )
        ]

    def tags_of(self, path: str) -> tuple[str, ...]:
        """The tags of one document's front matter."""
        rows = self._connection.execute(
            "SELECT tag FROM tag JOIN document ON document.id = document_id "
            "WHERE path = ? ORDER BY tag",
            (path,),
        )
        return tuple(tag for (tag,) in typed(rows, str))

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
        return stored_files(self._connection)

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
        rows: list[Any] = self._connection.execute(
            "SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM chunk), "
            "(SELECT count(*) FROM chunk WHERE NOT embedded)"
        ).fetchall()
        documents, chunks, pending = rows[0]
        return documents, chunks, chunks - pending

    def skipped(self) -> list[Skipped]:
        """Files that are not in the index, and why."""
        rows = self._connection.execute(
            "SELECT path, reason FROM skipped ORDER BY path"
        )
        return [Skipped(path, reason) for path, reason in typed(rows, str, str)]

    def problems(self) -> list[Skipped]:
        """Documents that were indexed with problems."""
        rows = self._connection.execute(
            "SELECT path, problems FROM document WHERE problems != '[]' ORDER BY path"
        )
        return [
            Skipped(path, "; ".join(json.loads(text)))
            for path, text in typed(rows, str, str)
        ]


def _anchor(row: Sequence[Any]) -> Anchor:
    start, kind, label, number = row
    return Anchor(start, Location(LocationKind(kind), label, number))


_FIELDS = slice(
    COLUMNS["document"].index("title"), COLUMNS["document"].index("updated") + 1
)
_MTIME = COLUMNS["document"].index("mtime_ns")


def _card(row: Sequence[Any]) -> Card:
    expected, *columns = row
    check_row(expected, columns, "a document")
    return Card(columns[1], _fields(columns[_FIELDS]), columns[_MTIME] / 1e9)


def _fields(row: Sequence[str]) -> Fields:
    title, company, category, summary, status, tags, created, updated = row
    return Fields(
        title=title,
        company=company,
        category=category,
        summary=summary,
        status=status,
        tags=split_lines(tags),
        created=created,
        updated=updated,
    )


def _chunk_match(row: Sequence[Any]) -> ChunkMatch:
    width = len(COLUMNS["chunk"])
    expected, *columns = row[: width + 1]
    check_row(expected, columns, "a chunk")
    chunk, document, start, end, first, last, heading, _, _, text = columns
    of_document = row[width + 1 :]
    card = _card(of_document)
    return ChunkMatch(
        id=ChunkId(chunk),
        document_id=DocumentId(document),
        path=card.path,
        fields=card.fields,
        modified_ns=of_document[1 + _MTIME],
        heading_path=split_lines(heading),
        lines=Lines(first, last),
        span=Span(start, end),
        text=text,
    )


def _texts(value: Any) -> tuple[str, ...]:
    """A text, or the texts of a JSON list."""
    if not isinstance(value, str) or not value.startswith("["):
        return (value,) if value and isinstance(value, str) else ()
    try:
        listed = json.loads(value)
    except ValueError:
        return (value,)
    return tuple(item for item in listed if isinstance(item, str) and item)
