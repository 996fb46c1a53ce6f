"""All queries to an index. A reader is used by one thread at a time."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from ragtui_core.store.records import ChunkMatch, ChunkPlace
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite.coverage_reader import CoverageReader
from ragtui_core.store.sqlite.filter_rows import condition_of
from ragtui_core.store.sqlite.keyword_reader import WordReader
from ragtui_core.store.sqlite.link_reader import LinkReader
from ragtui_core.store.sqlite.row_checksums import (
    COLUMNS,
    check_row,
    columns_of,
    typed,
)
from ragtui_core.store.sqlite.vector_reader import VectorReader
from ragtui_core.types import (
    Card,
    ChunkId,
    DocumentId,
    Fields,
    Lines,
    Skipped,
    Span,
)

_CARD = f"document.checksum, {columns_of('document')}"
"""A document's columns, from which `_card` makes one."""

_CHUNK = f"chunk.checksum, {columns_of('chunk')}"


class Reader(WordReader, VectorReader, LinkReader, CoverageReader):
    """Words, vectors, links, coverage, and the rows that they refer to."""

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

    # --- coverage ---

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


def split_lines(text: str) -> tuple[str, ...]:
    """The parts of a list that is stored joined with line feeds."""
    return tuple(text.split("\n")) if text else ()


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
