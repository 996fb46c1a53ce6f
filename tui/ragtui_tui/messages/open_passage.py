"""Someone wants to read a document."""

from textual.message import Message

from ragtui_tui.passage import Passage


class OpenPassage(Message):
    """Open the document at `path` (in the vault) in the reader, at a passage."""

    def __init__(self, path: str, passage: Passage | None) -> None:
        """Name what to open."""
        super().__init__()
        self.path = path
        """Relative to the vault."""
        self.passage = passage
        """What to mark and bring into view; None opens at the top."""


class PassageOpened(Message):
    """The reader has what was asked for, and should be in view."""
