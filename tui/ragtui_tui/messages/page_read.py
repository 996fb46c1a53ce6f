"""A thread has read a document."""

from textual.message import Message

from ragtui_tui.passage import Page


class PageRead(Message, bubble=False):
    """A page is ready to be shown."""

    def __init__(self, page: Page) -> None:
        """Wrap the page."""
        super().__init__()
        self.page = page
        """Safe to show."""


class PageFailed(Message, bubble=False):
    """A document could not be read."""

    def __init__(self, reason: str) -> None:
        """Say why."""
        super().__init__()
        self.reason = reason
        """In words."""
