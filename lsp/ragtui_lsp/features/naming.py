"""How a link to a note is written, where one is made anew."""

import posixpath

from ragtui_core.links import renaming
from ragtui_core.links.renaming import escaped_target
from ragtui_core.model import Span
from ragtui_core.sources.links import LinkKind
from ragtui_core.store.names import without_ending
from ragtui_lsp.places import Places


def wiki_name(path: str, places: Places) -> str:
    """The shortest name that leads to a note: its file's, or its path."""
    name = posixpath.basename(without_ending(path))
    found = places.vault.links.resolve(name, source=places.path or "")
    return name if found and found.path == path else without_ending(path)


def relative_path(path: str, places: Places) -> str:
    """The path of a note from the folder of the note at hand."""
    return renaming.relative_path(path, places.path or "")


def link_to(path: str, kind: LinkKind, text: str, where: Span, places: Places) -> str:
    """A note's name as it may stand in a link of a kind."""
    if kind is LinkKind.WIKI:
        return wiki_name(path, places)
    return escaped_target(relative_path(path, places), kind, text, where)
