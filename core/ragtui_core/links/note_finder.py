"""Finds notes by name while somebody types."""

from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.links.entries import NoteName
from ragtui_core.store.names import folded


def find_notes(
    notes: Sequence[NoteName], query: str, limit: int
) -> list[tuple[NoteName, str]]:
    """The notes whose names fit, best first, each with the name that fits.

    A name that begins with the query comes before one with a word that does, one that
    holds it, and one that holds its letters in order. Among equals the newest is first.

    Args:
        notes: To choose from.
        query: As typed; "" fits every note.
        limit: Notes at most.
    """
    wanted = folded(query).strip()
    found = []
    for note in notes:
        fits = ((_rank(folded(name), wanted), name) for name in names_of(note))
        rank, name = min(fits)
        if rank < _NOT:
            found.append((rank, -note.modified, note, name))
    found.sort(key=lambda item: item[:2])
    return [(note, name) for _, _, note, name in found[:limit]]


def names_of(note: NoteName) -> Iterator[str]:
    """All that a note may be called in a link: title, aliases, path."""
    yield note.title
    yield from note.aliases
    yield note.path


_NOT = 4
"""The rank of a name that does not fit."""


def _rank(name: str, wanted: str) -> int:
    if name.startswith(wanted):
        return 0
    place = name.find(wanted)
    if place > 0 and any(name.startswith(wanted, at) for at in _word_starts(name)):
        return 1
    if place >= 0:
        return 2
    letters: Iterable[str] = iter(name)
    return 3 if all(letter in letters for letter in wanted) else _NOT


def _word_starts(name: str) -> Iterator[int]:
    return (at for at in range(1, len(name)) if not name[at - 1].isalnum())
