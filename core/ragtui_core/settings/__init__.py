"""What can be set, and from where it is read."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.settings.folders import doubt, find_vault, is_chosen, marked_folder
    from ragtui_core.settings.front_end_settings import (
        DailySettings,
        EditorSettings,
        TelegramSettings,
    )
    from ragtui_core.settings.loading import (
        VAULT_FILE,
        SettingItem,
        SourceKind,
        config_path,
        load_settings,
        settings_catalogue,
        usable_values,
    )
    from ragtui_core.settings.schema import (
        AnswerSettings,
        ChunkingSettings,
        ChunkingStrategy,
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
    from ragtui_core.settings.setting_fields import Effect
    from ragtui_core.settings.setting_keys import (
        SettingKey,
        as_text,
        checked_value,
        known_keys,
        named_nearest,
        parse_value,
        validated,
    )
    from ragtui_core.settings.settings_files import write_settings

__all__ = [
    "VAULT_FILE",
    "AnswerSettings",
    "ChunkingSettings",
    "ChunkingStrategy",
    "DailySettings",
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
    "SettingKey",
    "Settings",
    "SourceKind",
    "TelegramSettings",
    "as_text",
    "checked_value",
    "config_path",
    "doubt",
    "find_vault",
    "is_chosen",
    "known_keys",
    "load_settings",
    "marked_folder",
    "named_nearest",
    "parse_value",
    "settings_catalogue",
    "usable_values",
    "validated",
    "write_settings",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.settings.folders": (
            "doubt",
            "find_vault",
            "is_chosen",
            "marked_folder",
        ),
        "ragtui_core.settings.front_end_settings": (
            "DailySettings",
            "EditorSettings",
            "TelegramSettings",
        ),
        "ragtui_core.settings.loading": (
            "SettingItem",
            "SourceKind",
            "VAULT_FILE",
            "config_path",
            "load_settings",
            "settings_catalogue",
            "usable_values",
        ),
        "ragtui_core.settings.schema": (
            "AnswerSettings",
            "ChunkingSettings",
            "ChunkingStrategy",
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
        "ragtui_core.settings.setting_fields": ("Effect",),
        "ragtui_core.settings.setting_keys": (
            "SettingKey",
            "as_text",
            "checked_value",
            "known_keys",
            "named_nearest",
            "parse_value",
            "validated",
        ),
        "ragtui_core.settings.settings_files": ("write_settings",),
    },
)
