"""The rows of tables `link` and `heading`, which are removed with their document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragtui_core.store.index_limits import indexable
from ragtui_core.store.names.folded_names import NamePattern, folded_heading
from ragtui_core.store.records import (
    DocumentRecord,
    HeadingRecord,
    LinkContext,
    LinkLocation,
    LinkRecord,
)
from ragtui_core.store.session import in_two_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ragtui_core.store.session import Session
    from ragtui_core.types import DocumentId

_LINK = ", ".join(LinkRecord._fields)
_HEADING = ", ".join(HeadingRecord._fields)

_LOCATION = ", ".join(LinkLocation._fields)

_MATCHING = r"""(
    lower(heading_path) LIKE :name{0} ESCAPE '\'
    OR lower(heading_path) LIKE :names{0} ESCAPE '\'
    OR (heading.folded != '' AND (heading.folded LIKE :name{0} ESCAPE '\'
        OR heading.folded LIKE :names{0} ESCAPE '\'))
    {1}
)"""

Heading = tuple[str, str, HeadingRecord]
"""A heading, after its document's path and title."""


class LinkReader:
    """Links and headings, each with its document."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def by_key(self, keys: Iterable[str]) -> list[LinkLocation]:
        """Links whose target's last part is one of `keys`, newest file first."""
        return self._links("link.key IN :keys", keys=list(map(indexable, keys)))

    def of_document(self, path: str) -> list[LinkLocation]:
        """All links of the document at `path`, in order."""
        return self._links("path = :path", path=path)

    def _links(self, condition: str, **values: Any) -> list[LinkLocation]:
        rows = self._session.rows(
            f"SELECT {_LOCATION} FROM link "
            "JOIN document ON document.id = link.document "
            f"WHERE {condition} ORDER BY mtime_ns DESC, path, span_start",
            **values,
        )
        return [LinkLocation(*row) for row in rows]

    def headings_of(self, path: str) -> list[HeadingRecord]:
        """The headings of one document, in order."""
        rows = self._session.rows(
            f"SELECT {_HEADING} FROM heading "
            "JOIN document ON document.id = heading.document "
            "WHERE path = :path ORDER BY span_start",
            path=path,
        )
        return [HeadingRecord(*row) for row in rows]

    def all_headings(self, limit: int | None = None) -> list[Heading]:
        """Every heading, or the first ones, with its document's path and title."""
        most = 1 << 31 if limit is None else limit
        return list(map(_heading, self._session.rows(_select("true", most))))

    def headings_matching(
        self, patterns: Sequence[NamePattern], *, with_title: bool
    ) -> Iterator[Heading]:
        """The headings that match each of `patterns`, in document order.

        There may be others among them.

        Args:
            patterns: Of the headings above, too.
            with_title: Whether the document's title may match instead.
        """
        title = r"OR lower(title) LIKE :name{0} ESCAPE '\'" if with_title else ""
        condition = " AND ".join(
            _MATCHING.format(number, title.format(number))
            for number in range(len(patterns))
        )
        values = {
            f"{name}{number}": text
            for number, pattern in enumerate(patterns)
            for name, text in (
                ("name", pattern.of_name),
                ("names", pattern.of_names),
            )
        }
        rows = in_two_parts(self._session, _select(condition), **values)
        return map(_heading, rows)

    def context_of(self, link: LinkLocation) -> LinkContext:
        """The context of a link."""
        rows = self._session.rows(
            "SELECT coalesce((SELECT heading.heading_path FROM heading "
            "WHERE heading.document = document.id AND heading.span_start <= :at "
            "ORDER BY heading.span_start DESC LIMIT 1), ''), text, chunk.span_start "
            "FROM document JOIN chunk ON chunk.document = document.id "
            "WHERE path = :path AND chunk.span_start <= :at "
            "ORDER BY chunk.span_start DESC LIMIT 1",
            path=link.path,
            at=link.span_start,
        )
        return LinkContext(*rows[0]) if rows else LinkContext("", "", link.span_start)


_COLUMNS = ", ".join(f"heading.{name}" for name in HeadingRecord._fields)


def _select(condition: str, limit: int | None = None) -> str:
    """A statement for headings, in document order.

    With CROSS JOIN, SQLite reads documents in this order, and no more than it needs.
    """
    return (
        f"SELECT path, title, {_COLUMNS} FROM document "
        "CROSS JOIN heading WHERE heading.document = document.id "
        f"AND {condition} ORDER BY path, heading.span_start"
        f"{'' if limit is None else f' LIMIT {limit}'}"
    )


def _heading(row: Sequence[Any]) -> Heading:
    path, title, *columns = row
    return path, title, HeadingRecord(*columns)


def put_links(
    session: Session,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
) -> None:
    """Insert the links and headings of `records`, whose ids are `documents`."""
    pairs = list(zip(documents, records, strict=True))
    links = (
        (document, *link._replace(key=indexable(link.key)))
        for document, record in pairs
        for link in record.links
    )
    session.insert("link", f"document, {_LINK}", links)
    headings = (
        (document, *item, folded_heading(item.heading_path, record.fields.title))
        for document, record in pairs
        for item in record.headings
    )
    session.insert("heading", f"document, {_HEADING}, folded", headings)
