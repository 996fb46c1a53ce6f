"""Messages inside the reader."""

from dataclasses import dataclass

from textual.message import Message

from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.reader_view.reader_navigation import HistoryEntry


@dataclass
class LinkFollowed(Message):
    """The user wants to go where a link leads."""

    link: Link


class PositionChanged(Message):
    """Another part is in view, another match or link is current, or more is known."""


@dataclass
class GoToLine(Message):
    """The user wants to see another line of the document."""

    line: int
    """The line of the file, counted from 1."""


@dataclass
class GoToEntry(Message):
    """The user wants to read another document."""

    entry: HistoryEntry
