"""Messages inside the reader."""

from textual.message import Message

from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.markdown_view.document_scan import DocumentScan
from ragtui_tui.reader_view.navigation_history import HistoryEntry


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

    def __init__(self, scan: DocumentScan) -> None:
        """Wrap what was found."""
        super().__init__()
        self.scan = scan
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
        """And the position in it."""
