"""Messages inside the search view."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from ragtui_core import Card, Hit, SearchResult
from ragtui_core.search import Clause, Facet, SavedSearch


@dataclass
class ResultsFound(Message):
    """A search is done, or its quick first half."""

    result: SearchResult
    final: bool
    """Whether nothing better follows for this query."""
    limit: int
    weaker: bool
    by_date: bool

    @property
    def hides_weaker(self) -> bool:
        """Whether there are hits that are not shown."""
        return bool(self.result.weaker) and not self.weaker

    @property
    def hits(self) -> Sequence[Hit]:
        """The hits to show."""
        hits = self.result.hits
        return hits[: self.result.listed] if self.hides_weaker else hits

    @property
    def is_limited(self) -> bool:
        """Whether more would be found that are not weaker than the last one shown."""
        total, hits = self.result.total, len(self.result.hits)
        more = hits >= self.limit if total is None else hits < total
        return more and not self.hides_weaker

    @property
    def more(self) -> str:
        """What else can be shown; empty if nothing."""
        if self.hides_weaker:
            return self.result.weaker
        return "more results" if self.is_limited else ""


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


@dataclass
class SearchFailed(Message):
    """A search could not be done."""

    explanation: str
    severe: bool
    """Whether this is a fault, and not only too early."""


@dataclass
class FilterToggled(Message):
    """The user adds a filter to the query line, or removes it."""

    clause: Clause


@dataclass
class LetterTyped(Message):
    """The user types on in the query line."""

    letter: str


@dataclass
class TimeRemoved(Message):
    """The user wants the time in the query to be words."""


@dataclass
class MoreWanted(Message):
    """The user wants to see more results."""


@dataclass
class SavedChosen(Message):
    """The user runs a saved search."""

    saved: SavedSearch


@dataclass
class SavedDeleted(Message):
    """The user deletes a saved search."""

    name: str
