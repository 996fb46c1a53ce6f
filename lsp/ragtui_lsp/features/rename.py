"""Rename: a note by its title, or a heading, or files; links to them follow.

Nothing is written: the answer is an edit, which the client shows and the user applies.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lsprotocol import types

from ragtui_core import Document, RagtuiError
from ragtui_core.documents import Heading, headings_of
from ragtui_core.links import (
    Changes,
    Notes,
    RenamedTarget,
    Replacement,
    Target,
    after_heading,
    after_move,
    after_rename,
    renamed,
    title_field,
)
from ragtui_lsp.client_documents import can_rename_files, workspace_edit
from ragtui_lsp.features.hover import document_now
from ragtui_lsp.features.links import heading_at, leads_to, link_at
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

Edits = dict[str, list[types.TextEdit]]
"""By uri."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The heading that is renamed.

    Attributes:
        path: Its note.
        heading: The heading.
        text: The note's text.
        where: The words at the cursor that name it: the heading itself, or a link.
    """

    path: str
    heading: Heading
    text: PositionedText
    where: types.Range


async def prepare(
    ls: RagtuiServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The heading at a position, or the one that a link leads to."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    found = await ls.work(_subject, text, params.position, locations)
    if found is None:
        return None
    name = found.heading.span.of(found.text.text)
    return types.PrepareRenamePlaceholder(found.where, name)


async def rename(
    ls: RagtuiServer, params: types.RenameParams
) -> types.WorkspaceEdit | None:
    """The edit that renames a heading; that of a title renames the note."""
    uri, name = params.text_document.uri, " ".join(params.new_name.split())
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    found = await ls.work(_subject, text, params.position, locations)
    if found is None:
        return None
    if not name:
        raise RagtuiError("A heading needs a name.")
    changes, file = await ls.work(_changes, found, name, locations)
    confirm = f"Links to {found.heading.span.of(found.text.text)} follow"
    return workspace_edit(
        ls,
        _edits(changes, locations),
        confirm=confirm,
        renamed=file if can_rename_files(ls) else None,
    )


def _subject(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> Subject | None:
    if locations.path is None:
        return None
    if heading := heading_at(text, position, locations):
        return Subject(locations.path, heading, text, text.range(heading.span))
    link = link_at(text.text, text.offset(position))
    target = leads_to(link, locations) if link else None
    if link is None or target is None or (link.heading and not target.heading_path):
        return None  # A block or an element of HTML has no words to rename.
    found = _heading_of(target, locations)
    if found is None:
        return None
    other = locations.text(target.path)
    return Subject(target.path, found, other, text.range(link.target_span))


def _heading_of(target: Target, locations: LocationMapper) -> Heading | None:
    """The heading that a target is, of a whole note its title; as the text is now."""
    if locations.vault.documents.is_extracted(target.path):
        return None
    document = document_now(target.path, locations)
    headings = headings_of(document) if document else []
    if document and not target.heading_path:
        titles = [heading for heading in headings if _is_title_of(document, heading)]
        return titles[0] if titles else None
    named = [
        heading for heading in headings if heading.heading_path == target.heading_path
    ]
    start = target.span.start
    return min(named, key=lambda heading: abs(heading.span.start - start), default=None)


async def files_renamed(
    ls: RagtuiServer, params: types.RenameFilesParams
) -> types.WorkspaceEdit | None:
    """The edit of links to and from files that the editor is about to rename."""
    edits: Edits = {}
    for served in await ls.all_serving():
        moves = {}
        for file in params.files:
            old, new = served.path_of(file.old_uri), served.path_of(file.new_uri)
            if old is not None and new is not None:
                moves[old] = new
        if moves:
            locations = await ls.locations(served.uri_of(next(iter(moves))))
            edits |= await ls.work(_moved, moves, locations)
    return workspace_edit(ls, edits, confirm="Links follow") if edits else None


def _changes(
    subject: Subject, name: str, locations: LocationMapper
) -> tuple[Changes, types.RenameFile | None]:
    path, heading, text = subject.path, subject.heading, subject.text.text
    own, file = [Replacement(heading.span, name)], None
    if _is_title_of(locations.vault.documents.parse(path, text), heading):
        old = RenamedTarget(path, heading.heading_path[-1])
        new = renamed(old, name)
        if field := title_field(text, old.title, name):
            own.append(field)
        changes = after_rename(_notes(locations), old, new)
        file = _renamed_file(old.path, new.path, locations)
    else:
        target = Target(path, heading.heading_path, heading.span)
        changes = after_heading(_notes(locations), target, name)
    changes[path] = own + changes.get(path, [])
    return changes, file


def _renamed_file(
    old: str, new: str, locations: LocationMapper
) -> types.RenameFile | None:
    if old == new:
        return None
    if (locations.vault.root / new).exists():
        raise RagtuiError(f"The file {new} already exists.")
    return types.RenameFile(locations.uri(old), locations.uri(new))


def _moved(moves: Mapping[str, str], locations: LocationMapper) -> Edits:
    return _edits(after_move(_notes(locations), moves), locations)


def _notes(locations: LocationMapper) -> Notes:
    return Notes(
        graph=locations.vault.links,
        read=lambda path: locations.text(path).text,
        exists=lambda path: (locations.vault.root / path).is_file(),
        unsaved=locations.unsaved,
    )


def _edits(changes: Changes, locations: LocationMapper) -> Edits:
    return {
        locations.uri(path): [
            types.TextEdit(locations.range(path, edit.span), edit.text)
            for edit in found
        ]
        for path, found in changes.items()
    }


def _is_title_of(document: Document, heading: Heading) -> bool:
    """Whether a heading is what its note is called by."""
    return heading.level == 1 and document.fields.title == heading.heading_path[-1]
