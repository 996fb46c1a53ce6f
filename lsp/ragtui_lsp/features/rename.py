"""Rename: a note by its title or file, a heading, or files; links follow.

Nothing is written: the answer is an edit, which the client shows and the user applies.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from lsprotocol import types

from ragtui_core import Document, RagtuiError
from ragtui_core.documents import Heading, Link, headings_of, is_single_byte
from ragtui_core.links import (
    Changes,
    RenamedTarget,
    Replacement,
    Target,
    after_heading,
    after_move,
    file_stem,
    names_file_alone,
    renamed_note,
    title_field,
    title_heading,
)
from ragtui_lsp.client_documents import can_rename_files, workspace_edit
from ragtui_lsp.features.known_links import notes_now
from ragtui_lsp.features.links import (
    heading_at,
    leads_to,
    link_at,
)
from ragtui_lsp.index_waiting import until_links_are_known
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

Edits = dict[str, list[types.TextEdit]]
"""By uri."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The changes to notes, and a file that is renamed after them."""

    changes: Changes
    file: types.RenameFile | None = None


Rename = Callable[[str, LocationMapper, bool], Edit]
"""The edit that gives something another name; whether the client renames files.

Raises a RagtuiError if it cannot have this name.
"""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is renamed: its name, the words at the cursor that name it, and how."""

    name: str
    where: types.Range
    rename: Rename


def _rename_note(
    path: str, text: str, name: str, locations: LocationMapper, can_rename: bool
) -> Edit:
    """A note by its title, which is in front matter, its first heading, or both."""
    document = locations.vault.documents.parse(path, text)
    is_file = can_rename and (locations.vault.root / path).is_file()
    changes, new = renamed_note(notes_now(locations), document, name, with_file=is_file)
    return Edit(changes, _renamed_file(path, new, locations))


def _rename_heading(
    path: str, heading: Heading, name: str, locations: LocationMapper, _: bool
) -> Edit:
    """A heading that is not the title of its note."""
    target = Target(path, heading.heading_path, heading.span)
    changes = after_heading(notes_now(locations), target, name)
    changes[path] = [Replacement(heading.span, name), *changes.get(path, [])]
    return Edit(changes)


def _rename_file(
    old: str, name: str, locations: LocationMapper, can_rename: bool
) -> Edit:
    """A note that a link names by its file, which has another title."""
    path = PurePosixPath(old)
    if name.casefold().endswith(path.suffix.casefold()):
        name = name[: len(name) - len(path.suffix)]
    stem = file_stem(name)
    if not can_rename:
        raise RagtuiError(f"This editor cannot rename the file {old}.")
    if not stem:
        raise RagtuiError(f"{name!r} cannot be the name of a file.")
    new = str(path.with_name(stem + path.suffix))
    changes = after_move(notes_now(locations), {old: new})
    return Edit(changes, _renamed_file(old, new, locations))


async def prepare(
    ls: RagtuiServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """What is renamed at a position: a heading or a note, there or by a link.

    Raises:
        RagtuiError: Its name is written so that it is not renamed.
    """
    uri = params.text_document.uri
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    found = await ls.work(_subject, text, params.position, locations)
    return types.PrepareRenamePlaceholder(found.where, found.name) if found else None


async def rename(
    ls: RagtuiServer, params: types.RenameParams
) -> types.WorkspaceEdit | None:
    """The edit that renames a heading or a note, and the links to it."""
    uri, name = params.text_document.uri, " ".join(params.new_name.split())
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    await until_links_are_known(ls, await ls.serving(uri))
    found = await ls.work(_subject, text, params.position, locations)
    if found is None:
        return None
    if not name:
        raise RagtuiError("A heading and a note need a name.")
    can_rename = can_rename_files(ls)

    def changed() -> tuple[Edits, types.RenameFile | None]:
        edit = found.rename(name, locations, can_rename)
        if lost := lost_encodings(ls, edit.changes, locations):
            raise RagtuiError(f"{lost[0]} {OTHER_ENCODING}")
        return _edits(edit.changes, locations), edit.file

    edits, file = await ls.work(changed)
    return workspace_edit(ls, edits, renamed=file)


def _subject(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> Subject | None:
    if locations.path is None:
        return None
    if heading := heading_at(text, position, locations):
        where = text.range(heading.span)
        return _heading_of_note(locations.path, heading, text.text, where, locations)
    offset = text.offset(position)
    if link := link_at(text.text, offset):
        return _subject_of_link(link, text, locations)
    return _title_at(offset, text, locations.path, locations)


def _title_at(
    offset: int, text: PositionedText, path: str, locations: LocationMapper
) -> Subject | None:
    """The note, if its title in front matter is there."""
    document = locations.vault.documents.parse(path, text.text)
    title, front = document.fields.title, document.front_matter
    line = text.line(text.position(offset).line)
    if front is None or offset >= front.end or title not in line:
        return None
    field = title_field(text.text, title, title)
    if field is None or not field.span.start <= offset <= field.span.end:
        return None
    rename_note = partial(_rename_note, path, text.text)
    return Subject(title, text.range(field.span), rename_note)


def _subject_of_link(
    link: Link, text: PositionedText, locations: LocationMapper
) -> Subject | None:
    target = leads_to(link, locations)
    if target is None or (link.heading and not target.heading_path):
        return None  # A block or an element of HTML has no words to rename.
    if not link.heading and locations.links.names.is_alias(link.target, target.path):
        return None
    where = text.range(link.target_span)
    document = locations.document(target.path)
    note = RenamedTarget(target.path, document.fields.title if document else "")
    if not link.heading and names_file_alone(link.target, note):
        stem = PurePosixPath(target.path).stem
        return Subject(stem, where, partial(_rename_file, target.path))
    if locations.vault.documents.is_extracted(target.path):
        return None
    other = locations.text(target.path).text
    if not target.heading_path:
        return Subject(note.title, where, partial(_rename_note, target.path, other))
    found = _heading_of(target, document)
    if found is None:
        return None
    return _heading_of_note(target.path, found, other, where, locations)


def _heading_of_note(
    path: str,
    heading: Heading,
    text: str,
    where: types.Range,
    locations: LocationMapper,
) -> Subject:
    name = heading.span.of(text)
    document = locations.vault.documents.parse(path, text)
    if title_heading(document) == heading:
        title_field(text, document.fields.title, name)  # It may be refused.
        return Subject(name, where, partial(_rename_note, path, text))
    return Subject(name, where, partial(_rename_heading, path, heading))


def _heading_of(target: Target, document: Document | None) -> Heading | None:
    """The heading that a target is, as the text is now."""
    named = [
        heading
        for heading in (headings_of(document) if document else ())
        if heading.heading_path == target.heading_path
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
        if not moves:
            continue
        try:
            await until_links_are_known(ls, served)
        except RagtuiError as error:
            # Editors do not show why a file is moved without edits.
            ls.show_warning(f"No link follows {', '.join(moves)}: {ls.cause_of(error)}")
            continue
        locations = await ls.locations(served.uri_of(next(iter(moves))))
        edits |= await ls.work(_moved, ls, moves, locations)
    return workspace_edit(ls, edits) if edits else None


def _renamed_file(
    old: str, new: str, locations: LocationMapper
) -> types.RenameFile | None:
    if old == new:
        return None
    if (locations.vault.root / new).exists():
        raise RagtuiError(f"The file {new} already exists.")
    return types.RenameFile(locations.uri(old), locations.uri(new))


def _moved(
    ls: RagtuiServer, moves: Mapping[str, str], locations: LocationMapper
) -> Edits:
    changes = after_move(notes_now(locations), moves, ls.show_warning)
    for path in lost_encodings(ls, changes, locations):
        ls.show_warning(f"The links of {path} do not follow: it {OTHER_ENCODING}")
        del changes[path]
    return _edits(changes, locations)


OTHER_ENCODING = "is not UTF-8, and this editor would not keep its letters: convert it."

KEEP_ENCODINGS = frozenset({"Neovim", "Vim", "Emacs", "Eglot", "helix"})
"""Clients that save a file in the encoding in which they read it, which is the same if
it has a byte order mark, and has the same positions if each byte is one character."""


def lost_encodings(
    ls: RagtuiServer, changes: Changes, locations: LocationMapper
) -> list[str]:
    """The notes among `changes` in which the client would destroy letters.

    One that is open is saved as it was read, unless letters are lost already.
    """
    keeps, known = ls.client_name in KEEP_ENCODINGS, {"", "utf-8", "utf-16"}
    if keeps:
        known.add("utf-32")

    def is_lost(path: str) -> bool:
        if path in locations.opened:
            return not keeps and "\ufffd" in locations.opened[path]
        encoding = locations.encoding_of(path)
        return encoding not in known and not (keeps and is_single_byte(encoding))

    return [path for path in changes if is_lost(path)]


def _edits(changes: Changes, locations: LocationMapper) -> Edits:
    return {
        locations.uri(path): [
            types.TextEdit(locations.range(path, edit.span), edit.text)
            for edit in edits
        ]
        for path, edits in changes.items()
    }
