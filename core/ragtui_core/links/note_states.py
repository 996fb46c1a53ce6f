"""Which notes of a vault are superseded, obsolete or drafts, and by what they say."""

import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping

from ragtui_core.documents.validity import Succession, Validity
from ragtui_core.links.name_map import ANY_NOTE, NameMap, names_for
from ragtui_core.store.names.note_keys import INDEX_NAMES, SUCCESSION, bare_path
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import name_key
from ragtui_core.types import NoteState

PEOPLE = frozenset(
    str.split(
        "people person persons contacts staff team teams employees members mitarbeiter "
        "personen kontakte personnes personas persone pessoas mensen"
    )
)
"""Names of folders of notes about people."""


def note_states(reader: Reader) -> Mapping[str, NoteState]:
    """The state of each note that is not to be relied on, by path."""
    said = {
        path: Succession.from_json(json.loads(metadata)[SUCCESSION])
        for path, metadata in reader.names.marked()
    }
    if not said:
        return {}
    successors = _successors(said, _names(reader, said))
    states = {
        path: NoteState(stated.validity.value)
        for path, stated in said.items()
        if stated.validity
    }
    return states | {
        path: NoteState(f"superseded by {_called(path, successors)}", by[0])
        for path, by in successors.items()
    }


def _names(reader: Reader, said: Mapping[str, Succession]) -> NameMap:
    """The names that decide which notes are meant."""
    named = (
        prefix
        for stated in said.values()
        for name in (*stated.replaced_by, *stated.replaces)
        for prefix in _prefixes(name)
    )
    return names_for(reader, named)


def _prefixes(name: str) -> Iterator[str]:
    """A name, and its beginnings: `the price list of 2026 for all customers`."""
    words = name.split()
    for end in range(len(words), 0, -1):
        prefix = " ".join(words[:end]).rstrip(".")
        if name_key(prefix) not in ANY_NOTE:
            yield prefix


def _successors(said: Mapping[str, Succession], names: NameMap) -> dict[str, list[str]]:
    """The notes that replace each, by path: what it says itself, else what others say.

    A draft does not replace another note yet, unless that says so, and a person does
    not replace a note unless that says that it is a note that is replaced.
    """

    def resolved(each: tuple[str, ...], source: str) -> Iterator[str]:
        for name in each:
            paths = (names.resolve(prefix, source) for prefix in _prefixes(name))
            path = next(filter(None, paths), None)
            if path and path != source:
                yield path

    successors: dict[str, list[str]] = {}
    for path, stated in said.items():
        for successor in dict.fromkeys(resolved(stated.replaced_by, path)):
            if stated.validity or not _is_person(successor):
                successors.setdefault(path, []).append(successor)
    by_others: dict[str, list[str]] = {}
    for path, stated in said.items():
        if stated.validity is not Validity.DRAFT:
            for replaced in dict.fromkeys(resolved(stated.replaces, path)):
                by_others.setdefault(replaced, []).append(path)
    return by_others | successors


def _is_person(path: str) -> bool:
    """Whether a note is in a folder of people."""
    return not PEOPLE.isdisjoint(map(name_key, posixpath.dirname(path).split("/")))


def _called(path: str, successors: Mapping[str, list[str]]) -> str:
    """The names of the notes at the end of the chain that replaces a note.

    Of a circle, what the note itself says.
    """
    last = dict.fromkeys(successors[path])
    seen = {path}
    while follows := [note for note in last if note in successors]:
        if not seen.isdisjoint(follows):
            return _listed(successors[path])
        seen.update(follows)
        for note in follows:
            del last[note]
            last |= dict.fromkeys(successors[note])
    return _listed(last)


def _listed(paths: Iterable[str]) -> str:
    return " and ".join(map(_name, paths))


def _name(path: str) -> str:
    """The name of a note's file; with its folder, if all folders have such a file."""
    folder, name = posixpath.split(bare_path(path))
    return f"{posixpath.basename(folder)}/{name}" if name in INDEX_NAMES else name
