"""The rows of tables `link` and `heading`, which are removed with their document."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import apsw

from ragtui_core.store.folded_names import NamePattern, folded_heading
from ragtui_core.store.matching import AllOf, Phrase, Prefix
from ragtui_core.store.records import (
    DocumentRecord,
    HeadingRecord,
    LinkContext,
    LinkPlace,
)
from ragtui_core.store.sqlite.keyword_rows import expression_of
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.types import DocumentId

_HEADING = (int, int, int, int, int, str)
"""The types of a HeadingRecord's columns."""

_OF_PASSAGES = """
(SELECT rowid FROM keyword WHERE keyword MATCH ? LIMIT ?) AS found
CROSS JOIN chunk ON chunk.id = found.rowid
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN heading ON heading.document_id = document.id
AND heading.span_start BETWEEN chunk.span_start AND chunk.span_end - 1
"""
"""The headings that begin in the passages of an FTS5 expression."""


_MATCHING = r"""(
    heading_path LIKE ?{first} ESCAPE '\' OR heading_path LIKE ?{other} ESCAPE '\'
    OR (heading.folded != '' AND (heading.folded LIKE ?{first} ESCAPE '\'
        OR heading.folded LIKE ?{other} ESCAPE '\'))
    OR ({with_title} AND title LIKE ?{first} ESCAPE '\')
)"""
"""LIKE takes no account of the case of ASCII."""


BATCH = 256
"""Headings that are read at once when not all may be needed."""


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

    def all_headings(
        self, limit: int | None = None
    ) -> list[tuple[str, str, HeadingRecord]]:
        """Every heading, or the first ones, with its document's path and title."""
        rows = self._headings(
            "document CROSS JOIN heading ON heading.document_id = document.id "
            "ORDER BY path, span_start LIMIT ?",
            (-1 if limit is None else limit,),
        )
        return list(rows)

    def headings_with(
        self, words: Sequence[str], limit: int
    ) -> list[tuple[str, str, HeadingRecord]]:
        """Some headings of passages with each of `words`, in document order.

        Not all of them have the words themselves. If no passage has them, those with
        words that begin with them, which takes longer.

        Args:
            words: At least one.
            limit: Maximum number of passages: of those with the words in headings or
                title, and of those with them anywhere.
        """
        for kind in (Phrase, Prefix):
            wanted = expression_of(AllOf(tuple(map(kind, words))))
            if found := {
                (path, record.span_start): (path, title, record)
                for columns in ("{title heading} : ", "")
                for path, title, record in self._headings(
                    _OF_PASSAGES, (columns + wanted, limit)
                )
            }:
                return [found[place] for place in sorted(found)]
        return []

    def headings_matching(
        self, patterns: Sequence[NamePattern], *, with_title: bool
    ) -> Iterator[tuple[str, str, HeadingRecord]]:
        """The headings that match each of `patterns`, in document order.

        There may be others among them.

        Args:
            patterns: Of the headings above, too.
            with_title: Whether the document's title may match instead.
        """
        conditions = [
            _MATCHING.format(first=number, other=number + 1, with_title=with_title)
            for number in range(1, 2 * len(patterns), 2)
        ]
        values = [text for each in patterns for text in (each.of_name, each.of_names)]
        return self._headings(
            "document CROSS JOIN heading ON heading.document_id = document.id "
            f"WHERE {' AND '.join(conditions)} ORDER BY path, span_start",
            tuple(values),
        )

    def _headings(
        self, source: str, values: tuple[str | int, ...]
    ) -> Iterator[tuple[str, str, HeadingRecord]]:
        """The headings of a part of a statement, as they are found."""
        rows = self._connection.execute(
            "SELECT path, title, heading.span_start, heading.span_end, "
            "heading.first_line, heading.last_line, level, heading.heading_path "
            f"FROM {source}",
            values,
        )
        while batch := list(islice(rows, BATCH)):
            for path, title, *rest in typed(batch, str, str, *_HEADING):
                yield path, title, HeadingRecord(*rest)

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
        (document, *item, folded_heading(item.heading_path, record.fields.title))
        for document, record in pairs
        for item in record.headings
    )
    sql = "INSERT INTO heading VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    connection.executemany(sql, headings)
