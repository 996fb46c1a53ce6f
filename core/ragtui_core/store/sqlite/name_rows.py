"""The names of notes: columns of table `document`, searched in an index of them."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice

import apsw

from ragtui_core.store.aliases import ALIAS_KEYS, alias_texts
from ragtui_core.store.folded_names import NamePattern, NotePath
from ragtui_core.store.note_keys import SUCCESSION
from ragtui_core.store.records import NameRecord
from ragtui_core.store.sqlite.typed_rows import typed

ALIASES = (
    "coalesce("
    + ", ".join(f"json_extract(metadata, '$.{key}')" for key in ALIAS_KEYS)
    + ", '')"
)
"""A document's aliases in SQL: a text, or a JSON list."""

MATCHING = r"""
SELECT path, iif(folded = '', lower(title || char(10) || path), folded)
FROM document INDEXED BY document_names WHERE source = '' AND (
    title LIKE ?1 ESCAPE '\' OR path LIKE ?1 ESCAPE '\'
    OR (folded != '' AND (folded LIKE ?1 ESCAPE '\' OR folded LIKE ?2 ESCAPE '\'))
) ORDER BY mtime_ns DESC, path
"""
"""Reads the index alone, in its order; LIKE takes no account of the case of ASCII."""


BATCH = 256
"""Notes that are read at once when not all may be needed."""


class NameReader:
    """The names of notes."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`."""
        self._connection = connection

    def of(self, paths: Iterable[str]) -> list[NameRecord]:
        """The names of the documents at `paths`."""
        return self._records("path IN (SELECT value FROM json_each(?))", paths)

    def with_keys(self, keys: Iterable[str]) -> list[NameRecord]:
        """The names of the notes with any of some keys (`note_keys.py`)."""
        listed = "SELECT value FROM json_each(?)"
        found = f"SELECT document_id FROM note_key WHERE key IN ({listed})"
        return self._records(f"id IN ({found})", keys)

    def marked(self) -> list[tuple[str, str]]:
        """The notes that say something of validity: paths, and metadata as JSON."""
        rows = self._connection.execute(
            "SELECT path, metadata FROM note_key JOIN document ON id = document_id "
            "WHERE key = ? ORDER BY path",
            (SUCCESSION,),
        )
        return list(typed(rows, str, str))

    def _records(self, condition: str, values: Iterable[str]) -> list[NameRecord]:
        rows = self._connection.execute(
            "SELECT path, title, summary, mtime_ns, "
            f"CASE WHEN metadata LIKE '%alias%' THEN {ALIASES} ELSE '' END"
            f" FROM document WHERE {condition}",
            (json.dumps(list(values)),),
        )
        found = typed(rows, str, str, str, int, str)
        return [NameRecord._make((*row, alias_texts(each))) for *row, each in found]

    def matching(self, pattern: NamePattern) -> Iterator[NotePath]:
        """The notes with a name that matches, newest first, as they are found.

        There may be others among them.
        """
        wanted = (pattern.of_name, pattern.of_names)
        rows = self._connection.execute(MATCHING, wanted)
        while batch := list(islice(rows, BATCH)):
            yield from map(NotePath._make, typed(batch, str, str))
