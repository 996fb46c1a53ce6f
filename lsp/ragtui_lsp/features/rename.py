"""Rename: a note by its title, or a heading, or files; links to them follow.

Nothing is written: the answer is an edit, which the client shows and the user applies.
"""

from collections.abc import Mapping

from lsprotocol import types

from ragtui_core import RagtuiError
from ragtui_core.documents import Heading
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
from ragtui_lsp.features.links import heading_at
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

Edits = dict[str, list[types.TextEdit]]
"""By uri."""


async def prepare(
    ls: RagtuiServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The heading at a position, which can be renamed."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    heading = await ls.work(heading_at, text, params.position, locations)
    if heading is None or locations.path is None:
        return None
    span = heading.span
    return types.PrepareRenamePlaceholder(text.range(span), span.of(text.text))


async def rename(
    ls: RagtuiServer, params: types.RenameParams
) -> types.WorkspaceEdit | None:
    """The edit that renames a heading; that of a title renames the note."""
    uri, name = params.text_document.uri, " ".join(params.new_name.split())
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    heading = await ls.work(heading_at, text, params.position, locations)
    if heading is None or locations.path is None:
        return None
    if not name:
        raise RagtuiError("A heading needs a name.")
    changes, file = await ls.work(_changes, heading, name, text, locations)
    confirm = f"Links to {heading.span.of(text.text)} follow"
    return workspace_edit(
        ls,
        _edits(changes, locations),
        confirm=confirm,
        renamed=file if can_rename_files(ls) else None,
    )


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
    heading: Heading, name: str, text: PositionedText, locations: LocationMapper
) -> tuple[Changes, types.RenameFile | None]:
    own, file = [Replacement(heading.span, name)], None
    if _is_title(heading, text, locations):
        old = RenamedTarget(locations.path or "", heading.heading_path[-1])
        new = renamed(old, name)
        if field := title_field(text.text, old.title, name):
            own.append(field)
        changes = after_rename(_notes(locations), old, new)
        file = _renamed_file(old.path, new.path, locations)
    else:
        target = Target(locations.path or "", heading.heading_path, heading.span)
        changes = after_heading(_notes(locations), target, name)
    changes[locations.path or ""] = own + changes.get(locations.path or "", [])
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
            types.TextEdit(locations.range(path, each.span), each.text)
            for each in found
        ]
        for path, found in changes.items()
    }


def _is_title(
    heading: Heading, text: PositionedText, locations: LocationMapper
) -> bool:
    """Whether a heading is what its note is called by."""
    document = locations.vault.documents.parse(locations.path or "", text.text)
    return heading.level == 1 and document.fields.title == heading.heading_path[-1]
