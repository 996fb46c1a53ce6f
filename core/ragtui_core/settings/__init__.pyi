"""Public names of this package, each loaded at its first use."""

from ragtui_core.settings.folders import (
    doubt as doubt,
    find_vault as find_vault,
    is_chosen as is_chosen,
    marked_folder as marked_folder,
)
from ragtui_core.settings.front_end_settings import (
    DailySettings as DailySettings,
    EditorSettings as EditorSettings,
    TelegramSettings as TelegramSettings,
)
from ragtui_core.settings.loading import (
    config_path as config_path,
    load_settings as load_settings,
    usable_values as usable_values,
)
from ragtui_core.settings.obsidian import (
    is_template as is_template,
)
from ragtui_core.settings.schema import (
    PROVIDER_TITLES as PROVIDER_TITLES,
    AnswerSettings as AnswerSettings,
    ChunkingSettings as ChunkingSettings,
    ChunkingStrategy as ChunkingStrategy,
    EmbeddingSettings as EmbeddingSettings,
    FieldWeights as FieldWeights,
    FusionMethod as FusionMethod,
    IndexSettings as IndexSettings,
    LogSettings as LogSettings,
    ProviderName as ProviderName,
    SearchSettings as SearchSettings,
    ServerSettings as ServerSettings,
    Settings as Settings,
    Stemmer as Stemmer,
)
from ragtui_core.settings.setting_keys import (
    SettingKey as SettingKey,
    known_keys as known_keys,
    named_nearest as named_nearest,
    with_values as with_values,
)
from ragtui_core.settings.settings_files import (
    create_settings_file as create_settings_file,
    write_settings as write_settings,
)
