"""Links as they are written into a note."""

import posixpath
import re
from collections.abc import Callable
from urllib.parse import quote

from ragtui_core.links.renaming import KEPT_IN_URLS
from ragtui_core.store.names import without_ending

_BRACKET = re.compile(r"([\[\]\\])")


def wiki_link(path: str, resolve: Callable[[str], str | None]) -> str:
    """`[[note]]`: by the file's name if that leads there, else by the path.

    Args:
        path: Of the note.
        resolve: The path of the note that a target names, from the vault's root.
    """
    bare = without_ending(path)
    names = (posixpath.basename(bare), bare)
    return f"[[{next((name for name in names if resolve(name) == path), path)}]]"


def markdown_link(path: str, title: str) -> str:
    """`[title](path)`, the path seen from the vault's root."""
    words = _BRACKET.sub(r"\\\1", " ".join(title.split()))
    return f"[{words}]({quote(path, safe=KEPT_IN_URLS)})"
