"""Opens the embedder that the settings name; `model_identity` decides on `auto`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.embedding.model_identity import (
    MULTILINGUAL,
    TRANSFORMERS,
    embedder_and_model,
    is_multilingual_installed,
)
from ragtui_core.errors import ModelError, PluginError
from ragtui_core.plugins import PluginGroup, find_plugin

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.settings.schema import EmbeddingSettings


def is_download(settings: EmbeddingSettings) -> bool:
    """Whether loading the model that `settings` name begins with a download."""
    name, model = embedder_and_model(settings.model)
    if name != TRANSFORMERS:
        return False
    from ragtui_core.embedding.transformers_embedder import is_on_disk

    return not is_on_disk(model)


def open_embedder(settings: EmbeddingSettings) -> Embedder:
    """Load the model that `settings` name.

    Raises:
        ModelError: The model is missing or damaged, or an extra or a package is not
            installed.
    """
    name, model = embedder_and_model(settings.model)
    if name == MULTILINGUAL and not is_multilingual_installed():
        raise ModelError(
            f"the model {name!r} requires a package: `pip install ./{name}` from a "
            "clone of ragtui"
        )
    try:
        plugin = find_plugin(PluginGroup.EMBEDDERS, name)
        factory = plugin.load()
        if plugin.package:
            from ragtui_core.embedding.installed_embedder import InstalledEmbedder

            return InstalledEmbedder(plugin, factory, settings, model)
    except PluginError as error:
        raise ModelError(f"embedding.model = {settings.model!r}: {error}") from error
    embedder: Embedder = factory(settings, model)
    return embedder
