"""The services that query an index: its model, the search engine, the link graph.

The index determines the model: while vectors of another model are being created, those
of the previous model are used.
"""

from collections.abc import Callable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from ragtui_core.errors import IndexMissing
from ragtui_core.model_registry import ModelRegistry
from ragtui_core.settings.schema import Settings
from ragtui_core.store import facts
from ragtui_core.store.protocols import Store

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.links.link_graph import LinkGraph
    from ragtui_core.search.engine import SearchEngine


class QueryServices:
    """Queries one index with one embedding model."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        models: ModelRegistry,
        today: Callable[[], date],
    ) -> None:
        """Use the parts of a vault; `models` must be those of the index's vectors."""
        self.models = models
        """The models in use; not those of the settings during a change of the model."""
        self._store = store
        self._settings = settings
        self._today = today

    @cached_property
    def engine(self) -> "SearchEngine":
        """The search engine."""
        # Imported here: 40 ms less until the first paint.
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
        """The link graph."""
        from ragtui_core.links.link_graph import LinkGraph

        return LinkGraph(
            self._store, self.models.model_id, self._settings, self.models.embedder
        )

    def embedder(self) -> "Embedder | None":
        """The embedder of the index's vectors; None if it has no vectors."""
        with self._store.reader() as reader:
            has_vectors = reader.vectors.has_model(self.models.model_id)
        return self.models.embedder() if has_vectors else None


def models_of_index(store: Store, models: ModelRegistry) -> ModelRegistry:
    """The models of the index's present vectors; `models` are those of the settings."""
    try:
        with store.reader() as reader:
            return models.serving(reader.meta(facts.MODEL))
    except IndexMissing:
        return models
