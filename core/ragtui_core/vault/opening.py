"""Opens a vault: finds its folder, and reads the settings for it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from ragtui_core.errors import StorageError, VaultError
from ragtui_core.files.path_arguments import current_directory, path_argument
from ragtui_core.search.options import utc_today
from ragtui_core.settings.folders import find_vault, real_folder
from ragtui_core.settings.loading import load_settings
from ragtui_core.settings.obsidian import template_folder
from ragtui_core.settings.schema import Settings
from ragtui_core.vault.index_location import data_directory, fix_permissions, index_path
from ragtui_core.vault.vault import Vault


def open_vault(
    path: str | Path | None = None,
    *,
    db: str | Path | None = None,
    flags: Mapping[str, Any] | None = None,
    today: Callable[[], date] = utc_today,
) -> Vault:
    """Open a folder of notes; fast, since nothing is read or loaded yet.

    Args:
        path: The folder. None means the nearest folder upwards that contains a
            `.ragtui.toml`, else the setting `vault`, else the current directory.
        db: A file for the index, whatever the setting `store` says.
        flags: Dotted settings keys that override all other sources.
        today: The day from which relative dates and ages are counted.

    Raises:
        VaultError: There is no such folder, or it cannot be read.
        SettingsError: A setting is wrong.
        StorageError: The setting `store` cannot be used.
    """
    start = None if path else current_directory(VaultError)
    folder = find_vault(path, start=start, flags=flags)
    assert folder is not None  # one of the two is given
    root = real_folder(folder)

    def read_settings() -> Settings:
        settings = without_templates(root, load_settings(root, flags=flags))
        return replace(settings, store="") if db else settings

    settings = read_settings()
    data = data_directory(settings.data_dir)
    fix_permissions(data)
    index = path_argument(db, StorageError) if db else index_path(data, root)
    return Vault(root, settings, index, today, read_settings)


def without_templates(root: Path, settings: Settings) -> Settings:
    """Settings by which the notes of a vault's folder of templates are not indexed."""
    if not (folder := template_folder(root)):
        return settings
    from ragtui_core.indexing.ignore_patterns import literal

    ignored = (*settings.index.ignore, f"/{literal(folder)}/")
    return replace(settings, index=replace(settings.index, ignore=ignored))
