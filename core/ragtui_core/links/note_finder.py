"""Finds notes by name while somebody types."""

from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.links.fuzzy_index import FuzzyIndex
from ragtui_core.links.link_results import NoteName
from ragtui_core.text.folding import folded


class NoteFinder:
    """All names of a vault's notes at one time."""

    def __init__(self, notes: Iterable[NoteName]) -> None:
        """Take the names of `notes`."""
        self._notes = sorted(notes, key=lambda note: -note.modified)
        self._names = [(note, name) for note in self._notes for name in _names_of(note)]
        self._lines = FuzzyIndex([_line(name) for _, name in self._names])

    def find(self, query: str, limit: int) -> list[tuple[NoteName, str]]:
        """The notes whose names fit, best first, each with the name that fits.

        A name that begins with the query comes before one with a word that does, one
        that holds it, and one that holds its letters in order. Among equals the newest
        note is first; "" fits all.

        Args:
            query: As typed; case and accents do not count.
            limit: Notes at most.
        """
        wanted = folded(query).strip()
        if not wanted:
            return [(note, note.title) for note in self._notes[:limit]]
        found: dict[str, tuple[NoteName, str]] = {}
        for index in self._fitting(wanted):
            note, name = self._names[index]
            found.setdefault(note.path, (note, name))
            if len(found) >= limit:
                break
        return list(found.values())

    def _fitting(self, wanted: str) -> Iterator[int]:
        """Indices of names, best first; one may come more than once."""
        yield from self._lines.holding(f"\n{wanted}")
        word: list[int] = []
        inside: list[int] = []
        for index, before in self._lines.places(wanted):
            (inside if before.isalnum() else word).append(index)
        yield from word
        yield from inside
        yield from self._lines.with_letters(wanted)


def _names_of(note: NoteName) -> Sequence[str]:
    """All that a note may be called in a link: title, aliases, path."""
    return (note.title, *note.aliases, note.path)


def _line(name: str) -> str:
    return folded(name).replace("\n", " ")
