"""Messages inside the search view."""

from collections.abc import Sequence

from textual.message import Message

from ragtui_core.model import Card, SearchResult
from ragtui_core.search.facets import Facet
from ragtui_core.search.language import Clause
from ragtui_core.search.saved import SavedSearch


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
    """For an empty query: the documents that changed last, and saved searches."""

    def __init__(self, cards: Sequence[Card], saved: Sequence[SavedSearch]) -> None:
        """Wrap both."""
        super().__init__()
        self.cards = cards
        """Newest first."""
        self.saved = saved
        """By name."""


class FacetsCounted(Message):
    """What the search can be narrowed by was counted."""

    def __init__(self, facets: Sequence[Facet]) -> None:
        """Wrap the facets."""
        super().__init__()
        self.facets = facets
        """As the core counted them."""


class SearchFailed(Message):
    """A search could not be done."""

    def __init__(self, explanation: str, *, severe: bool) -> None:
        """Say why, in words."""
        super().__init__()
        self.explanation = explanation
        """Fit to show."""
        self.severe = severe
        """Whether this is a fault, and not only too early."""


class FilterToggled(Message):
    """A filter shall be added to the query line, or taken out if it is there."""

    def __init__(self, clause: Clause) -> None:
        """Name the filter."""
        super().__init__()
        self.clause = clause
        """As written in the query."""


class SavedChosen(Message):
    """A saved search shall be run."""

    def __init__(self, saved: SavedSearch) -> None:
        """Name it."""
        super().__init__()
        self.saved = saved
        """With its query, mode and order."""


class SavedDeleted(Message):
    """A saved search shall be forgotten."""

    def __init__(self, name: str) -> None:
        """Name it."""
        super().__init__()
        self.name = name
        """As it was given."""
