"""Notes that are created: from a link that leads nowhere, and from a selection.

Nothing is written: the client creates the file as a part of an edit.
"""

import posixpath
from dataclasses import dataclass

from ragtui_core import Span
from ragtui_core.documents import Link, LinkKind
from ragtui_core.links import escaped_target
from ragtui_core.new_notes import (
    NewNote,
    free_path,
    linked_path,
    new_note,
    title_of,
)
from ragtui_core.text import stem_of, without_extension
from ragtui_lsp.client_documents import Created
from ragtui_lsp.features.links import links_in, path_from_note
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText


@dataclass(frozen=True, slots=True)
class CreatedNote:
    """A note of the vault that the client creates."""

    path: str
    file: Created


def created(note: NewNote, locations: LocationMapper) -> CreatedNote:
    """A new note with its uri."""
    return CreatedNote(note.path, Created(locations.uri(note.path), note.text))


def linked_note(link: Link, locations: LocationMapper) -> CreatedNote | None:
    """The note that a broken link names, if there can be one."""
    vault = locations.vault
    path = linked_path(link, locations.path or "", vault.root)
    if path is None:
        return None
    is_worded = link.kind is not LinkKind.WIKI and link.label
    title = link.label if is_worded else stem_of(path)
    return created(new_note(vault, path, title), locations)


def note_of_selection(
    text: PositionedText, span: Span, locations: LocationMapper
) -> tuple[CreatedNote, str] | None:
    """A note with the selected text, and the link that replaces it.

    Its title is the first line. If that is a heading or all that is selected, the note
    does not have it twice. None if the line has no character of a name.
    """
    selected = span.of(text.text).strip()
    title = title_of(selected)
    if not title:
        return None
    first, _, rest = selected.partition("\n")
    is_title = first.lstrip().startswith("#") or (not rest and len(first) == len(title))
    folder = posixpath.dirname(locations.path or "")
    path = free_path(locations.vault.root, folder, title)
    body = rest if is_title else selected
    note = new_note(locations.vault, path, title, body=body)
    return created(note, locations), _link_to(path, title, text.text, span, locations)


def _link_to(
    path: str, title: str, text: str, where: Span, locations: LocationMapper
) -> str:
    """A link to a note that does not exist yet, of the kind that the text has."""
    if any(link.kind is not LinkKind.WIKI for link in links_in(text)[:1]):
        target = path_from_note(path, locations)
        shown = escaped_target(target, LinkKind.MARKDOWN, text, where)
        return f"[{title}]({shown})"
    stem = stem_of(path)
    is_taken = locations.links.resolve(stem, source=locations.path or "")
    return f"[[{without_extension(path) if is_taken else stem}]]"
