"""What can be set, and from where it is read."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.settings.catalogue import SettingItem, as_text, settings_catalogue
    from ragtui_core.settings.folders import find_vault, marked_folder
    from ragtui_core.settings.loading import (
        VAULT_FILE,
        SourceKind,
        config_path,
        known_keys,
        load_settings,
        parse_value,
        usable_values,
        validated,
    )
    from ragtui_core.settings.schema import (
        AnswerSettings,
        ChunkingSettings,
        ChunkingStrategy,
        EditorSettings,
        Effect,
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
    from ragtui_core.settings.writing import write_settings

__all__ = [
    "VAULT_FILE",
    "AnswerSettings",
    "ChunkingSettings",
    "ChunkingStrategy",
    "EditorSettings",
    "Effect",
    "EmbeddingSettings",
    "FieldWeights",
    "Fusion",
    "IndexSettings",
    "LogSettings",
    "ProviderName",
    "SearchSettings",
    "ServerSettings",
    "SettingItem",
    "Settings",
    "SourceKind",
    "as_text",
    "config_path",
    "find_vault",
    "known_keys",
    "load_settings",
    "marked_folder",
    "parse_value",
    "settings_catalogue",
    "usable_values",
    "validated",
    "write_settings",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.settings.catalogue": (
            "SettingItem",
            "as_text",
            "settings_catalogue",
        ),
        "ragtui_core.settings.folders": ("find_vault", "marked_folder"),
        "ragtui_core.settings.loading": (
            "SourceKind",
            "VAULT_FILE",
            "config_path",
            "known_keys",
            "load_settings",
            "parse_value",
            "usable_values",
            "validated",
        ),
        "ragtui_core.settings.schema": (
            "AnswerSettings",
            "ChunkingSettings",
            "ChunkingStrategy",
            "EditorSettings",
            "Effect",
            "EmbeddingSettings",
            "FieldWeights",
            "Fusion",
            "IndexSettings",
            "LogSettings",
            "ProviderName",
            "SearchSettings",
            "ServerSettings",
            "Settings",
        ),
        "ragtui_core.settings.writing": ("write_settings",),
    },
)
