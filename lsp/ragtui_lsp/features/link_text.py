"""The text of new links to a note."""

import posixpath

from ragtui_core import Span
from ragtui_core.documents import LinkKind
from ragtui_core.links import escaped_target, relative_path
from ragtui_core.text import without_extension
from ragtui_lsp.location_mapper import LocationMapper


def wiki_name(path: str, locations: LocationMapper) -> str:
    """The shortest name that leads to a note: its file's, or its path."""
    name = posixpath.basename(without_extension(path))
    found = locations.vault.links.resolve(name, source=locations.path or "")
    return name if found and found.path == path else without_extension(path)


def path_from_note(path: str, locations: LocationMapper) -> str:
    """The path of a note from the folder of the current note."""
    return relative_path(path, locations.path or "")


def link_to(
    path: str, kind: LinkKind, text: str, where: Span, locations: LocationMapper
) -> str:
    """A note's name, escaped for a kind of link."""
    if kind is LinkKind.WIKI:
        return wiki_name(path, locations)
    return escaped_target(path_from_note(path, locations), kind, text, where)
