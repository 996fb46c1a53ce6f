"""Resolves a link's target to a note: by path, file name, title or alias.

Among equally good matches, the note in the nearest folder is chosen. Case
and accents are ignored only if there is no exact match.
"""

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ragtui_core.store.names.note_keys import (
    INDEX_NAMES,
    RENDERED,
    bare_path,
    keys_of_target,
    note_keys,
)
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import NoteName
from ragtui_core.text.folding import folded, name_key, without_extension

Entry = tuple[str, str]
"""A name as written, and the path of its note."""

Entries = Callable[[NoteName], Iterable[tuple[str, Entry]]]
"""Gives the entries of a note in a table, each with its key."""

Table = Mapping[str, Sequence[Entry]]
"""Entries by key."""


def _by_bare(note: NoteName) -> Iterator[tuple[str, Entry]]:
    """The path by the path without extension."""
    yield bare_path(note.path), (note.path, note.path)


def _by_file(note: NoteName) -> Iterator[tuple[str, Entry]]:
    """The path by the keys of the file's name, without and with its extension."""
    for key in {name_key(bare_path(note.path)), name_key(note.path)}:
        yield key, (note.path, note.path)


def _by_title(note: NoteName) -> Iterator[tuple[str, Entry]]:
    """The title by the folded title."""
    yield folded(note.title), (note.title, note.path)


def _by_alias(note: NoteName) -> Iterator[tuple[str, Entry]]:
    """The aliases by the folded alias."""
    for alias in note.aliases:
        yield folded(alias), (alias, note.path)


_folder_of = lru_cache(maxsize=64)(posixpath.dirname)
"""The folder of a note, which thousands of links of it need."""


class NameMap:
    """A snapshot of the names of a vault's notes."""

    def __init__(
        self,
        notes: Sequence[NoteName],
        versions: Mapping[str, bytes] | None = None,
        *,
        revision: int = 0,
    ) -> None:
        """Keep the names of `notes`, sorted by path.

        `versions` has, by path, the content hash of the file that the names come from.
        """
        self.revision = revision
        self.notes = {note.path: note for note in notes}
        self.versions = versions or {}
        self._known = defaultdict[str, dict[str, str | None]](dict)
        """Paths of notes, by the folder of the link and the target that names them."""
        self._tables: dict[Entries, Table] = {}
        """Made when they are first needed."""

    def without(self, other: "NameMap") -> list[NoteName]:
        """The notes that are not in another map, or are different there."""
        others = other.notes
        return [
            note for path, note in self.notes.items() if others.get(path) is not note
        ]

    def resolve(self, target: str, source: str) -> str | None:
        """The path of the note that `target` names in a link of `source`, if any."""
        if not target:
            return source if source in self.notes else None
        folder = _folder_of(source)
        try:
            return self._known[folder][target]
        except KeyError:
            resolved = self._known[folder][target] = self._resolved(target, folder)
            return resolved

    def is_alias(self, target: str, path: str) -> bool:
        """Whether a target is an alias of a note, and neither its title nor file."""
        note, wanted = self.notes.get(path), folded(target)
        if note is None or wanted in {
            folded(note.title),
            folded(without_extension(posixpath.basename(path))),
        }:
            return False
        return wanted in map(folded, note.aliases)

    def keys(self, path: str) -> set[str]:
        """The last parts, folded, of targets of links to `path`."""
        note = self.notes.get(path)
        pages = (name_key(name + RENDERED) for name in (bare_path(path), path))
        titles = (note.title, *note.aliases) if note else ()
        return {*note_keys(path, titles), *pages}

    def _named_by(self, entries: Entries, key: str) -> Sequence[Entry]:
        """The entries of a table with a key."""
        if entries not in self._tables:
            table = defaultdict[str, list[Entry]](list)
            for note in self.notes.values():
                for name, entry in entries(note):
                    table[name].append(entry)
            self._tables[entries] = table
        return self._tables[entries].get(key, ())

    def _resolved(self, target: str, folder: str) -> str | None:
        here = posixpath.normpath(posixpath.join(folder, target))
        if not target.startswith("/") and (note := self._at(here)):
            return note
        if target.startswith(("./", "../")):
            same = self._matching_paths(here, whole=True)
            return self._nearest([(p, p) for p in same], here) or self._rendered(here)
        from_root = posixpath.normpath(target.strip("/") or ".")
        return (
            self._at(from_root)
            or self._named(from_root, folder)
            or self._nearest(self._named_by(_by_title, folded(target)), target, folder)
            or self._nearest(self._named_by(_by_alias, folded(target)), target, folder)
            or self._rendered(here, from_root)
        )

    def _rendered(self, *paths: str) -> str | None:
        """The note that one of the paths of a rendered page is made of."""
        sources = [path[: -len(RENDERED)] for path in paths if path.endswith(RENDERED)]
        return next(filter(None, map(self._with_bare, sources)), None)

    def _with_bare(self, bare: str) -> str | None:
        """The path of the first note with a path without extension."""
        return min((path for _, path in self._named_by(_by_bare, bare)), default=None)

    def _at(self, path: str) -> str | None:
        """The note at a path, with or without extension, or a folder's index note."""
        if path in self.notes:
            return path
        inside = (posixpath.join(path, name) for name in INDEX_NAMES)
        for bare in (without_extension(path), *inside):
            if note := self._with_bare(bare):
                return note
        return None

    def _named(self, name: str, folder: str) -> str | None:
        """The nearest note whose path ends with `name`."""
        depth = name.count("/") + 1
        notes = [
            ("/".join(bare_path(path).split("/")[-depth:]), path)
            for path in self._matching_paths(name)
        ]
        return self._nearest(notes, without_extension(name), folder)

    def _matching_paths(self, name: str, *, whole: bool = False) -> list[str]:
        """Paths that, folded, end with `name`, or are equal to it if `whole`."""
        wanted = "/" + folded(without_extension(name))
        paths = [path for _, path in self._named_by(_by_file, name_key(name))]
        names = [(path, _folded_names(path)) for path in paths]
        if whole:
            return [path for path, forms in names if wanted in forms]
        return [
            path
            for path, forms in names
            if any(form.endswith(wanted) for form in forms)
        ]

    def _nearest(
        self, notes: Iterable[tuple[str, str]], wanted: str, folder: str = ""
    ) -> str | None:
        """The best of pairs of a name and its path."""

        def rank(pair: tuple[str, str]) -> tuple[int, int, str]:
            name, path = pair
            mismatches = (name != wanted) + (name.casefold() != wanted.casefold())
            return mismatches, _steps(folder, posixpath.dirname(path)), path

        return min(notes, key=rank, default=("", None))[1]


def _folded_names(path: str) -> tuple[str, str]:
    """The path from the root, without and with its extension; a note's has none."""
    return f"/{folded(bare_path(path))}", f"/{folded(without_extension(path))}"


def _steps(one: str, other: str) -> int:
    """The number of folders up and down from `one` to `other`."""
    here, there = one.split("/") if one else [], other.split("/") if other else []
    shared = len(posixpath.commonprefix([here, there]))
    return len(here) + len(there) - 2 * shared


ANY_NOTE = frozenset({"", ".", ".."})
"""The keys of targets that may name notes with other keys."""


def names_for(reader: Reader, targets: Iterable[str]) -> NameMap:
    """The names that decide which notes some targets name; a part of all names.

    No target has a key of `ANY_NOTE`.
    """
    keys = set().union(*map(keys_of_target, targets))
    notes = reader.names.with_keys(keys)
    return NameMap(sorted(notes, key=lambda note: note.path))


def load_names(reader: Reader, before: NameMap | None) -> NameMap:
    """The current names in the index.

    Names `before` that are unchanged are reused.
    """
    versions = reader.documents.versions()
    known, old = (before.notes, before.versions) if before else ({}, {})
    new = {path for path, version in versions.items() if old.get(path) != version}
    read = {note.path: note for note in reader.names.of(new)} if new else {}
    notes = [read[path] if path in read else known[path] for path in versions]
    return NameMap(notes, versions, revision=reader.revision())
