"""Finds headings of the whole vault as the user types.

All headings are in one string, one per line, which is searched first for
headings that begin with the query, then for words, then for its letters in order.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ragtui_core.links.fuzzy_index import FuzzyIndex
from ragtui_core.links.link_results import HeadingEntry
from ragtui_core.store.records import HeadingRecord, split_lines
from ragtui_core.text.folding import folded
from ragtui_core.types import Lines, Span

MAX_CANDIDATES = 1_000
"""Headings that are ranked; the more probable ones are found first."""

Row = tuple[str, str, HeadingRecord]
"""A document's path and title, and one of its headings."""


class _Names(NamedTuple):
    text: FuzzyIndex
    headings: list[list[int]]
    """The indices of the headings with each name."""


class HeadingFinder:
    """A snapshot of the headings of a vault."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Index the headings, given in document order."""
        self._rows = rows
        self._lines = [_line(title, record) for _, title, record in rows]
        self._text = FuzzyIndex(self._lines)

    def find(self, query: str, limit: int) -> list[HeadingEntry]:
        """The `limit` best matching headings; the first ones for an empty query."""
        wanted = " ".join(folded(query).split())
        if not wanted:
            return [_entry(row) for row in self._rows[:limit]]
        found = self._with_words(wanted) or self._with_letters(wanted)
        found.sort(key=lambda index: self._rank(index, wanted))
        return [_entry(self._rows[index]) for index in found[:limit]]

    def _with_words(self, wanted: str) -> list[int]:
        """Headings that, with the headings above them, contain every word."""
        words = wanted.split()
        longest = max(words, key=len)
        found: dict[int, None] = {}
        for needle in (f"\n{wanted}", f" {longest}", longest):
            for index in self._text.containing(needle):
                if all(word in self._lines[index] for word in words):
                    found[index] = None
                if len(found) >= MAX_CANDIDATES:
                    return list(found)
        return list(found)

    def _with_letters(self, wanted: str) -> list[int]:
        """Headings that contain the letters in this order."""
        names = self._unique
        found = names.text.with_letters(wanted.replace(" ", ""))
        indices = (index for number in found for index in names.headings[number])
        return list(islice(indices, MAX_CANDIDATES))

    @cached_property
    def _unique(self) -> "_Names":
        """The distinct headings, since many notes have the same ones."""
        names: dict[str, list[int]] = {}
        for index, line in enumerate(self._lines):
            names.setdefault(line.partition("\t")[0].strip(), []).append(index)
        return _Names(FuzzyIndex(list(names)), list(names.values()))

    def _rank(self, index: int, wanted: str) -> tuple[bool, bool, bool, int, int]:
        """Smaller is better."""
        heading = self._lines[index].partition("\t")[0].strip()
        return (
            heading != wanted,
            not heading.startswith(wanted),
            not all(word in heading for word in wanted.split()),
            len(heading),
            index,
        )


def _line(title: str, record: HeadingRecord) -> str:
    """The heading, then the headings above it, folded."""
    above, _, heading = record.heading_path.rpartition("\n")
    return f"{folded(heading)}\t{folded(above)} {folded(title)}".replace("\n", " ")


def _entry(row: Row) -> HeadingEntry:
    path, title, record = row
    return HeadingEntry(
        path=path,
        title=title,
        heading_path=split_lines(record.heading_path),
        lines=Lines(record.first_line, record.last_line),
        level=record.level,
        span=Span(record.span_start, record.span_end),
    )
