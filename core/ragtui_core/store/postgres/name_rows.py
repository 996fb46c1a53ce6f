"""The names of notes: columns of table `document`."""

from collections.abc import Iterable, Iterator

from ragtui_core.store.aliases import alias_texts
from ragtui_core.store.folded_names import NamePattern, NotePath
from ragtui_core.store.note_keys import SUCCESSION
from ragtui_core.store.postgres.connection import Session
from ragtui_core.store.postgres.indexed_values import indexable
from ragtui_core.store.records import NameRecord

FIRST_ROWS = 1_000
"""Rows that are asked for at first; mostly no more are needed."""

_MATCHING = """
SELECT path, CASE folded WHEN '' THEN lower(title || E'\n' || path) ELSE folded END
FROM document WHERE vault = %(vault)s AND source = '' AND (
    lower(title) LIKE %(name)s OR lower(path) LIKE %(name)s
    OR (folded != '' AND (folded LIKE %(name)s OR folded LIKE %(names)s))
) ORDER BY mtime_ns DESC, path LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
"""
"""The columns have collation "C": LIKE compares bytes, lower changes ASCII alone."""


class NameReader:
    """The names of notes."""

    def __init__(self, session: Session) -> None:
        """Use `session`."""
        self._session = session

    def of(self, paths: Iterable[str]) -> list[NameRecord]:
        """The names of the documents at `paths`."""
        return self._records("path = ANY(%(values)s::text[])", list(paths))

    def with_keys(self, keys: Iterable[str]) -> list[NameRecord]:
        """The names of the notes with any of some keys (`note_keys.py`)."""
        values = list(map(indexable, keys))
        return self._records("keys && %(values)s::text[]", values)

    def marked(self) -> list[tuple[str, str]]:
        """The notes that say something of validity: paths, and metadata as JSON."""
        rows = self._session.rows(
            "SELECT path, metadata FROM document WHERE vault = %(vault)s "
            "AND keys && %(keys)s::text[] ORDER BY path",
            keys=[indexable(SUCCESSION)],
        )
        return [(path, metadata) for path, metadata in rows]

    def _records(self, condition: str, values: list[str]) -> list[NameRecord]:
        rows = self._session.rows(
            "SELECT path, title, summary, mtime_ns, aliases FROM document "
            f"WHERE vault = %(vault)s AND {condition}",
            values=values,
        )
        return [NameRecord._make((*row, alias_texts(each))) for *row, each in rows]

    def matching(self, pattern: NamePattern) -> Iterator[NotePath]:
        """The notes with a name that matches, newest first.

        There may be others among them.
        """
        for offset, limit in ((0, FIRST_ROWS), (FIRST_ROWS, None)):
            rows = self._session.rows(
                _MATCHING,
                name=pattern.of_name,
                names=pattern.of_names,
                offset=offset,
                limit=limit,
            )
            yield from map(NotePath._make, rows)
            if len(rows) < FIRST_ROWS:
                return
