"""Finds headings by name as the user types, and notes with a similar name."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice

from ragtui_core.links.link_results import HeadingEntry
from ragtui_core.store.names.folded_names import NamePattern
from ragtui_core.store.records import HeadingRecord, NoteName, split_lines
from ragtui_core.store.tables.links import LinkReader
from ragtui_core.text.folding import folded, without_extension
from ragtui_core.types import Lines, Span

MAX_GAP = 8
"""Maximum number of characters between two consecutive letters of a query."""


_SPACED = re.compile("[0-9a-z\u0370-\u052f]*")
"""Folded letters of scripts with spaces (Latin, Greek, Cyrillic), and digits."""


def has_letters(name: str, letters: str) -> bool:
    """Whether a line has these letters in this order, not far apart.

    Each begins a word or is in the word of the one before, so that `motor` is neither
    found in "remote work" nor in "meeting notes of the week".
    """
    ends = {-1}
    for letter in letters:
        ends = {at for end in ends for at in _following(name, letter, end)}
    return bool(ends)


def _following(name: str, letter: str, end: int) -> Iterator[int]:
    """Where a letter may be that follows the one at `end`; -1 is before the first."""
    last = len(name) if end < 0 else end + MAX_GAP + 2
    at = name.find(letter, end + 1, last)
    while at >= 0:
        begins = at == 0 or not _SPACED.fullmatch(name, at - 1, at)
        if begins or (end >= 0 and _SPACED.fullmatch(name, end + 1, at)):
            yield at
        at = name.find(letter, at + 1, last)


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
"""Headings that are ranked, those that begin with the query first."""

MAX_WORDS = 20
"""Words that the store compares; the others are compared here."""

Row = tuple[str, str, HeadingRecord]
"""A document's path and title, and one of its headings."""


def find_headings(links: LinkReader, query: str, limit: int) -> list[HeadingEntry]:
    """The headings that, with those above them, have the words of a query; best first.

    Parts of words count. If there are none, those with its letters in this order; the
    first ones of the vault for an empty query.

    Args:
        links: Reads the index.
        query: As typed; case and accents are ignored.
        limit: Maximum number of headings.
    """
    query = query.encode("utf-8", "replace").decode()
    wanted = " ".join(folded(query).split())
    if not wanted:
        return [_entry(row) for row in links.all_headings(limit)]
    if best := _best(_rows_with_words(links, wanted), wanted, limit):
        return best
    letters = "".join(wanted.split())
    rows = [
        row
        for row in links.headings_matching([NamePattern((*letters,))], with_title=False)
        if has_letters(folded(row[2].heading_path.rpartition("\n")[2]), letters)
    ]
    return _best(rows[:MAX_CANDIDATES], wanted, limit, words=())


def _rows_with_words(links: LinkReader, wanted: str) -> list[Row]:
    """Candidates: those that begin with the query, and others with all its words."""
    words = [NamePattern((word,)) for word in wanted.split()[:MAX_WORDS]]
    few = list(islice(links.headings_matching(words, with_title=True), MAX_CANDIDATES))
    if len(few) < MAX_CANDIDATES:
        return few
    start = [NamePattern((wanted,), at_start=True)]
    first = islice(links.headings_matching(start, with_title=False), MAX_CANDIDATES)
    rows = {_position(row): row for row in chain(first, few)}
    return list(rows.values())


def _best(
    rows: Sequence[Row], wanted: str, limit: int, words: Sequence[str] | None = None
) -> list[HeadingEntry]:
    """The best of the rows that contain all words of `wanted`, or `words`.

    A heading that is the query comes first, then one that begins with it, one that has
    all words itself, and a shorter one.
    """
    words = wanted.split() if words is None else words
    longest = max(words, key=len, default="")
    # A title is that of all headings of its document, and many headings are alike.
    fold = cache(folded)
    ranked = []
    for row in rows:
        _, title, record = row
        above, _, heading = record.heading_path.rpartition("\n")
        own = fold(heading)
        line = f"{own}\t{fold(above)} {fold(title)}".replace("\n", " ")
        # The longest one alone is in few headings.
        if longest in line and all(word in line for word in words):
            own = own.strip()
            has_words = all(word in own for word in wanted.split())
            rank = own != wanted, not own.startswith(wanted), not has_words, len(own)
            ranked.append((rank, _position(row), row))
    ranked.sort(key=lambda entry: entry[:2])
    return [_entry(row) for _, _, row in ranked[:limit]]


def _position(row: Row) -> tuple[str, int]:
    return row[0], row[2].span_start


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
