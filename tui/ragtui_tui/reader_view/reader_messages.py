"""What a document that is read has to tell."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.message import Message

from ragtui_tui.document_page import Page
from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.markdown_view.document_scan import DocumentScan
from ragtui_tui.reader_view.navigation_history import HistoryEntry

if TYPE_CHECKING:
    from ragtui_tui.reader_view.side_pane import Entry, Kind


class LinkFollowed(Message):
    """The person wants to go where a link leads."""

    def __init__(self, link: Link, *, in_new_tab: bool = False) -> None:
        """Wrap the link."""
        super().__init__()
        self.link = link
        """As written in the note."""
        self.in_new_tab = in_new_tab
        """Whether what is open now stays open."""


class DocumentScanned(Message, bubble=False):
    """A thread has looked through the whole document."""

    def __init__(self, survey: DocumentScan) -> None:
        """Wrap what was found."""
        super().__init__()
        self.survey = survey
        """Matches and links, in order."""


class PositionChanged(Message):
    """Another part is in view, another match or link is current, or more is known."""


class GoToLine(Message):
    """The person wants to see another line of the document."""

    def __init__(self, line: int) -> None:
        """Name the line."""
        super().__init__()
        self.line = line
        """Of the file, counted from 1."""


class GoToEntry(Message):
    """The person wants to read another document in this tab."""

    def __init__(self, entry: HistoryEntry) -> None:
        """Name the document."""
        super().__init__()
        self.entry = entry
        """And the place in it."""


class EntryReady(Message, bubble=False):
    """A thread has read a document that somebody wanted to see."""

    def __init__(
        self, entry: HistoryEntry, page: Page, arrive: Callable[[], None]
    ) -> None:
        """Wrap what was read."""
        super().__init__()
        self.entry = entry
        """What was asked for, with the line that was found."""
        self.page = page
        """Safe to show."""
        self.arrive = arrive
        """Notes among the tabs that one is there."""


class SideRead(Message, bubble=False):
    """A thread knows what stands beside a document."""

    def __init__(self, path: str, kind: "Kind", entries: "Sequence[Entry]") -> None:
        """Wrap the rows."""
        super().__init__()
        self.path = path
        """Of the document."""
        self.kind = kind
        """Of the rows."""
        self.entries = entries
        """In order."""
