"""The names of notes: columns of table `document`, searched while a name is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.index_limits import indexable
from ragtui_core.store.names.folded_names import NamePattern, NotePath
from ragtui_core.store.names.note_keys import SUCCESSION, alias_texts
from ragtui_core.store.records import NoteName
from ragtui_core.store.session import in_two_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ragtui_core.store.session import Session

MATCHING = r"""
SELECT path, CASE folded WHEN '' THEN lower(title || :line_feed || path) ELSE folded END
FROM document INDEXED BY document_names WHERE source = '' AND (
    lower(title) LIKE :name ESCAPE '\' OR lower(path) LIKE :name ESCAPE '\'
    OR (folded != ''
        AND (folded LIKE :name ESCAPE '\' OR folded LIKE :names ESCAPE '\'))
) ORDER BY mtime_ns DESC, path
"""
"""In both stores `lower` changes ASCII alone; SQLite has an index of these."""


_HAS_KEY = "id IN (SELECT note_key.document FROM note_key WHERE note_key.key IN :keys)"


class NameReader:
    """The names of notes."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, paths: Iterable[str]) -> list[NoteName]:
        """The names of the documents at `paths`."""
        return self._records("path IN :paths", paths=list(paths))

    def with_keys(self, keys: Iterable[str]) -> list[NoteName]:
        """The names of the notes with any of some keys (`note_keys.py`)."""
        return self._records(_HAS_KEY, keys=list(map(indexable, keys)))

    def marked(self) -> list[tuple[str, str]]:
        """The notes that say something of validity: paths, and metadata as JSON."""
        return self._session.rows(
            f"SELECT path, metadata FROM document WHERE {_HAS_KEY} ORDER BY path",
            keys=[SUCCESSION],
        )

    def _records(self, condition: str, **values: list[str]) -> list[NoteName]:
        rows = self._session.rows(
            "SELECT path, title, aliases, mtime_ns, summary FROM document "
            f"WHERE {condition}",
            **values,
        )
        return [
            NoteName(path, title, alias_texts(aliases), mtime_ns / 1e9, summary)
            for path, title, aliases, mtime_ns, summary in rows
        ]

    def matching(self, pattern: NamePattern) -> Iterator[NotePath]:
        """The notes with a name that matches, newest first, without mails.

        There may be others among them.
        """
        rows = in_two_parts(
            self._session,
            MATCHING,
            name=pattern.of_name,
            names=pattern.of_names,
            line_feed="\n",
        )
        return map(NotePath._make, rows)
