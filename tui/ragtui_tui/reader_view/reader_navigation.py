"""Where the reader goes: what was read before, and where links lead."""

import re
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from ragtui_core import IndexMissing, Span, Vault, documents
from ragtui_core.documents import LinkKind, decode_target, is_external
from ragtui_core.links import linked_path
from ragtui_tui import formatting
from ragtui_tui.document_page import Passage
from ragtui_tui.markdown_view.blocks import Link

if TYPE_CHECKING:
    from ragtui_core.new_notes import NewNote

MAX_HISTORY = 100
"""Documents that one can go back to."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A document that is read, and where in it one is."""

    path: str
    passage: Passage | None = None
    line: int | None = None
    """The line at the top of the view; None is wherever the passage is."""
    heading: str = ""
    """The heading in a link: where to go once the document is read."""


class History:
    """The document that is read, and those that were read before and after it."""

    def __init__(self) -> None:
        self.here: HistoryEntry | None = None
        self.before: list[HistoryEntry] = []
        self.after: list[HistoryEntry] = []

    def go(self, entry: HistoryEntry) -> None:
        """Read something else, or another place in the same document."""
        before = [*self.before, self.here] if self.here else []
        self.before = before[-MAX_HISTORY:]
        self.here, self.after = entry, []

    def go_back(self) -> None:
        """Be where one was before."""
        self.after += [self.here] if self.here else []
        self.here = self.before.pop()

    def go_forward(self) -> None:
        """Undo going back."""
        self.before += [self.here] if self.here else []
        self.here = self.after.pop()

    def save_line(self, line: int) -> None:
        """Remember where one is in the document that is read."""
        if self.here:
            self.here = replace(self.here, line=line, heading="")


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=:)")
OPENED = frozenset({"http", "https", "mailto"})
"""Kinds of address that a browser may be asked to open; never `file` and the like."""


@dataclass(frozen=True, slots=True)
class ExternalAddress:
    """An address outside of the vault."""

    url: str


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link that leads nowhere."""

    reason: str
    note: "NewNote | None" = None
    """The one that it names, if there can be such a note."""


def follow(
    vault: Vault, link: Link, source: str
) -> HistoryEntry | ExternalAddress | BrokenLink:
    """Where a link of the note `source` leads; asks the index, so it blocks."""
    if not link.is_wiki and is_external(link.href):
        return _elsewhere(link.href)
    note, _, heading = link.href.partition("#")
    if not link.is_wiki:
        note, heading = decode_target(note), decode_target(heading)
    note, heading = note.strip(), heading.strip()
    if not note:
        return HistoryEntry(source, heading=heading)
    path = _path(vault, note, source)
    if path and (vault.root / path).is_dir():
        return BrokenLink(f"{formatting.one_line(path)} is a folder.")
    if path:
        return HistoryEntry(path, heading=heading)
    return BrokenLink(_no_such_note(vault, note), _named(vault, link, note, source))


def _named(vault: Vault, link: Link, target: str, source: str) -> "NewNote | None":
    """The new note that a link of the note `source` names."""
    from ragtui_core import new_notes

    kind = LinkKind.WIKI if link.is_wiki else LinkKind.MARKDOWN
    nowhere = Span(0, 0)
    written = documents.Link(kind, nowhere, nowhere, target, "", "")
    path = new_notes.linked_path(written, source, vault.root)
    if path is None:
        return None
    return new_notes.new_note(vault, path, PurePath(path).stem)


def _elsewhere(href: str) -> ExternalAddress | BrokenLink:
    scheme = _SCHEME.match(href)
    if scheme and scheme[0].lower() in OPENED:
        return ExternalAddress(href)
    return BrokenLink(f"Not opened: {href}. Only http, https and mailto links are.")


def _path(vault: Vault, note: str, source: str) -> str | None:
    """The path of a note, or of another file or folder that the link names."""
    try:
        if target := vault.links.resolve(note, source=source):
            return target.path
    except IndexMissing:
        pass
    return linked_path(vault.root, note, source)


def _no_such_note(vault: Vault, note: str) -> str:
    try:
        near = vault.links.nearest_notes(note)
    except IndexMissing:
        near = []
    hint = f" Did you mean {', '.join(map(formatting.one_line, near))}?" if near else ""
    return f"There is no note {note!r} in this vault.{hint}"
