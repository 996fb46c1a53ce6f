"""What a search brought."""

from textual.message import Message

from ragtui_core.model import Card, SearchResult


class ResultsFound(Message):
    """A search is done, or its quick first half."""

    def __init__(self, result: SearchResult, *, final: bool) -> None:
        """Wrap the result."""
        super().__init__()
        self.result = result
        """Hits and notes."""
        self.final = final
        """Whether nothing better follows for this query."""


class RecentFound(Message):
    """The documents that changed last, for an empty query."""

    def __init__(self, cards: list[Card]) -> None:
        """Wrap the cards."""
        super().__init__()
        self.cards = cards
        """Newest first."""


class SearchFailed(Message):
    """A search could not be done."""

    def __init__(self, explanation: str, *, severe: bool) -> None:
        """Say why, in words."""
        super().__init__()
        self.explanation = explanation
        """Fit to show."""
        self.severe = severe
        """Whether this is a fault, and not only too early."""
