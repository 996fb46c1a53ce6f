"""Writes the user's settings; runs in a worker's thread."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.message import Message

from ragtui_core.errors import SettingsError
from ragtui_core.settings import config_path, load_settings
from ragtui_core.vault import Vault
from ragtui_tui.messages import SettingsChanged, SettingsRefused


def write_and_report(
    vault: Vault, values: Mapping[str, Any], tell: Callable[[Message], object]
) -> None:
    """Set dotted keys in `config.toml`, and tell what then counts for `vault`; blocks.

    Args:
        vault: The vault whose own settings count, too.
        values: None takes a key out.
        tell: Gets a SettingsChanged, or a SettingsRefused.
    """
    from ragtui_core.settings.writing import write_settings

    try:
        write_settings(config_path(), values)
        settings = load_settings(vault.root)
    except SettingsError as error:
        tell(SettingsRefused(str(error)))
    else:
        tell(SettingsChanged(tuple(values), settings))
