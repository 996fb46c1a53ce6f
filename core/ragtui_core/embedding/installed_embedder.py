"""An embedder of an installed package, its vectors checked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ragtui_core.embedding.embedder import BATCH_SIZE, TextEmbedder
from ragtui_core.embedding.model_identity import model_id
from ragtui_core.embedding.query_cache import QueryCache
from ragtui_core.embedding.unit_vectors import to_unit_vectors
from ragtui_core.errors import ModelError, PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.plugins import Plugin
    from ragtui_core.settings.schema import EmbeddingSettings


class InstalledEmbedder:
    """Makes an `Embedder` of a package's `TextEmbedder`."""

    batch_size = BATCH_SIZE

    def __init__(
        self,
        plugin: Plugin,
        factory: Callable[[EmbeddingSettings, str], TextEmbedder],
        settings: EmbeddingSettings,
        model: str,
    ) -> None:
        """Load the model.

        Raises:
            PluginError: The package's code fails, or gives no embedder.
        """
        self._plugin = plugin
        self.model_id = model_id(settings)
        with plugin.guarded("cannot be used"):
            self._embedder = factory(settings, model)
            if not isinstance(self._embedder, TextEmbedder):
                raise plugin.problem("has no `dimension` or no `embed`")
            self.dimension = int(self._embedder.dimension)
        # The package's own embedder may treat queries differently.
        self._embed_queries = getattr(
            self._embedder, "embed_queries", self._embedder.embed
        )
        self._queries = QueryCache()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), dimension).

        Raises:
            ModelError: The package's code fails, or gives something else.
        """
        return self._checked(self._embedder.embed, texts)

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each search query, float32, shape (dimension,)."""
        embed = partial(self._checked, self._embed_queries)
        return self._queries.vectors(texts, embed)

    def _checked(
        self, embed: Callable[[Sequence[str]], Any], texts: Sequence[str]
    ) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        try:
            with self._plugin.guarded():
                vectors = np.asarray(embed(texts), dtype=np.float32)
        except PluginError as error:
            raise ModelError(str(error)) from error
        try:
            return to_unit_vectors(vectors, len(texts), self.dimension)
        except ValueError as error:
            raise ModelError(str(self._plugin.problem(str(error)))) from error
