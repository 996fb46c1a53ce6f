"""Writes the user's settings; runs in a worker's thread."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.message import Message

from ragtui_core import SettingsError, Vault
from ragtui_core.settings import config_path, load_settings
from ragtui_tui.messages import SettingsChanged, SettingsRefused


def write_and_report(
    vault: Vault, values: Mapping[str, Any], report: Callable[[Message], object]
) -> None:
    """Set dotted keys in `config.toml`, and report the resulting settings; blocks.

    None takes a key out. The vault's own settings count, too. What is reported is
    SettingsChanged or SettingsRefused.
    """
    from ragtui_core.settings import write_settings

    try:
        write_settings(config_path(), values)
        settings = load_settings(vault.root)
    except SettingsError as error:
        report(SettingsRefused(str(error)))
    else:
        report(SettingsChanged(tuple(values), settings))
