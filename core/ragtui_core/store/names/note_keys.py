"""A note's aliases, and the keys by which it is looked up: by links, and as typed."""

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ragtui_core.text.folding import folded, name_key
from ragtui_core.types import DocumentId

INDEX_NAMES = ("index", "_index", "README", "readme")
"""Names of notes that are the target of links to their folder."""

RENDERED = ".html"
"""The extension of the page that mdBook makes of a note; links may name the page."""


SUCCESSION = "ragtui:succession"
"""The key in a document's metadata of what it says of its validity, and in `note_keys`
the key of such notes, so that they are found at once."""


CALLED = "ragtui:name:"
"""Begins the keys in `note_keys` that are the words of titles, aliases and file names,
so that names are found by their beginnings."""

_WORD = re.compile(r"[^\W_]+")


def folded_words(text: str) -> str:
    """The words of `text` without case and accents."""
    return " ".join(_WORD.findall(folded(text)))


class CalledNote(NamedTuple):
    """The folded words of a name, the note that has it, and whether it is a file's."""

    words: str
    document: DocumentId
    is_file: bool = False

    @classmethod
    def of(cls, key: str, document: DocumentId) -> "CalledNote":
        """What a key with `CALLED` says."""
        words, _, is_file = key.removeprefix(CALLED).partition("\n")
        return cls(words, document, bool(is_file))


def bare_path(path: str) -> str:
    """A path without any extension."""
    base, _, ending = path.rpartition(".")
    return path if "/" in ending else base or path


def stored_keys(path: str, titles: Iterable[str], metadata: str) -> set[str]:
    """The keys that an index has of a note, whose metadata is a JSON object."""
    listed = list(titles)
    keys = note_keys(path, listed) | {CALLED + folded_words(name) for name in listed}
    keys.add(f"{CALLED}{folded_words(posixpath.basename(bare_path(path)))}\nfile")
    return keys | ({SUCCESSION} if metadata.startswith(f'{{"{SUCCESSION}"') else set())


def note_keys(path: str, titles: Iterable[str]) -> set[str]:
    """The keys of a note by its path, title and aliases: its last parts, folded."""
    names = [bare_path(path), path]
    if posixpath.basename(bare_path(path)) in INDEX_NAMES:
        names.append(posixpath.dirname(path))
    return {name_key(name) for name in (*names, *titles)}


def keys_of_target(target: str) -> set[str]:
    """The keys of every note that a target may name.

    Except for one that ends with a dot for a folder, or names nothing: any note.
    """
    key = name_key(target)
    return {key, name_key(key.removesuffix(RENDERED))}


ALIAS_KEYS = ("aliases", "alias", "Aliases")
"""The names of the field, the first one that is there counts."""


def stored_aliases(metadata: Mapping[str, Any]) -> str:
    """The aliases in the front matter: a text, or a JSON list; empty without any."""
    values = (metadata.get(key) for key in ALIAS_KEYS)
    return json_text(next((value for value in values if value is not None), None))


def alias_texts(value: str) -> tuple[str, ...]:
    """Each of `stored_aliases`; commas separate those of a text."""
    if not value.startswith("["):
        return tuple(filter(None, map(str.strip, value.split(","))))
    try:
        listed = json.loads(value)
    except ValueError:
        return (value,)
    return tuple(item for item in listed if isinstance(item, str) and item)


def json_text(value: Any) -> str:
    """A value of JSON as SQLite's `json_extract` has it in a column of texts."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return str(value)
