"""The models of one vault, each loaded once, at its first use."""

import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from ragtui_core.embedding.bundled_model import CROSS_ENCODER
from ragtui_core.embedding.embedder_opening import open_embedder
from ragtui_core.embedding.model_identity import (
    BUNDLED,
    model_id,
    resolved,
    settings_for,
)
from ragtui_core.plugins import PluginGroup, find_plugin, plugin_names
from ragtui_core.settings.schema import Settings

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.search.reranker import Reranker

Model = TypeVar("Model")


class _Slot(Generic[Model]):
    """One model, shared by vaults whose settings name the same."""

    def __init__(self) -> None:
        self.model: Model | None = None
        self._loading = threading.Lock()

    def get(self, load: Callable[[], Model]) -> Model:
        """The model, loaded by the first who asks."""
        with self._loading:
            if self.model is None:
                self.model = load()
            return self.model


class ModelRegistry:
    """Loads the models of the settings. Safe to use from several threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        """The settings that name the models."""
        self._slot: _Slot[Embedder] = _Slot()
        self._cross_encoder: _Slot[Reranker] = _Slot()
        self._reranker: _Slot[Reranker] = _Slot()
        self._previous: ModelRegistry | None = None

    @property
    def model_id(self) -> str:
        """The id of the embedding model, which need not be loaded."""
        return model_id(self.settings.embedding)

    def serving(self, indexed: str) -> "ModelRegistry":
        """The models for queries to an index with vectors of the model `indexed`.

        These, unless another model's vectors are still in use.
        """
        if indexed in {"", self.model_id}:
            self._previous = None
            return self
        embedding = settings_for(indexed, self.settings.embedding)
        if embedding is None:
            return self
        if self._previous is None or self._previous.model_id != indexed:
            settings = replace(self.settings, embedding=embedding)
            self._previous = self.under(settings)
        return self._previous

    def following(self, indexed: Collection[str], foreign: float) -> "ModelRegistry":
        """The models for the vectors of an index, if the settings leave it to that.

        It has, or collects, vectors of the models `indexed`, and a ratio of `foreign`
        chunks, which the bundled model does not read.
        """
        embedding = resolved(self.settings.embedding, indexed, foreign)
        return self.serving(model_id(embedding))

    def under(self, settings: Settings) -> "ModelRegistry":
        """A registry for other settings; unchanged models are shared."""
        other = ModelRegistry(settings)
        other._cross_encoder = self._cross_encoder
        if settings.embedding == self.settings.embedding:
            other._slot = self._slot
        elif settings.embedding.model != self.settings.embedding.model:
            other._previous = self  # Its vectors may be used for a while.
        return other

    def embedder(self) -> "Embedder":
        """The embedding model (0.3 s at the first call).

        Raises:
            ModelError: It is missing, damaged or cannot be loaded.
        """
        return self._slot.get(lambda: open_embedder(self.settings.embedding))

    def embedder_of(self, model_id: str) -> "Embedder":
        """The embedding model with an id, as `embedder`."""
        is_own = model_id == self.model_id
        return (self if is_own else self.serving(model_id)).embedder()

    def reranker(self) -> "Reranker":
        """The reranker that `search.reranker` names.

        Raises:
            ModelError: It is missing or cannot be loaded.
            PluginError: It is that of a package, and cannot be used.
        """
        return self._reranker.get(self._new_reranker)

    def cross_encoder(self) -> "Reranker | None":
        """The bundled cross-encoder; None if this installation was made without it.

        Raises:
            ModelError: It is damaged.
        """
        if not CROSS_ENCODER.model_file.is_file():
            return None
        from ragtui_core.search import reranker

        return self._cross_encoder.get(reranker.BundledCrossEncoder)

    def _new_reranker(self) -> "Reranker":
        name = self.settings.search.reranker
        if name == BUNDLED and (bundled := self.cross_encoder()):
            return bundled
        if name in plugin_names(PluginGroup.RERANKERS):
            plugin = find_plugin(PluginGroup.RERANKERS, name)
            factory = plugin.load()
            with plugin.guarded("cannot be used"):
                reranker: Reranker = factory(self.settings)
            return reranker
        from ragtui_core.search.reranker import CrossEncoderReranker

        timeout = self.settings.embedding.load_timeout
        return CrossEncoderReranker(name, timeout=timeout)
