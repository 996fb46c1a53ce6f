"""Beside a document: its headings, its links, notes that link to it or are like it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ragtui_tui import formatting
from ragtui_tui.document_page import Page, Passage
from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.reader_view.navigation_history import HistoryEntry
from ragtui_tui.reader_view.reader_messages import GoToEntry, GoToLine, LinkFollowed

if TYPE_CHECKING:
    from ragtui_core.links import Backlink, RelatedNote


class Kind(Enum):
    """What the pane shows."""

    OUTLINE = "Outline"
    BACKLINKS = "Linked from"
    SIMILAR = "Similar"
    LINKS = "Links"


NOTHING = {
    Kind.OUTLINE: "No headings.",
    Kind.BACKLINKS: "No note links here.",
    Kind.SIMILAR: "Nothing is like it, as far as known.",
    Kind.LINKS: "It links to nothing.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the pane, and what choosing it tells."""

    content: Content
    message: Message


class SideList(OptionList):
    """The rows; they can be walked like any list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down a row", show=False),
        Binding("k", "cursor_up", "Up a row", show=False),
        Binding("g", "first", "First row", show=False),
        Binding("G", "last", "Last row", show=False),
    ]


class SidePane(Vertical):
    """Shows one kind at a time."""

    class KindClicked(Message):
        """The person wants to see another kind."""

        def __init__(self, kind: Kind) -> None:
            """Name it."""
            super().__init__()
            self.kind = kind
            """To be shown."""

    def __init__(self) -> None:
        """Start with an empty outline."""
        super().__init__()
        self.kind = Kind.OUTLINE
        self._entries: Sequence[Entry] = ()

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static(id="side-kinds", markup=False)
        yield Static(id="side-nothing", markup=False)
        yield SideList(markup=False)

    def on_mount(self) -> None:
        """Say what it is."""
        self.show_kind(self.kind)

    @property
    def list(self) -> SideList:
        """The rows."""
        return self.query_one(SideList)

    def show_kind(self, kind: Kind) -> None:
        """Begin to show another kind; its entries come by themselves."""
        self.kind = kind
        names = [
            Content.styled(
                each.value, "bold $foreground" if each is kind else "$foreground 60%"
            )
            .stylize("underline" if each is kind else "")
            .stylize(Style.from_meta({"kind": each.name}))
            for each in Kind
        ]
        self.query_one("#side-kinds", Static).update(Content("  ").join(names))
        self.query_one("#side-nothing", Static).update("")
        self._fill(())

    def show_entries(self, kind: Kind, entries: Sequence[Entry]) -> None:
        """Show rows, if they are still wanted; the cursor stays where it was."""
        if kind is not self.kind:
            return
        at = self.list.highlighted
        self._fill(entries)
        if entries:
            self.list.highlighted = min(at or 0, len(entries) - 1)
        nothing = "" if entries else NOTHING[kind]
        self.query_one("#side-nothing", Static).update(nothing)

    def _fill(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self.list.clear_options()
        self.list.add_options([Option(entry.content) for entry in entries])
        self.query_one("#side-nothing").display = not entries

    def choose_row(self, index: int) -> None:
        """Have the cursor at a row, unless the person is walking the rows."""
        if not self.list.has_focus and 0 <= index < len(self._entries):
            self.list.highlighted = index

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self._entries[event.option_index].message)

    def on_click(self, event: events.Click) -> None:
        """Show the kind under the pointer."""
        if name := event.style.meta.get("kind"):
            event.stop()
            self.post_message(self.KindClicked(Kind[str(name)]))


_MUTED = "$foreground 60%"
_PLACE = "$text-accent"
INDENT = 2
MOST = 1_000
"""Entries; more take too long to be listed, and nobody walks them."""


def outline(page: Page) -> list[Entry]:
    """The headings."""
    highest = min((heading.level for heading in page.headings), default=1)
    return [
        Entry(
            Content(" " * (INDENT * (heading.level - highest)))
            + formatting.one_line(heading.heading_path[-1]),
            GoToLine(heading.lines.first),
        )
        for heading in page.headings[:MOST]
    ]


def backlinks(found: "Iterable[Backlink]") -> list[Entry]:
    """The notes that link here, each with the words around the link."""
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
        for link in found
    ]


def similar(found: "Iterable[RelatedNote]") -> list[Entry]:
    """The notes that are like this one, and why."""
    return [
        Entry(
            _two(
                formatting.one_line(note.title),
                f"{note.score:.2f} {formatting.one_line(note.why)}",
            ),
            GoToEntry(HistoryEntry(note.path)),
        )
        for note in found
    ]


def links(found: Iterable[tuple[Link, str]]) -> list[Entry]:
    """The links of the page, each with its words."""
    return [
        Entry(
            _two(
                formatting.one_line(words),
                formatting.one_line(link.href),
                place_last=True,
            ),
            LinkFollowed(link),
        )
        for link, words in islice(found, MOST)
    ]


def _two(first: str, second: str, *, place_last: bool = False) -> Content:
    """An entry of two rows; what names a place is coloured."""
    styles = ("", _PLACE) if place_last else (_PLACE, _MUTED)
    return Content("\n").join(
        Content.styled(text, style)
        for text, style in zip((first, second), styles, strict=True)
        if text
    )
