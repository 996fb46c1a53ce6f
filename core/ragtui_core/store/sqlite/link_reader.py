"""Queries to links, headings and the names of documents."""

import json
from collections.abc import Iterable
from typing import Any

from ragtui_core.store.records import (
    HeadingRecord,
    LinkContext,
    LinkPlace,
    NameRecord,
)
from ragtui_core.store.sqlite.meta_rows import REVISION
from ragtui_core.store.sqlite.reader_base import ReaderBase
from ragtui_core.store.sqlite.row_checksums import typed
from ragtui_core.types import ChunkId

_HEADING = (int, int, int, int, int, str)
"""The types of a HeadingRecord's columns."""

_ALIASES = ("aliases", "alias", "Aliases")


class LinkReader(ReaderBase):
    """Links, headings and names."""

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

    def links_by_key(self, keys: Iterable[str]) -> list[LinkPlace]:
        """Links whose target's last part is one of `keys`, newest file first."""
        return self._links("link.key IN (SELECT value FROM json_each(?))", list(keys))

    def links_in(self, path: str) -> list[LinkPlace]:
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

    def link_context(self, link: LinkPlace) -> LinkContext:
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


def _texts(value: Any) -> tuple[str, ...]:
    """A text, or the texts of a JSON list."""
    if not isinstance(value, str) or not value.startswith("["):
        return (value,) if value and isinstance(value, str) else ()
    try:
        listed = json.loads(value)
    except ValueError:
        return (value,)
    return tuple(item for item in listed if isinstance(item, str) and item)
