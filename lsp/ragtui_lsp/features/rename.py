"""Rename: a note by its title, or a heading; links to it follow.

Nothing is written: the answer is an edit, which the client shows and the person makes.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from lsprotocol import types

from ragtui_core.errors import RagtuiError
from ragtui_core.links.renaming import (
    Named,
    Replacement,
    heading_replacement,
    note_replacement,
    renamed,
)
from ragtui_core.model import HEADING_SEPARATOR, Span
from ragtui_core.sources.front_matter import read_front_matter
from ragtui_core.sources.headings import Heading
from ragtui_lsp.edits import can_rename_files, workspace_edit
from ragtui_lsp.features.links import heading_at, links_in
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
from ragtui_lsp.server import RagtuiServer

CONFIRM = "Links to {name} follow"


@dataclass(slots=True)
class Edits:
    """Replacements by path of the file."""

    places: Places
    found: dict[str, list[types.TextEdit]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def add(self, path: str, replacement: Replacement | None) -> None:
        """Note one; None changes nothing."""
        if replacement:
            where = self.places.range(path, replacement.span)
            self.found[path].append(types.TextEdit(where, replacement.text))

    def by_uri(self) -> dict[str, list[types.TextEdit]]:
        """What is to be edited, by uri."""
        return {self.places.uri(path): edits for path, edits in self.found.items()}


async def prepare(
    ls: RagtuiServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The heading at a position, which can be renamed."""
    uri = params.text_document.uri
    text = ls.document(uri).positioned
    places = await ls.places(uri)
    heading = await ls.work(heading_at, text, params.position, places)
    if heading is None or places.path is None:
        return None
    span = heading.span
    return types.PrepareRenamePlaceholder(text.range(span), span.of(text.text))


async def rename(
    ls: RagtuiServer, params: types.RenameParams
) -> types.WorkspaceEdit | None:
    """The edit that renames a heading; that of a title renames the note."""
    uri, name = params.text_document.uri, " ".join(params.new_name.split())
    text = ls.document(uri).positioned
    places = await ls.places(uri)
    heading = await ls.work(heading_at, text, params.position, places)
    if heading is None or places.path is None:
        return None
    if not name:
        raise RagtuiError("A heading needs a name.")
    edits = Edits(places)
    edits.add(places.path, Replacement(heading.span, name))
    file = None
    if await ls.work(_is_title, heading, text, places):
        file = await ls.work(_rename_note, heading, name, edits)
    else:
        await ls.work(_rename_heading, heading, name, edits)
    confirm = CONFIRM.format(name=heading.span.of(text.text))
    file = file if can_rename_files(ls) else None
    return workspace_edit(ls, edits.by_uri(), confirm=confirm, renamed=file)


async def files_renamed(
    ls: RagtuiServer, params: types.RenameFilesParams
) -> types.WorkspaceEdit | None:
    """The edit of links to files that the editor is about to rename."""
    found: dict[str, list[types.TextEdit]] = {}
    for file in params.files:
        places = await ls.places(file.old_uri)
        new = (await ls.serving(file.old_uri)).path_of(file.new_uri)
        if places.path is not None and new is not None:
            found |= await ls.work(_moved, places.path, new, places)
    return workspace_edit(ls, found, confirm="Links to the file follow") or None


def _is_title(heading: Heading, text: PositionedText, places: Places) -> bool:
    """Whether a heading is what its note is called by."""
    document = places.vault.parse(places.path or "", text.text)
    return heading.level == 1 and document.fields.title == heading.heading_path[-1]


def _rename_note(heading: Heading, name: str, edits: Edits) -> types.RenameFile | None:
    places = edits.places
    old = Named(places.path or "", heading.heading_path[-1])
    new = renamed(old, name)
    if new.path != old.path and (places.vault.root / new.path).exists():
        raise RagtuiError(f"There is a file {new.path} already.")
    edits.add(old.path, _field(old, name, places))
    _follow(old, new, edits)
    if new.path == old.path:
        return None
    return types.RenameFile(places.uri(old.path), places.uri(new.path))


def _field(note: Named, name: str, places: Places) -> Replacement | None:
    """The title in front matter, where that is what the note is called by."""
    text = places.text(note.path).text
    front = read_front_matter(text)
    if front is None or front.metadata.get("title") != note.title:
        return None
    written = re.compile(
        rf"^title:[ \t]*([\"']?)({re.escape(note.title)})\1[ \t]*$", re.M
    )
    found = written.search(text, front.span.start, front.span.end)
    return Replacement(Span(*found.span(2)), name) if found else None


def _moved(old: str, new: str, places: Places) -> dict[str, list[types.TextEdit]]:
    edits = Edits(places)
    titles = {note.path: note.title for note in places.vault.links.notes()}
    if old in titles:
        _follow(Named(old, titles[old]), Named(new, titles[old]), edits)
    return edits.by_uri()


def _follow(old: Named, new: Named, edits: Edits) -> None:
    """Change the links to a note."""
    graph, places = edits.places.vault.links, edits.places
    for path in _linking(old.path, "", places):
        text = places.text(path).text
        for link in links_in(text):
            found = graph.resolve(link.target, source=path)
            if found and found.path == old.path:
                edits.add(path, note_replacement(link, text, path, old, new))


def _rename_heading(heading: Heading, name: str, edits: Edits) -> None:
    graph, places = edits.places.vault.links, edits.places
    written = HEADING_SEPARATOR.join(heading.heading_path)
    for path in _linking(places.path or "", written, places):
        text = places.text(path).text
        for link in links_in(text):
            found = graph.resolve(link.target, link.heading, source=path)
            if (
                link.heading
                and found
                and found.path == places.path
                and (found.heading_path == heading.heading_path)
            ):
                edits.add(path, heading_replacement(link, text, name))


def _linking(path: str, heading: str, places: Places) -> Iterator[str]:
    """The files with links to a note or a heading, each once, open ones too."""
    found = {each.path for each in places.vault.links.backlinks(path, heading)}
    yield from sorted(found | places.unsaved.keys())
