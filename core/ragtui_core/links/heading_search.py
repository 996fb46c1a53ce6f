"""Finds headings by name as the user types, and notes with a similar name.

The headings are in one string, one per line, which is searched first for headings that
begin with the query, then for words, then for its letters in order.
"""

import posixpath
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import accumulate, islice
from typing import NamedTuple

from ragtui_core.links.link_results import HeadingEntry, NoteName
from ragtui_core.store.folded_names import NamePattern
from ragtui_core.store.reader_protocols import LinkReader
from ragtui_core.store.records import HeadingRecord, split_lines
from ragtui_core.text.folding import folded, without_extension
from ragtui_core.types import Lines, Span

MAX_GAP = 8
"""Maximum number of characters between two consecutive letters of a query."""


def in_order(letters: str) -> re.Pattern[str]:
    """Finds these letters in this order in a line, not far apart."""
    gap = f"[^\n]{{0,{MAX_GAP}}}?"
    return re.compile(gap.join(map(re.escape, letters)))


class FuzzyIndex:
    """Finds the lines that contain a string. Lines count from 0."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Index texts without line feeds."""
        self._text = "\n" + "\n".join(lines) + "\n"
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))

    def containing(self, needle: str) -> Iterator[int]:
        """Lines that contain a string, each once. It may start with a line feed.

        Further occurrences in the same line are skipped.
        """
        position = 0
        while (at := self._text.find(needle, position)) >= 0:
            index = self._line(at + len(needle) - 1)
            yield index
            position = self._starts[index + 1]

    def with_letters(self, letters: str) -> Iterator[int]:
        """Lines that contain these letters in this order, not far apart."""
        pattern = in_order(letters)
        position = 1
        while found := pattern.search(self._text, position):
            index = self._line(found.start())
            yield index
            position = self._starts[index + 1]

    def _line(self, at: int) -> int:
        return bisect_right(self._starts, at - 1) - 1


MIN_SIMILARITY = 75.0
"""Minimum of rapidfuzz's WRatio, 0..100."""


def nearest_notes(notes: Sequence[NoteName], target: str, limit: int) -> list[str]:
    """The paths of the notes whose name or title is most similar to `target`."""
    from rapidfuzz import fuzz, process

    names = [(_name(note.path), note.path) for note in notes]
    names += [(folded(note.title), note.path) for note in notes]
    best = process.extract(
        _name(target),
        [name for name, _ in names],
        scorer=fuzz.WRatio,
        score_cutoff=MIN_SIMILARITY,
        limit=2 * limit,
    )
    return list(dict.fromkeys(names[index][1] for _, _, index in best))[:limit]


TYPO_SIMILARITY = 80.0
"""Minimum similarity of a name to its typo, 0..100: `pumpe` and `pump` have 89."""


def is_typo(written: str, name: str) -> bool:
    """Whether a target or heading is so similar to a name that it must mean it."""
    from rapidfuzz import fuzz

    return fuzz.ratio(_name(written), _name(name)) >= TYPO_SIMILARITY


def _name(path: str) -> str:
    return folded(without_extension(posixpath.basename(path.rstrip("/"))))


MAX_CANDIDATES = 1_000
"""Headings that are ranked; the more probable ones are found first."""

MAX_WORDS = 20
"""Words that the store compares; the others are compared here."""

MAX_PASSAGES = 500
"""Passages whose headings are looked at in a large vault."""

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
        # A title is that of all headings of its document, and many headings are alike.
        fold = cache(folded)
        self._lines = [_heading_line(title, item, fold) for _, title, item in rows]
        self._text = FuzzyIndex(self._lines)

    def find(
        self, query: str, limit: int, *, by_letters: bool = True
    ) -> list[HeadingEntry]:
        """The `limit` best matching headings; the first ones for an empty query.

        Those that have its words; if there are none and `by_letters` is set, those with
        its letters in this order.
        """
        wanted = " ".join(folded(query).split())
        if not wanted:
            return [_entry(row) for row in self._rows[:limit]]
        found = self._with_words(wanted)
        if by_letters and not found:
            found = self._with_letters(wanted)
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


def find_headings(links: LinkReader, query: str, limit: int) -> list[HeadingEntry]:
    """The headings that match a query; the store compares all of them.

    See `HeadingFinder.find`, which has the same results for all headings.
    """
    wanted = " ".join(folded(query.encode("utf-8", "replace").decode()).split())
    if not wanted:
        return [_entry(row) for row in links.all_headings(limit)]
    rows = _rows_with_words(links, wanted)
    if found := HeadingFinder(rows).find(wanted, limit, by_letters=False):
        return found
    letters = NamePattern(tuple(wanted.replace(" ", "")))
    rows = list(links.headings_matching([letters], with_title=False))
    return HeadingFinder(rows).find(wanted, limit)


def _rows_with_words(links: LinkReader, wanted: str) -> list[Row]:
    """The headings that `HeadingFinder` would rank by their words, and a few others."""
    words = wanted.split()
    every = [NamePattern((word,)) for word in words[:MAX_WORDS]]
    few = list(islice(links.headings_matching(every, with_title=True), MAX_CANDIDATES))
    if len(few) < MAX_CANDIDATES:
        return few
    longest = max(words, key=len)
    fold = cache(folded)
    found: dict[tuple[str, int], Row] = {}
    inside: dict[tuple[str, int], Row] = {}
    start = NamePattern((wanted,), at_start=True)
    for row in links.headings_matching([start], with_title=False):
        if len(found) >= MAX_CANDIDATES:
            break
        if _line(row, fold).startswith(wanted):
            found[_place(row)] = row
    for row in links.headings_matching(every, with_title=True):
        if len(found) >= MAX_CANDIDATES:
            break
        line = _line(row, fold)
        if all(word in line for word in words):
            kind = found if f" {longest}" in line else inside
            kind[_place(row)] = row
    best = islice((found | inside).items(), MAX_CANDIDATES)
    return [row for _, row in sorted(best)]


def _place(row: Row) -> tuple[str, int]:
    return row[0], row[2].span_start


def _line(row: Row, fold: Callable[[str], str]) -> str:
    return _heading_line(row[1], row[2], fold)


def find_in_many(links: LinkReader, query: str, limit: int) -> list[HeadingEntry]:
    """The headings that have the words of a query, without reading all headings.

    They are the best of some candidates, which the index gives: of common words not all
    headings are looked at.
    """
    written = dict.fromkeys(query.split())
    words = [word for word in written if any(map(str.isalnum, word))]
    if query.strip() and not words:
        return []
    rows = (
        links.headings_with(words, MAX_PASSAGES) if words else links.all_headings(limit)
    )
    return HeadingFinder(rows).find(query, limit, by_letters=False)


def _heading_line(title: str, record: HeadingRecord, fold: Callable[[str], str]) -> str:
    """The heading, then the headings above it, folded."""
    above, _, heading = record.heading_path.rpartition("\n")
    return f"{fold(heading)}\t{fold(above)} {fold(title)}".replace("\n", " ")


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
