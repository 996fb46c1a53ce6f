"""Messages inside the search view."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from ragtui_core import Card, SearchResult
from ragtui_core.search import Clause, Facet, SavedSearch


@dataclass
class ResultsFound(Message):
    """A search is done, or its quick first half."""

    result: SearchResult
    """Hits and notes."""
    final: bool
    """Whether nothing better follows for this query."""


@dataclass
class RecentFound(Message):
    """For an empty query: the documents that changed last, and saved searches."""

    cards: Sequence[Card]
    """Newest first."""
    saved: Sequence[SavedSearch]
    """By name."""


@dataclass
class FacetsCounted(Message):
    """What the search can be narrowed by was counted."""

    facets: Sequence[Facet]
    """As the core counted them."""


@dataclass
class SearchFailed(Message):
    """A search could not be done."""

    explanation: str
    """Fit to show."""
    severe: bool
    """Whether this is a fault, and not only too early."""


@dataclass
class FilterToggled(Message):
    """A filter shall be added to the query line, or taken out if it is there."""

    clause: Clause
    """As written in the query."""


@dataclass
class SavedChosen(Message):
    """A saved search shall be run."""

    saved: SavedSearch
    """With its query, mode and order."""


@dataclass
class SavedDeleted(Message):
    """A saved search shall be forgotten."""

    name: str
    """As it was given."""
