"""Finds notes by name as the user types.

The store compares the names with patterns, newest note first, and its results are
ranked here: those of one pattern if they are few, else those of several, until there
are enough. No names are kept in memory.
"""

from collections.abc import Iterable
from enum import IntEnum
from itertools import islice

from ragtui_core.links.heading_search import has_letters
from ragtui_core.store.names.folded_names import NamePattern, NotePath, folded_name
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import NoteName

FEW = 1_000
"""Notes that are ranked at once, which takes some milliseconds."""


class _Rank(IntEnum):
    """How a name has what is typed; best first."""

    BEGINS = 0
    WORD = 1
    INSIDE = 2
    LETTERS = 3
    NONE = 4


def find_notes(reader: Reader, query: str, limit: int) -> list[tuple[NoteName, str]]:
    """The notes with a matching name, best first, each with that name.

    A name that starts with the query ranks before one with a word that does, one that
    contains it, and one that contains its letters in order. Among equals the newest
    note is first; "" matches all. Case and accents of the query are ignored.
    """
    # A lone surrogate is in no name.
    wanted = folded_name(query.encode("utf-8", "replace").decode()).strip()
    if wanted:
        ranked = _ranked(reader, wanted, limit)
    else:
        newest = islice(reader.names.matching(NamePattern()), limit)
        ranked = [(note.path, 0) for note in newest]
    known = {note.path: note for note in reader.names.of(path for path, _ in ranked)}
    notes = ((known[path], at) for path, at in ranked if path in known)
    return [(note, _name(note, at)) for note, at in notes]


def _name(note: NoteName, at: int) -> str:
    """The name in a line; the path if the note has fewer names by now."""
    names = (note.title, *note.aliases, note.path)
    return names[min(at, len(names) - 1)]


def _ranked(reader: Reader, wanted: str, limit: int) -> list[tuple[str, int]]:
    """The best notes: path and number of the name that has `wanted`."""
    matching, letters = reader.names.matching, NamePattern(tuple(wanted))
    few = list(islice(matching(letters), FEW))
    stages: list[tuple[Iterable[NotePath], _Rank, _Rank]]
    stages = [(few, _Rank.LETTERS, _Rank.LETTERS)]
    if len(few) == FEW:
        # Of many notes with the letters, the newest of a better rank are looked for.
        start = matching(NamePattern((wanted,), at_start=True))
        inside = matching(NamePattern((wanted,)))
        stages = [
            (start, _Rank.BEGINS, _Rank.BEGINS),
            (inside, _Rank.INSIDE, _Rank.WORD),
            (matching(letters), _Rank.LETTERS, _Rank.LETTERS),
        ]
    best: dict[str, tuple[_Rank, int]] = {}
    for notes, lowest, enough in stages:
        missing = limit - sum(rank <= lowest for rank, _ in best.values())
        for path, names in notes if missing > 0 else ():
            ranks = (_rank(name, wanted) for name in names.split("\n"))
            rank, at = min((rank, at) for at, rank in enumerate(ranks))
            if rank <= lowest and path not in best:
                best[path] = rank, at
                missing -= rank <= enough
                if len(few) == FEW and missing <= 0:
                    break
    in_rank = sorted(best.items(), key=lambda item: item[1][0])
    return [(path, at) for path, (_, at) in in_rank[:limit]]


def _rank(name: str, wanted: str) -> _Rank:
    if name.startswith(wanted):
        return _Rank.BEGINS
    if any(not name[at - 1].isalnum() for at in _positions(name, wanted)):
        return _Rank.WORD
    if wanted in name:
        return _Rank.INSIDE
    return _Rank.LETTERS if has_letters(name, wanted) else _Rank.NONE


def _positions(text: str, part: str) -> Iterable[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
