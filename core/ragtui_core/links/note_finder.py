"""Finds notes by name as the user types."""

from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.links.fuzzy_index import FuzzyIndex
from ragtui_core.links.link_results import NoteName
from ragtui_core.text.folding import folded


class NoteFinder:
    """A snapshot of the names of a vault's notes."""

    def __init__(self, notes: Iterable[NoteName]) -> None:
        """Index the names of `notes`."""
        self._notes = sorted(notes, key=lambda note: -note.modified)
        self._names = [(note, name) for note in self._notes for name in _names_of(note)]
        self._lines = FuzzyIndex([_line(name) for _, name in self._names])

    def find(self, query: str, limit: int) -> list[tuple[NoteName, str]]:
        """The notes with a matching name, best first, each with that name.

        A name that starts with the query ranks before one with a word that does, one
        that contains it, and one that contains its letters in order. Among equals
        the newest note is first; "" matches all.

        Args:
            query: As typed; case and accents are ignored.
            limit: Maximum number of notes.
        """
        wanted = folded(query).strip()
        if not wanted:
            return [(note, note.title) for note in self._notes[:limit]]
        found: dict[str, tuple[NoteName, str]] = {}
        for index in self._matching(wanted):
            note, name = self._names[index]
            found.setdefault(note.path, (note, name))
            if len(found) >= limit:
                break
        return list(found.values())

    def _matching(self, wanted: str) -> Iterator[int]:
        """Indices of names, best first; one may come more than once."""
        yield from self._lines.containing(f"\n{wanted}")
        word: list[int] = []
        inside: list[int] = []
        for index, before in self._lines.occurrences(wanted):
            (inside if before.isalnum() else word).append(index)
        yield from word
        yield from inside
        yield from self._lines.with_letters(wanted)


def _names_of(note: NoteName) -> Sequence[str]:
    """The names of a note in links: title, aliases, path."""
    return (note.title, *note.aliases, note.path)


def _line(name: str) -> str:
    return folded(name).replace("\n", " ")
