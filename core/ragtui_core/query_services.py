"""What answers from an index: its model, the search engine and the graph of links.

Which model that is, the index tells: while another one's vectors are being made, those
of the model before still serve.
"""

from collections.abc import Callable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from ragtui_core.errors import IndexMissing
from ragtui_core.model_registry import ModelRegistry
from ragtui_core.settings.schema import Settings
from ragtui_core.store.sqlite import meta_rows
from ragtui_core.store.sqlite.store import Store

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.links.link_graph import LinkGraph
    from ragtui_core.search.engine import SearchEngine


class QueryServices:
    """Asks one index by one embedding model."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        models: ModelRegistry,
        today: Callable[[], date],
    ) -> None:
        """Take over what a vault has; `models` must be those of the index's vectors."""
        self.models = models
        """Those that serve; not those of the settings while vectors are made anew."""
        self._store = store
        self._settings = settings
        self._today = today

    @cached_property
    def engine(self) -> "SearchEngine":
        """Searches."""
        # Spares the first paint 40 ms.
        from ragtui_core.search.engine import SearchEngine

        settings = self._settings.search
        return SearchEngine(
            self._store,
            settings,
            self.models.model_id,
            self.models.embedder,
            self.models.reranker if settings.rerank else None,
            self._today,
        )

    @cached_property
    def links(self) -> "LinkGraph":
        """Knows links."""
        from ragtui_core.links.link_graph import LinkGraph

        return LinkGraph(
            self._store, self.models.model_id, self._settings, self.models.embedder
        )

    def embedder(self) -> "Embedder | None":
        """What embeds questions as the index's vectors are; None if it has none."""
        with self._store.reader() as reader:
            has_vectors = reader.has_vectors(self.models.model_id)
        return self.models.embedder() if has_vectors else None


def models_of_index(store: Store, models: ModelRegistry) -> ModelRegistry:
    """The models by which the index can be asked now; `models` are the settings'."""
    try:
        with store.reader() as reader:
            return models.serving(reader.meta(meta_rows.MODEL))
    except IndexMissing:
        return models
