"""Finds notes by name as the user types.

The store compares the names with patterns, newest note first, and its results are
ranked here: those of one pattern if they are few, else those of several, until there
are enough. No names are kept in memory.
"""

from collections.abc import Iterator
from enum import IntEnum
from itertools import islice

from ragtui_core.links.heading_search import in_order
from ragtui_core.links.link_results import NoteName
from ragtui_core.links.name_map import note_name
from ragtui_core.store.folded_names import NamePattern, NotePath, folded_name
from ragtui_core.store.reader_protocols import Reader

FEW = 1_000
"""Notes that are ranked at once, which takes some milliseconds."""


class _Rank(IntEnum):
    """How a name has what is typed; best first."""

    BEGINS = 0
    WORD = 1
    INSIDE = 2
    LETTERS = 3


def find_notes(reader: Reader, query: str, limit: int) -> list[tuple[NoteName, str]]:
    """The notes with a matching name, best first, each with that name.

    A name that starts with the query ranks before one with a word that does, one
    that contains it, and one that contains its letters in order. Among equals
    the newest note is first; "" matches all.

    Args:
        reader: A reader of the index.
        query: As typed; case and accents are ignored.
        limit: Maximum number of notes.
    """
    # A lone surrogate is in no name.
    wanted = folded_name(query.encode("utf-8", "replace").decode()).strip()
    if wanted:
        found = _Ranking(wanted, limit).of(reader)
    else:
        newest = islice(reader.names.matching(NamePattern()), limit)
        found = [(note.path, 0) for note in newest]
    known = {each.path: each for each in reader.names.of(path for path, _ in found)}
    notes = ((note_name(known[path]), at) for path, at in found if path in known)
    return [(note, _name(note, at)) for note, at in notes]


def _name(note: NoteName, at: int) -> str:
    """The name in a line; the path if the note has fewer names by now."""
    names = (note.title, *note.aliases, note.path)
    return names[min(at, len(names) - 1)]


class _Ranking:
    """The notes found so far, by rank: path and number of the name."""

    def __init__(self, wanted: str, limit: int) -> None:
        """Rank by `wanted`, which is folded and not empty; at most `limit` notes."""
        self._wanted = wanted
        self._limit = limit
        self._letters = in_order(wanted)
        self._found: dict[_Rank, dict[str, int]] = {rank: {} for rank in _Rank}

    def of(self, reader: Reader) -> list[tuple[str, int]]:
        """The best notes."""
        letters = NamePattern(tuple(self._wanted))
        few = list(islice(reader.names.matching(letters), FEW))
        if len(few) < FEW:
            self._add(iter(few), _Rank.LETTERS, _Rank.BEGINS)
            return self._best()
        # Of many notes with the letters, the newest ones of a better rank come first.
        for pattern, lowest, enough in (
            (NamePattern((self._wanted,), at_start=True), _Rank.BEGINS, _Rank.BEGINS),
            (NamePattern((self._wanted,)), _Rank.INSIDE, _Rank.WORD),
            (letters, _Rank.LETTERS, _Rank.LETTERS),
        ):
            self._add(reader.names.matching(pattern), lowest, enough)
            if self._count(lowest) >= self._limit:
                break
        return self._best()

    def _add(self, notes: Iterator[NotePath], lowest: _Rank, enough: _Rank) -> None:
        """Add notes of rank `lowest` or better, until those to `enough` are enough."""
        for path, names in notes:
            if ranked := self._ranked(names):
                rank, at = ranked
                if rank <= lowest:
                    self._found[rank].setdefault(path, at)
                    if self._count(enough) >= self._limit:
                        break

    def _count(self, lowest: _Rank) -> int:
        return sum(len(found) for rank, found in self._found.items() if rank <= lowest)

    def _best(self) -> list[tuple[str, int]]:
        best: dict[str, int] = {}  # A note that changed meanwhile may have two ranks.
        for found in self._found.values():
            for path, at in found.items():
                best.setdefault(path, at)
        return list(islice(best.items(), self._limit))

    def _ranked(self, names: str) -> tuple[_Rank, int] | None:
        """The rank of a note by its best name, and that name's number."""
        ranked = [
            (rank, at)
            for at, name in enumerate(names.split("\n"))
            if (rank := self._rank(name)) is not None
        ]
        return min(ranked, default=None)

    def _rank(self, name: str) -> _Rank | None:
        if name.startswith(self._wanted):
            return _Rank.BEGINS
        at = name.find(self._wanted)
        if at < 0:
            return _Rank.LETTERS if self._letters.search(name) else None
        while at >= 0:
            if not name[at - 1].isalnum():
                return _Rank.WORD
            at = name.find(self._wanted, at + 1)
        return _Rank.INSIDE
