"""Resolves a link's target to a note: by path, file name, title or alias.

Among equally good matches, the note in the nearest folder is chosen. Case
and accents are ignored only if there is no exact match.
"""

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ragtui_core.links.link_results import NoteName
from ragtui_core.store.protocols import Reader
from ragtui_core.store.records import NameRecord
from ragtui_core.text.folding import folded, name_key, without_extension

INDEX_NAMES = ("index", "_index", "README", "readme")
"""Names of notes that are the target of links to their folder."""

RENDERED = ".html"
"""The extension of the page that mdBook makes of a note; links may name the page."""


class NameMap:
    """A snapshot of the names of a vault's notes."""

    def __init__(
        self, notes: Sequence[NoteName], versions: Mapping[str, bytes] | None = None
    ) -> None:
        """Index the names of `notes`, sorted by path.

        `versions` has, by path, the content hash of the file that the names come from.
        """
        self.notes = {note.path: note for note in notes}
        self.versions = versions or {}
        self._known: dict[tuple[str, str], str | None] = {}

    def resolve(self, target: str, source: str) -> str | None:
        """The path of the note that `target` names in a link of `source`, if any."""
        if not target:
            return source if source in self.notes else None
        key = target, posixpath.dirname(source)
        if key not in self._known:
            self._known[key] = self._resolved(*key)
        return self._known[key]

    def keys(self, path: str) -> set[str]:
        """The last parts, folded, of targets of links to `path`."""
        note = self.notes.get(path)
        names = [_bare(path), path, *((note.title, *note.aliases) if note else ())]
        if posixpath.basename(_bare(path)) in INDEX_NAMES:
            names.append(posixpath.dirname(path))
        names += [name + RENDERED for name in names[:2]]
        return {name_key(name) for name in names}

    @cached_property
    def _bare(self) -> dict[str, str]:
        """Paths by path without extension."""
        return {_bare(path): path for path in reversed(self.notes)}

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        """Paths by the key of the file's name."""
        found = defaultdict(list)
        for bare, path in self._bare.items():
            found[name_key(bare)].append(path)
        return found

    @cached_property
    def _by_title(self) -> dict[str, list[tuple[str, str]]]:
        """Titles and paths by the folded title."""
        found = defaultdict(list)
        for note in self.notes.values():
            found[folded(note.title)].append((note.title, note.path))
        return found

    @cached_property
    def _by_alias(self) -> dict[str, list[tuple[str, str]]]:
        """Aliases and paths by the folded alias."""
        found = defaultdict(list)
        for note in self.notes.values():
            for alias in note.aliases:
                found[folded(alias)].append((alias, note.path))
        return found

    def _resolved(self, target: str, folder: str) -> str | None:
        here = posixpath.normpath(posixpath.join(folder, target))
        if not target.startswith("/") and (found := self._at(here)):
            return found
        if target.startswith(("./", "../")):
            return self._nearest(
                [(p, p) for p in self._matching_paths(here, whole=True)], here
            )
        from_root = posixpath.normpath(target.strip("/") or ".")
        return (
            self._at(from_root)
            or self._named(from_root, folder)
            or self._nearest(self._by_title.get(folded(target), ()), target, folder)
            or self._nearest(self._by_alias.get(folded(target), ()), target, folder)
            or self._rendered(here, from_root)
        )

    def _rendered(self, *paths: str) -> str | None:
        """The note that one of the paths of a rendered page is made of."""
        sources = [path[: -len(RENDERED)] for path in paths if path.endswith(RENDERED)]
        return next(filter(None, map(self._bare.get, sources)), None)

    def _at(self, path: str) -> str | None:
        """The note at a path, with or without extension, or a folder's index note."""
        if path in self.notes:
            return path
        inside = (posixpath.join(path, name) for name in INDEX_NAMES)
        for bare in (without_extension(path), *inside):
            if found := self._bare.get(bare):
                return found
        return None

    def _named(self, name: str, folder: str) -> str | None:
        """The nearest note whose path ends with `name`."""
        depth = name.count("/") + 1
        found = [
            ("/".join(_bare(path).split("/")[-depth:]), path)
            for path in self._matching_paths(name)
        ]
        return self._nearest(found, without_extension(name), folder)

    def _matching_paths(self, name: str, *, whole: bool = False) -> list[str]:
        """Paths that, folded, end with `name`, or are equal to it if `whole`."""
        wanted = "/" + folded(without_extension(name))
        paths = self._by_name.get(name_key(name), ())
        if whole:
            return [path for path in paths if f"/{folded(_bare(path))}" == wanted]
        return [path for path in paths if f"/{folded(_bare(path))}".endswith(wanted)]

    def _nearest(
        self, found: Iterable[tuple[str, str]], wanted: str, folder: str = ""
    ) -> str | None:
        """The best of pairs of a name and its path."""

        def rank(pair: tuple[str, str]) -> tuple[int, int, str]:
            name, path = pair
            mismatches = (name != wanted) + (name.casefold() != wanted.casefold())
            return mismatches, _steps(folder, posixpath.dirname(path)), path

        return min(found, key=rank, default=("", None))[1]


def _bare(path: str) -> str:
    base, _, ending = path.rpartition(".")
    return path if "/" in ending else base or path


def _steps(one: str, other: str) -> int:
    """The number of folders up and down from `one` to `other`."""
    here, there = one.split("/") if one else [], other.split("/") if other else []
    shared = len(posixpath.commonprefix([here, there]))
    return len(here) + len(there) - 2 * shared


def load_names(reader: Reader, before: NameMap | None) -> NameMap:
    """The current names in the index.

    Args:
        reader: A reader of the index.
        before: Names loaded earlier; unchanged ones are reused.
    """
    versions = reader.versions()
    known, old = (before.notes, before.versions) if before else ({}, {})
    new = {path for path, version in versions.items() if old.get(path) != version}
    read = {record.path: _name(record) for record in reader.names(new)} if new else {}
    notes = [read[path] if path in read else known[path] for path in versions]
    return NameMap(notes, versions)


def _name(record: NameRecord) -> NoteName:
    return NoteName(
        record.path,
        record.title,
        record.aliases,
        record.modified_ns / 1e9,
        record.summary,
    )
