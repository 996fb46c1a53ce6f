"""The rows of tables `link` and `heading`, which are removed with their document."""

from collections.abc import Iterable, Sequence

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.folded_names import NamePattern, folded_heading
from ragtui_core.store.matching import AllOf, Phrase, Prefix
from ragtui_core.store.postgres.connection import Session
from ragtui_core.store.postgres.indexed_values import indexable
from ragtui_core.store.postgres.keyword_reader import KeywordReader
from ragtui_core.store.records import (
    DocumentRecord,
    HeadingRecord,
    LinkContext,
    LinkPlace,
)
from ragtui_core.types import DocumentId

_HEADING = "heading.span_start, span_end, first_line, last_line, level, heading_path"

_NAMES = FieldWeights(0.0, 0.0, 1.0, 0.0, 0.0, 0.0, heading=1.0, body=0.0)
"""What a section is called by: the title and its headings."""


class LinkReader:
    """Links and headings, each with its document."""

    def __init__(self, session: Session, keywords: KeywordReader) -> None:
        """Use `session`; `keywords` finds passages by their words."""
        self._session = session
        self._keywords = keywords

    def by_key(self, keys: Iterable[str]) -> list[LinkPlace]:
        """Links whose target's last part is one of `keys`, newest file first."""
        return self._links("link.key", list(keys))

    def of_document(self, path: str) -> list[LinkPlace]:
        """All links of the document at `path`, in order."""
        return self._links("path", [path])

    def _links(self, column: str, values: list[str]) -> list[LinkPlace]:
        rows = self._session.rows(
            "SELECT path, span_start, span_end, line, target, heading FROM link "
            "JOIN document ON document.vault = link.vault AND id = link.document "
            f"WHERE link.vault = %(vault)s AND {column} = ANY(%(values)s::text[]) "
            "ORDER BY mtime_ns DESC, path, span_start",
            values=values,
        )
        return [LinkPlace(*row) for row in rows]

    def headings_of(self, path: str) -> list[HeadingRecord]:
        """The headings of one document, in order."""
        rows = self._session.rows(
            f"SELECT {_HEADING} FROM heading JOIN document "
            "ON document.vault = heading.vault AND id = heading.document "
            "WHERE heading.vault = %(vault)s AND path = %(path)s ORDER BY span_start",
            path=path,
        )
        return [HeadingRecord(*row) for row in rows]

    def all_headings(
        self, limit: int | None = None
    ) -> list[tuple[str, str, HeadingRecord]]:
        """Every heading, or the first ones, with its document's path and title."""
        return self._headings(
            "ORDER BY path, span_start LIMIT %(limit)s::bigint", limit=limit
        )

    def headings_with(
        self, words: Sequence[str], limit: int
    ) -> list[tuple[str, str, HeadingRecord]]:
        """Some headings of passages with each of `words`, in document order.

        Not all of them have the words themselves. If no passage has them, those with
        words that begin with them.

        Args:
            words: At least one.
            limit: Maximum number of passages: of those with the words in headings or
                title, and of those with them anywhere.
        """
        for kind in (Phrase, Prefix):
            wanted = AllOf(tuple(map(kind, words)))
            passages = {
                chunk
                for fields in (_NAMES, None)
                for chunk in self._keywords.first_chunks(wanted, limit, fields)
            }
            if found := self._headings(
                "AND (heading.document, heading.span_start) IN ("
                "SELECT begun.document, begun.span_start FROM chunk "
                "JOIN heading AS begun ON begun.vault = chunk.vault "
                "AND begun.document = chunk.document AND begun.span_start "
                "BETWEEN chunk.span_start AND chunk.span_end - 1 "
                "WHERE chunk.vault = %(vault)s AND chunk.id = ANY(%(chunks)s::int[])) "
                "ORDER BY path, span_start",
                chunks=sorted(passages),
            ):
                return found
        return []

    def headings_matching(
        self, patterns: Sequence[NamePattern], *, with_title: bool
    ) -> list[tuple[str, str, HeadingRecord]]:
        """The headings that match each of `patterns`, in document order.

        There may be others among them.

        Args:
            patterns: Of the headings above, too.
            with_title: Whether the document's title may match instead.
        """
        title = "lower(title) LIKE ANY(%(like{0})s)" if with_title else "false"
        condition = (
            f"AND (lower(heading_path) LIKE ANY(%(like{{0}})s) OR {title} "
            "OR (heading.folded != '' AND heading.folded LIKE ANY(%(like{0})s))) "
        )
        return self._headings(
            "".join(condition.format(number) for number in range(len(patterns)))
            + "ORDER BY path, span_start",
            **{
                f"like{number}": [each.of_name, each.of_names]
                for number, each in enumerate(patterns)
            },
        )

    def _headings(
        self, rest: str, **values: object
    ) -> list[tuple[str, str, HeadingRecord]]:
        rows = self._session.rows(
            f"SELECT path, title, {_HEADING} FROM heading JOIN document "
            "ON document.vault = heading.vault AND id = heading.document "
            f"WHERE heading.vault = %(vault)s {rest}",
            **values,
        )
        return [(path, title, HeadingRecord(*rest)) for path, title, *rest in rows]

    def context_of(self, link: LinkPlace) -> LinkContext:
        """The context of a link."""
        rows = self._session.rows(
            "SELECT coalesce((SELECT heading.heading_path FROM heading "
            "WHERE heading.vault = %(vault)s AND heading.document = document.id "
            "AND heading.span_start <= %(at)s "
            "ORDER BY heading.span_start DESC LIMIT 1), ''), text, chunk.span_start "
            "FROM document JOIN chunk ON chunk.vault = document.vault "
            "AND chunk.document = document.id "
            "WHERE document.vault = %(vault)s AND path = %(path)s "
            "AND span_start <= %(at)s ORDER BY span_start DESC LIMIT 1",
            path=link.path,
            at=link.span_start,
        )
        return LinkContext(*rows[0]) if rows else LinkContext("", "", link.span_start)


def put_links(
    session: Session,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
) -> None:
    """Insert the links and headings of `records`, whose ids are `documents`."""
    pairs = list(zip(documents, records, strict=True))
    session.insert(
        "link",
        "document, span_start, span_end, line, key, target, heading",
        (
            (document, *link._replace(key=indexable(link.key)))
            for document, record in pairs
            for link in record.links
        ),
    )
    session.insert(
        "heading",
        "document, span_start, span_end, first_line, last_line, level, heading_path, "
        "folded",
        (
            (document, *item, folded_heading(item.heading_path, record.fields.title))
            for document, record in pairs
            for item in record.headings
        ),
    )
