"""The part of the search pane that narrows a search: filters, counted and chosen."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from ragtui_tui.searching import Searcher, Work
from ragtui_tui.widgets.facet_list import FacetList
from ragtui_tui.widgets.pane import Pane

if TYPE_CHECKING:
    from textual.timer import Timer

REST_SECONDS = 0.1
"""Filters are counted when cards have been there for so long and nobody typed on."""


class Narrowing(Pane):
    """Has the list of filters; `search` and what is asked are its subclass's."""

    _searcher: Searcher
    _facets_open = False
    _counting: "Timer | None" = None

    @property
    def facets(self) -> FacetList:
        """The list."""
        return self.query_one(FacetList)

    @abstractmethod
    def search(self) -> None:
        """Search again."""

    @abstractmethod
    def show_ways(self) -> None:
        """Show how is searched."""

    @abstractmethod
    def begin(self, work: Work, group: str) -> None:
        """Do a part of the search that was asked for last, in a thread."""

    def count_soon(self) -> None:
        """Count what the search can be narrowed by; its cards have just come."""
        self.count_later()
        if self._facets_open:
            self._counting = self.set_timer(
                REST_SECONDS, lambda: self.begin(self._searcher.count, "count")
            )

    def count_later(self) -> None:
        """Do not begin to count now: there is something else to do."""
        if self._counting:
            self._counting.stop()

    def action_toggle_facets(self) -> None:
        """Open the filters and go there, or close them."""
        if self._facets_open and not self.facets.has_focus:
            self.facets.focus()
            return
        self._facets_open = not self._facets_open
        self.show_ways()
        if self._facets_open:
            self.facets.focus()
            self.search()
        else:
            self.take_focus()
