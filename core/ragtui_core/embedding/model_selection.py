"""The embedder that the settings name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ragtui_core.errors import ModelError, PluginError
from ragtui_core.plugins import PluginGroup, find_plugin

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.settings.schema import EmbeddingSettings

BUNDLED = "bundled"
"""The value of `embedding.model` for the model shipped in the package."""

_TRANSFORMERS = "sentence-transformers"
"""The embedder of a model whose name has no prefix."""

_PREFIXED = re.compile(r"([a-z][a-z0-9_-]+):(.+)")
"""`NAME:MODEL`; a drive of Windows has one letter."""


def model_id(settings: EmbeddingSettings) -> str:
    """The id of the model that `settings` name, without loading it."""
    if settings.model == BUNDLED:
        from ragtui_core.embedding.bundled_model import MODEL_ID

        return MODEL_ID
    return ":".join(_embedder_and_model(settings.model))


def model_setting(model_id: str) -> str | None:
    """The value of `embedding.model` for a model id; None if there is none."""
    from ragtui_core.embedding.bundled_model import MODEL_ID

    if model_id == MODEL_ID:
        return BUNDLED
    name = model_id.removeprefix(f"{_TRANSFORMERS}:")
    if name != model_id and not _PREFIXED.fullmatch(name):
        return name
    return model_id if _PREFIXED.fullmatch(model_id) else None


def is_download(settings: EmbeddingSettings) -> bool:
    """Whether loading the model that `settings` name begins with a download."""
    name, model = _embedder_and_model(settings.model)
    if name != _TRANSFORMERS:
        return False
    from ragtui_core.embedding.transformers_embedder import is_on_disk

    return not is_on_disk(model)


def open_embedder(settings: EmbeddingSettings) -> Embedder:
    """Load the model that `settings` name.

    Raises:
        ModelError: The model is missing or damaged, or an extra or a package is not
            installed.
    """
    name, model = _embedder_and_model(settings.model)
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


def check_dimension(dimension: int, indexed: int) -> None:
    """Compare the length of a model's vectors with that of an index's; 0 is unknown.

    Raises:
        ModelError: They differ.
    """
    if indexed and dimension != indexed:
        raise ModelError(
            f"the model returns vectors of {dimension} numbers, but those of the index "
            f"have {indexed}: it was replaced; rebuild the index (`ragtui index "
            "--rebuild`)"
        )


def _embedder_and_model(setting: str) -> tuple[str, str]:
    """The name of the embedder, and of its model."""
    if setting == BUNDLED:
        return BUNDLED, ""
    found = _PREFIXED.fullmatch(setting)
    return (found[1], found[2]) if found else (_TRANSFORMERS, setting)
