"""What tools and the options of requests need of a vault."""

from typing import TYPE_CHECKING, Protocol

from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import SearchResult

if TYPE_CHECKING:
    from ragtui_core.citations.quotations import Quotations
    from ragtui_core.links.link_graph import LinkGraph
    from ragtui_core.vault.documents import VaultDocuments


class SearchedVault(Protocol):
    """A vault, for reading; see `Vault`."""

    @property
    def documents(self) -> "VaultDocuments":
        """The files in their current state."""

    @property
    def quotations(self) -> "Quotations":
        """Verifies quotations."""

    @property
    def links(self) -> "LinkGraph":
        """Link targets, backlinks and names of notes."""

    def search(self, query: str, options: SearchOptions) -> SearchResult:
        """The best hits for a query."""
