"""Beside a document: its headings, and the notes that link to it or are like it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ragtui_core import Lines, Vault
from ragtui_tui import formatting
from ragtui_tui.document_page import Page, Passage
from ragtui_tui.formatting import MUTED
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.reader_view.reader_messages import GoToEntry, GoToLine
from ragtui_tui.reader_view.reader_navigation import HistoryEntry
from ragtui_tui.widgets.clickable_text import ClickableText, TextPart

if TYPE_CHECKING:
    from ragtui_core.links import Backlink

_LOCATION = "$text-accent"
INDENT = 2
"""Cells for each level of the outline."""

MAX_ENTRIES = 1_000
"""Rows of a list; more take too long to show, and few people scroll so far."""

SIDE_CELLS = 40


class SideKind(Enum):
    """What the pane shows."""

    OUTLINE = "Outline"
    BACKLINKS = "Linked from"
    SIMILAR = "Similar"


NOTHING = {
    SideKind.OUTLINE: "No headings.",
    SideKind.BACKLINKS: "No note links here.",
    SideKind.SIMILAR: "No similar notes were found.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the pane, and the message that choosing it posts."""

    content: Content
    message: Message


class SideList(OptionList):
    """The rows; navigated like any list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down a row", show=False),
        Binding("k", "cursor_up", "Up a row", show=False),
        Binding("g", "first", "First row", show=False),
        Binding("G", "last", "Last row", show=False),
    ]


class SidePane(Vertical, BackgroundWork):
    """Shows one kind at a time."""

    def __init__(self, vault: Vault, view: DocumentView) -> None:
        """List what belongs to the document in `view`; ask `vault` for other notes."""
        super().__init__()
        self.kind = SideKind.OUTLINE
        self.is_wanted = True
        """Whether it is shown on a wide screen."""
        self._vault = vault
        self._view = view
        self._page: Page | None = None
        self._entries: Sequence[Entry] = ()

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield ClickableText(id="side-kinds")
        yield Static(id="side-nothing", markup=False)
        yield SideList(markup=False)

    def on_mount(self) -> None:
        """Show the names of the kinds."""
        self.show_kind(self.kind)

    @property
    def list(self) -> SideList:
        """The rows."""
        return self.query_one(SideList)

    def show_kind(self, kind: SideKind) -> None:
        """Begin to show another kind; `update_entries` fills it."""
        self.kind = kind
        pieces: list[TextPart] = []
        for named in SideKind:
            is_shown = named is kind
            style = "bold $foreground underline" if is_shown else "$foreground 60%"
            pieces += [(named.value, style, f"run('side(\"{named.name}\")')")]
            pieces += [("  ", "", "")]
        self.query_one("#side-kinds", ClickableText).show(pieces[:-1])
        self.query_one("#side-nothing", Static).update("")
        self._fill(())

    # --- entries ---

    def update_entries(self, page: Page | None) -> None:
        """List what belongs to `page`, if the pane is shown."""
        self._page = page
        if page is None or not self.display:
            return
        if self.kind is SideKind.OUTLINE:
            self._show_entries(_outline(page))
            self.follow_section()
        else:
            find = _backlinks if self.kind is SideKind.BACKLINKS else _similar
            self.load(
                partial(find, self._vault, page.path),
                partial(self._show_loaded, page.path, self.kind),
                "side",
            )

    def _show_loaded(self, path: str, kind: SideKind, entries: Sequence[Entry]) -> None:
        """Show what was found, unless another document or kind is shown meanwhile."""
        if self._page and (self._page.path, self.kind) == (path, kind):
            self._show_entries(entries)

    def _show_entries(self, entries: Sequence[Entry]) -> None:
        """Show rows; the cursor stays where it was."""
        at = self.list.highlighted
        self._fill(entries)
        if entries:
            self.list.highlighted = min(at or 0, len(entries) - 1)
        nothing = "" if entries else NOTHING[self.kind]
        self.query_one("#side-nothing", Static).update(nothing)

    def _fill(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self.list.clear_options()
        self.list.add_options([Option(entry.content) for entry in entries])
        self.query_one("#side-nothing").display = not entries

    def follow_section(self) -> None:
        """Move the cursor of the outline to the section in view, unless it is used."""
        if self._page is None or self.kind is not SideKind.OUTLINE or not self.display:
            return
        line = self._view.line_of_section
        above = [h for h in self._page.headings if h.lines.first <= line]
        index = len(above) - 1
        if not self.list.has_focus and 0 <= index < len(self._entries):
            self.list.highlighted = index

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self._entries[event.option_index].message)

    # --- state ---

    def remember(self) -> dict[str, Any]:
        """Visibility and kind, as JSON."""
        return {"side_shown": self.is_wanted, "side_kind": self.kind.name}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `remember` returned, as far as it is valid."""
        if isinstance(shown := state.get("side_shown"), bool):
            self.is_wanted = shown
        kind = state.get("side_kind")
        if isinstance(kind, str) and kind in SideKind.__members__:
            self.show_kind(SideKind[kind])


def _outline(page: Page) -> list[Entry]:
    highest = min((heading.level for heading in page.headings), default=1)
    return [
        Entry(
            Content(" " * (INDENT * (heading.level - highest)))
            + formatting.one_line(heading.heading_path[-1]),
            GoToLine(heading.lines.first),
        )
        for heading in page.headings[:MAX_ENTRIES]
    ]


def _backlinks(vault: Vault, path: str) -> list[Entry]:
    """The lines that link to a note, each with the words around its first link."""
    first: dict[tuple[str, Lines], Backlink] = {}
    for link in vault.links.backlinks(path):
        first.setdefault((link.path, link.lines), link)
    return [
        Entry(
            _two(
                formatting.location(link.path, link.lines),
                formatting.without_markup(link.excerpt),
            ),
            GoToEntry(
                HistoryEntry(
                    link.path, Passage(link.lines, frozenset(), link.heading_path)
                )
            ),
        )
        for link in first.values()
    ]


def _similar(vault: Vault, path: str) -> list[Entry]:
    """The notes that are like a note."""
    return [
        Entry(
            _two(
                formatting.one_line(note.title),
                formatting.without_markup(note.summary),
            ),
            GoToEntry(HistoryEntry(note.path)),
        )
        for note in vault.links.related(path)
    ]


def _two(location: str, words: str) -> Content:
    """An entry of two rows, the first of which is coloured."""
    rows = (location, _LOCATION), (words, MUTED)
    return Content("\n").join(Content.styled(*row) for row in rows if row[0])
