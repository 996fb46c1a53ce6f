"""Formats links for insertion into a note."""

import posixpath
import re
from collections.abc import Callable, Iterable
from urllib.parse import quote

from ragtui_core.links.rename_planning import KEPT_IN_URLS
from ragtui_core.text.folding import folded, without_extension

_BRACKET = re.compile(r"([\[\]\\])")


def wiki_link(
    path: str, paths: Iterable[str], resolve: Callable[[str], str | None]
) -> str:
    """`[[note]]`: with the file's name if it is unique, else the path.

    Args:
        path: The path of the note.
        paths: The paths of all notes.
        resolve: Returns the path of the note that a target names.
    """
    bare, name = without_extension(path), _name(path)
    namesakes = sum(folded(_name(other)) == folded(name) for other in paths)
    names = (name, bare) if namesakes < 2 else (bare,)
    return f"[[{next((name for name in names if resolve(name) == path), path)}]]"


def _name(path: str) -> str:
    return posixpath.basename(without_extension(path))


def markdown_link(path: str, title: str) -> str:
    """`[title](path)`, with the path relative to the vault's root."""
    words = _BRACKET.sub(r"\\\1", " ".join(title.split()))
    return f"[{words}]({quote(path, safe=KEPT_IN_URLS)})"
