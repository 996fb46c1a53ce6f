"""The rows of tables `link` and `heading`, which are removed with their document."""

import json
from collections.abc import Iterable, Sequence

import apsw

from ragtui_core.store.records import (
    DocumentRecord,
    HeadingRecord,
    LinkContext,
    LinkPlace,
)
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.types import DocumentId

_HEADING = (int, int, int, int, int, str)
"""The types of a HeadingRecord's columns."""


class LinkReader:
    """Links and headings, each with its document."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`."""
        self._connection = connection

    def by_key(self, keys: Iterable[str]) -> list[LinkPlace]:
        """Links whose target's last part is one of `keys`, newest file first."""
        return self._links("link.key IN (SELECT value FROM json_each(?))", list(keys))

    def of_document(self, path: str) -> list[LinkPlace]:
        """All links of the document at `path`, in order."""
        return self._links("path IN (SELECT value FROM json_each(?))", [path])

    def _links(self, condition: str, values: list[str]) -> list[LinkPlace]:
        rows = self._connection.execute(
            "SELECT document.path, link.span_start, link.span_end, line, target, "
            "heading FROM link JOIN document ON document.id = document_id "
            f"WHERE {condition} ORDER BY mtime_ns DESC, path, span_start",
            (json.dumps(values),),
        )
        return [LinkPlace(*row) for row in typed(rows, str, int, int, int, str, str)]

    def headings_of(self, path: str) -> list[HeadingRecord]:
        """The headings of one document, in order."""
        rows = self._connection.execute(
            "SELECT span_start, span_end, first_line, last_line, level, heading_path "
            "FROM heading JOIN document ON document.id = document_id "
            "WHERE path = ? ORDER BY span_start",
            (path,),
        )
        return [HeadingRecord(*row) for row in typed(rows, *_HEADING)]

    def all_headings(self) -> list[tuple[str, str, HeadingRecord]]:
        """Every heading with its document's path and title."""
        rows = self._connection.execute(
            "SELECT path, title, span_start, span_end, first_line, last_line, level, "
            "heading_path FROM document CROSS JOIN heading "
            "ON heading.document_id = document.id ORDER BY path, span_start"
        )
        return [
            (path, title, HeadingRecord(*rest))
            for path, title, *rest in typed(rows, str, str, *_HEADING)
        ]

    def context_of(self, link: LinkPlace) -> LinkContext:
        """The context of a link."""
        row = self._connection.execute(
            "SELECT coalesce((SELECT heading_path FROM heading "
            "WHERE document_id = document.id AND span_start <= ?2 "
            "ORDER BY span_start DESC LIMIT 1), ''), text, chunk.span_start "
            "FROM document JOIN chunk ON document_id = document.id "
            "WHERE path = ?1 AND span_start <= ?2 ORDER BY span_start DESC LIMIT 1",
            (link.path, link.span_start),
        ).fetchone()
        return LinkContext(*row) if row else LinkContext("", "", link.span_start)


def put_links(
    connection: apsw.Connection,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
) -> None:
    """Insert the links and headings of `records`, whose ids are `documents`."""
    pairs = list(zip(documents, records, strict=True))
    links = ((document, *link) for document, record in pairs for link in record.links)
    connection.executemany("INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?)", links)
    headings = (
        (document, *item) for document, record in pairs for item in record.headings
    )
    connection.executemany("INSERT INTO heading VALUES (?, ?, ?, ?, ?, ?, ?)", headings)
