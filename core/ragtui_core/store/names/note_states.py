"""Which notes of a vault are superseded, obsolete or drafts, and by what they say."""

import json
import posixpath
from collections.abc import Mapping

from ragtui_core.documents.validity import Succession, copied_name
from ragtui_core.store.names.name_map import ANY_NOTE, names_for
from ragtui_core.store.names.note_keys import INDEX_NAMES, SUCCESSION, bare_path
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import name_key
from ragtui_core.types import NoteState


def note_states(reader: Reader) -> Mapping[str, NoteState]:
    """The state of each note that is not to be relied on, by path."""
    said = {
        path: Succession.from_json(json.loads(metadata)[SUCCESSION])
        for path, metadata in reader.names.marked()
    }
    if not said:
        return {}
    named = (name for one in said.values() for name in one.replaced_by)
    keyed = (name for name in named if name_key(name) not in ANY_NOTE)
    names = names_for(reader, keyed)
    successors = {
        path: [
            found
            for name in one.replaced_by
            if (found := names.resolve(name, path)) and found != path
        ]
        for path, one in said.items()
    }
    states = {
        path: NoteState(one.validity.value)
        for path, one in said.items()
        if one.validity
    }
    return states | {
        path: NoteState(_words(path, successors), by[0])
        for path, by in successors.items()
        if by
    }


def conflict_copies(reader: Reader) -> Mapping[str, str]:
    """The paths of conflict copies of files that are indexed, with those of these."""
    states = reader.once(note_states)
    found = {p: state.successor for p, state in states.items() if copied_name(p)}
    return {path: original for path, original in found.items() if original}


def _words(path: str, successors: Mapping[str, list[str]]) -> str:
    last = dict.fromkeys(_last(by, path, successors) for by in successors[path])
    return f"superseded by {' and '.join(map(_name, last))}"


def _last(by: str, path: str, successors: Mapping[str, list[str]]) -> str:
    """The note at the end of the chain that begins with `by`; of a circle, `by`."""
    note, seen = by, {path}
    while note not in seen:
        seen.add(note)
        if not successors.get(note):
            return note
        note = successors[note][0]
    return by


def _name(path: str) -> str:
    """The name of a note's file; with its folder, if all folders have such a file."""
    folder, name = posixpath.split(bare_path(path))
    return f"{posixpath.basename(folder)}/{name}" if name in INDEX_NAMES else name
