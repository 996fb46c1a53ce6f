"""Where the reader goes: the history of each tab, and where links lead."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ragtui_core import IndexMissing, Span, Vault, documents
from ragtui_core.documents import LinkKind, decode_target, is_external
from ragtui_core.links import linked_path
from ragtui_tui import formatting
from ragtui_tui.document_page import Passage
from ragtui_tui.markdown_view.blocks import Link

if TYPE_CHECKING:
    from ragtui_core.new_notes import NewNote

MAX_TABS = 12
"""With more, the one that was not looked at for longest closes."""
MAX_HISTORY = 100
"""Documents that a tab remembers."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A document that is read, and where in it one is."""

    path: str
    passage: Passage | None = None
    line: int | None = None
    """The line at the top of the view; None is wherever the passage is."""
    heading: str = ""
    """The heading in a link: where to go once the document is read."""


@dataclass(slots=True)
class Tab:
    """A document that is open, and those that were open here before and after it."""

    here: HistoryEntry
    before: list[HistoryEntry] = field(default_factory=list)
    after: list[HistoryEntry] = field(default_factory=list)

    def go(self, entry: HistoryEntry) -> None:
        """Read something else."""
        self.before = [*self.before, self.here][-MAX_HISTORY:]
        self.here, self.after = entry, []

    def go_back(self) -> None:
        """Be where one was before."""
        self.after.append(self.here)
        self.here = self.before.pop()

    def go_forward(self) -> None:
        """Undo going back."""
        self.before.append(self.here)
        self.here = self.after.pop()


class OpenTabs:
    """The open documents, in the order in which they were opened."""

    def __init__(self) -> None:
        self.all: list[Tab] = []
        self._recent: list[Tab] = []

    @property
    def current(self) -> Tab | None:
        """The tab that is looked at."""
        return self._recent[-1] if self._recent else None

    @property
    def index(self) -> int:
        """Which one that is; -1 without any."""
        return self.all.index(self._recent[-1]) if self._recent else -1

    def open(self, entry: HistoryEntry) -> None:
        """Look at a document in the tab that has it, or in a new one."""
        for tab in self.all:
            if tab.here.path == entry.path:
                tab.here = entry
                self.show(tab)
                return
        self.add(entry)

    def add(self, entry: HistoryEntry) -> None:
        """Look at a document in a new tab."""
        tab = Tab(entry)
        self.all.insert(self.index + 1, tab)
        self.show(tab)
        if len(self.all) > MAX_TABS:
            self.close(self._recent[0])

    def show(self, tab: Tab) -> None:
        """Make a tab the current one."""
        self._recent = [*(other for other in self._recent if other is not tab), tab]

    def close(self, tab: Tab) -> None:
        """Close a tab; the one that was looked at before it is current then."""
        self.all = [other for other in self.all if other is not tab]
        self._recent = [other for other in self._recent if other is not tab]

    def save_line(self, line: int) -> None:
        """Remember where one is in the document that is looked at."""
        if tab := self.current:
            tab.here = replace(tab.here, line=line, heading="")

    def state(self) -> dict[str, Any]:
        """The open documents as JSON."""
        return {"tabs": [tab.here.path for tab in self.all], "tab": self.index}

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what `state` returned, as far as it is valid."""
        paths = state.get("tabs")
        known = (
            [path for path in paths if isinstance(path, str)]
            if isinstance(paths, list)
            else []
        )
        self.all = [Tab(HistoryEntry(path)) for path in dict.fromkeys(known)][:MAX_TABS]
        self._recent = list(self.all)
        at = state.get("tab")
        if isinstance(at, int) and 0 <= at < len(self.all):
            self.show(self.all[at])


class TabNavigator:
    """Goes to the documents of the open tabs."""

    def __init__(
        self,
        tabs: OpenTabs,
        load: Callable[[HistoryEntry, Callable[[], None]], None],
    ) -> None:
        """Move among `tabs`; `load` reads a document, then calls what it is given."""
        self._tabs = tabs
        self._load = load

    def go_to(self, entry: HistoryEntry, *, in_new_tab: bool) -> None:
        """Read a document in the current tab, or in a new one."""
        tab = self._tabs.current
        if in_new_tab or tab is None:
            self._load(entry, lambda: self._tabs.add(entry))
        else:
            self._load(entry, lambda: tab.go(entry))

    def go(self, step: int) -> None:
        """Go back in the history of the current tab, or forward."""
        if not (tab := self._tabs.current):
            return
        entries, go = (
            (tab.before, tab.go_back) if step < 0 else (tab.after, tab.go_forward)
        )
        if entries:
            self._load(entries[-1], go)

    def show(self, index: int) -> None:
        """Show a tab by its index, if there is one."""
        if index < len(self._tabs.all):
            tab = self._tabs.all[index]
            self._load(tab.here, lambda: self._tabs.show(tab))

    def show_beside(self, step: int) -> None:
        """Show the tab at `step` from the current one; the first follows the last."""
        if tabs := self._tabs.all:
            self.show((self._tabs.index + step) % len(tabs))


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
