"""The changes to notes after files are moved, or a note or heading is renamed.

Nothing is written. A link keeps its form if it still has the same target.
"""

import posixpath
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from ragtui_core.citations.saving.attribution_line import destination, escape_markdown
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.documents.markdown.headings import Heading, headings_of
from ragtui_core.documents.markdown.link_extraction import (
    Link,
    LinkKind,
    links_of,
)
from ragtui_core.documents.markdown.link_patterns import is_attachment, is_note
from ragtui_core.errors import RagtuiError
from ragtui_core.links.link_graph import LinkGraph
from ragtui_core.links.link_resolver import LinkResolver
from ragtui_core.links.link_results import Target
from ragtui_core.links.link_text import (
    RenamedTarget,
    Replacement,
    is_wiki_name,
    link_replacement,
    named_path,
    new_target,
    relative_path,
    renamed,
    root_path,
    title_field,
)
from ragtui_core.links.renamed_headings import RenamedHeadings, title_span
from ragtui_core.store.names.name_map import NameMap
from ragtui_core.text.folding import folded
from ragtui_core.types import Document, Span

Changes = dict[str, list[Replacement]]
"""Replacements in order, by the current path of the note."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The current notes of a vault."""

    graph: LinkGraph
    read: Callable[[str], str]
    """Returns the text of a note; empty if it cannot be read."""
    exists: Callable[[str], bool]
    """Returns whether there is a file or folder at a path of the vault."""
    unsaved: Mapping[str, str] = field(default_factory=dict)
    """The texts of notes that are not saved, by path."""

    def linking(self, paths: Collection[str]) -> set[str]:
        """The notes that may link to any of some notes or attachments."""
        return self.graph.linking(paths) | {*self.unsaved, *self.naming(paths)}

    def naming(self, paths: Collection[str]) -> dict[str, str]:
        """The texts of notes with the name of an attachment among `paths`, by path.

        No index has their pictures. Of notes among `paths` there are none.
        """
        files = (path for path in paths if is_attachment(path))
        names = {posixpath.basename(path).casefold() for path in files}
        notes = (note.path for note in self.graph.notes() if is_note(note.path))
        texts = ((path, self.read(path)) for path in notes) if names else ()
        return {
            path: text
            for path, text in texts
            if any(name in f"{text}{unquote(text)}".casefold() for name in names)
        }


def after_heading(notes: Notes, target: Target, name: str) -> Changes:
    """The changes to links after the heading `target` is renamed to `name`.

    Raises:
        RagtuiError: `name` cannot be the text of a heading.
    """
    own, resolver = notes.read(target.path), notes.graph.resolver(notes.unsaved)
    headings = RenamedHeadings.of(target.path, own, target.span, name)
    changes: Changes = {}
    for path in sorted(notes.linking({target.path}) | {target.path}):
        text = notes.read(path)
        for link in links_of(text):
            note = resolver.resolve(link.target, source=path)
            if note is None or note.path != target.path:
                continue
            if (written := headings.written(link, text)) is not None:
                _add(changes, path, link_replacement(link, text, None, written))
    return changes


def is_nested(tag: str, outer: str) -> bool:
    """Whether a tag is another one or nested in it, in any case."""
    return f"{tag.casefold()}/".startswith(f"{outer.casefold()}/")


def after_rename(notes: Notes, old: RenamedTarget, new: RenamedTarget) -> Changes:
    """The changes to links after a note's title, a heading of it, and file change.

    Raises:
        RagtuiError: By its new name, links to another note would lead to it.
    """
    moves, renamed = {old.path: new.path}, {old.path: (old, new)}
    resolver, text = notes.graph.resolver(notes.unsaved), notes.read(old.path)
    heading = title_span(old.path, text, old.title)
    headings = {}
    if heading:
        headings[old.path] = RenamedHeadings.of(old.path, text, heading, new.title)
    after = _names_after(notes.graph, renamed)
    return _Move(notes, resolver, moves, renamed, after, _refuse, headings).changes()


def renamed_note(
    notes: Notes, document: Document, name: str, *, with_file: bool = True
) -> tuple[Changes, str]:
    """The changes after a note gets another title, and the path that it then has.

    The title is in front matter, the first heading, or both; without either the name of
    the file is the title.

    Args:
        notes: All notes.
        document: The note.
        name: Its new title.
        with_file: Whether its file may be renamed, if it has the title as its name.

    Raises:
        RagtuiError: It cannot have this title.
    """
    path, title = document.path, document.fields.title
    heading = title_heading(document)
    title_changes = [Replacement(heading.span, name)] if heading else []
    if field := title_field(document.text, title, name):
        title_changes.append(field)
    old, new = RenamedTarget(path, title), RenamedTarget(path, name)
    new = renamed(old, name) if with_file else new
    if not title_changes and new.path == path:
        raise RagtuiError(f"{path} is named by its file alone.")
    changes = after_rename(notes, old, new)
    if title_changes:
        changes[path] = title_changes + changes.get(path, [])
    return changes, new.path


def title_heading(document: Document) -> Heading | None:
    """The heading that a note is called by."""
    title = document.fields.title
    return next(
        (
            heading
            for heading in headings_of(document)
            if heading.level == 1 and heading.heading_path[-1] == title
        ),
        None,
    )


def _refuse(reason: str) -> None:
    raise RagtuiError(reason)


def after_move(
    notes: Notes, moves: Mapping[str, str], on_taken: Callable[[str], None] = _refuse
) -> Changes:
    """The changes to links after files or folders are moved, old path to new.

    Includes links to what is moved, and relative links in moved notes. `on_taken` gets
    the reason if a link to another note would lead elsewhere, because of a new name;
    unless given, it raises a RagtuiError.
    """
    renamed = {}
    for note in notes.graph.notes():
        new = _moved(note.path, moves)
        if new != note.path:
            renamed[note.path] = (
                RenamedTarget(note.path, note.title),
                RenamedTarget(new, note.title),
            )
    for path in notes.graph.attachments.names.notes:
        new = _moved(path, moves)
        if new != path and path not in renamed:
            renamed[path] = RenamedTarget(path), RenamedTarget(new)
    resolver = notes.graph.resolver(files=True)
    after = _names_after(notes.graph, renamed)
    return _Move(notes, resolver, moves, renamed, after, on_taken).changes()


def _names_after(
    graph: LinkGraph, renamed: Mapping[str, tuple[RenamedTarget, RenamedTarget]]
) -> list[NameMap]:
    """The names of notes and of attachments once those in `renamed` are."""
    maps = []
    for names in (graph.notes(), graph.attachments.names.notes.values()):
        found = list(names)
        for index, note in enumerate(found):
            if pair := renamed.get(note.path):
                found[index] = replace(note, path=pair[1].path, title=pair[1].title)
        maps.append(NameMap(sorted(found, key=lambda note: note.path)))
    return maps


def _moved(path: str, moves: Mapping[str, str]) -> str:
    """The path of a file after the moves."""
    if path in moves:
        return moves[path]
    for old, new in moves.items():
        if path.startswith(f"{old}/"):
            return new + path[len(old) :]
    return path


@dataclass(frozen=True, slots=True)
class _Move:
    notes: Notes
    resolver: LinkResolver
    moves: Mapping[str, str]
    renamed: Mapping[str, tuple[RenamedTarget, RenamedTarget]]
    after: Sequence[NameMap]
    """The names that notes, and attachments, have after the move."""
    on_taken: Callable[[str], None]
    headings: Mapping[str, RenamedHeadings] = field(default_factory=dict)
    """The headings of notes whose title changes, too, by their present path."""
    found: Changes = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    """Sentences on links to other notes that would lead elsewhere."""

    def changes(self) -> Changes:
        moved = {*self.renamed, *self._folders()}
        sources = {*self.renamed} | self.notes.linking(moved)
        new = {target.path for _, target in self.renamed.values()}
        sources |= self.notes.graph.linking(new, self.after[0])
        for source in sorted(filter(is_note, sources)):
            text = self.notes.read(source)
            cited = [cited_span for _, cited_span in read_citations(text)]
            for link in links_of(text, images=True):
                for change in self._of(link, text, source, cited):
                    _add(self.found, source, change)
        for reason in self.taken[:1]:
            self.on_taken(reason)
        return self.found

    def _folders(self) -> Iterator[str]:
        """The folders that are moved, with those in them."""
        for path in self.renamed:
            while path not in self.moves and (path := posixpath.dirname(path)):
                yield path

    def _of(
        self, link: Link, text: str, source: str, cited: Sequence[Span]
    ) -> Iterator[Replacement | None]:
        if link.kind is LinkKind.REFERENCE:
            return
        if any(
            cited_span.start <= link.span.start < cited_span.end for cited_span in cited
        ):
            yield from self._citation(link, text)
            return
        note = self.resolver.resolve(link.target, source=source)
        target = heading = None
        is_folder = link.kind is LinkKind.MARKDOWN and link.target.endswith("/")
        if note and link.target and not is_folder:
            target = self._to_note(link, source, note.path)
        elif link.target and link.kind is LinkKind.MARKDOWN:
            target = self._to_file(link.target, source)
        if note and note.path in self.headings:
            heading = self.headings[note.path].written(link, text)
        if target == link.target:
            target = None
        if note and note.path not in self.renamed and target is None:
            leads = self._led_to(link.target, _moved(source, self.moves))
            if link.target and leads not in {None, note.path}:
                self.taken.append(
                    f"{link.target!r} in {source}, which leads to {note.path}, would "
                    f"lead to {leads}: choose another name."
                )
        if target or heading is not None:
            yield link_replacement(link, text, target, heading)

    def _to_note(self, link: Link, source: str, path: str) -> str | None:
        """The target of a link to a note; None if neither of the two is moved."""
        after = _moved(source, self.moves)
        if path not in self.renamed and after == source:
            return None
        if self.resolver.names.is_alias(link.target, path):
            return None
        old, new = self.renamed.get(path, (RenamedTarget(path), RenamedTarget(path)))
        is_wiki = link.kind is LinkKind.WIKI and old.title == new.title
        if is_wiki and folded(link.target) == folded(root_path(link.target, new.path)):
            return None  # Its path from the root stays.
        target = new_target(link, source, after, old, new)
        if link.kind is LinkKind.WIKI and not is_wiki_name(target):
            leads = self._led_to(new.title, after) == new.path
            return new.title if leads and is_wiki_name(new.title) else None
        if self._led_to(target, after) in {None, new.path}:
            return target
        # There this name would resolve to another note.
        if link.kind is LinkKind.WIKI:
            return root_path(link.target, new.path)
        return relative_path(new.path, after)

    def _led_to(self, target: str, source: str) -> str | None:
        """The path of the note or file that a target names after the move."""
        return next(
            filter(None, (names.resolve(target, source) for names in self.after)), None
        )

    def _to_file(self, target: str, source: str) -> str | None:
        """The target of a link to a folder, or to a file that has no known ending."""
        after = _moved(source, self.moves)
        file = named_path(target, source)
        new = _moved(file, self.moves)
        is_same = after == source or target.startswith("/")
        if (new == file and is_same) or not self.notes.exists(file):
            return None
        shown = f"/{new}" if target.startswith("/") else relative_path(new, after)
        return f"{shown}/" if target.endswith("/") else shown

    def _citation(self, link: Link, text: str) -> Iterator[Replacement]:
        """A saved citation has its file's path from the root as target and label."""
        if link.target not in self.renamed:
            return
        _, new = self.renamed[link.target]
        start = text.find("[", link.span.start) + 1
        label = Span(start, start + len(link.label))
        yield Replacement(label, escape_markdown(new.path))
        yield Replacement(link.target_span, destination(new.path))


def _add(changes: Changes, path: str, change: Replacement | None) -> None:
    if change:
        changes.setdefault(path, []).append(change)
