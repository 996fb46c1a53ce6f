"""What can be set, and from where it is read."""

from ragtui_core.settings.loading import (
    VAULT_FILE,
    config_path,
    load_settings,
    usable_values,
)
from ragtui_core.settings.schema import (
    AnswerSettings,
    ChunkingSettings,
    ChunkingStrategy,
    EditorSettings,
    EmbeddingSettings,
    FieldWeights,
    Fusion,
    IndexSettings,
    LogSettings,
    ProviderName,
    SearchSettings,
    ServerSettings,
    Settings,
)

__all__ = [
    "VAULT_FILE",
    "AnswerSettings",
    "ChunkingSettings",
    "ChunkingStrategy",
    "EditorSettings",
    "EmbeddingSettings",
    "FieldWeights",
    "Fusion",
    "IndexSettings",
    "LogSettings",
    "ProviderName",
    "SearchSettings",
    "ServerSettings",
    "Settings",
    "config_path",
    "load_settings",
    "usable_values",
]
