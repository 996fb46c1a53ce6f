"""Reads settings from files, environment and flags into the schema."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from ragtui_core.errors import SettingsError
from ragtui_core.files.path_arguments import user_directory
from ragtui_core.settings.schema import Settings
from ragtui_core.settings.setting_keys import (
    ENV_PREFIX,
    known_keys,
    parse_value,
    unknown_key,
    validated,
    variable_of,
)
from ragtui_core.settings.settings_files import read_toml

VAULT_FILE = ".ragtui.toml"
"""Name of a vault's own settings file, at the vault's root."""

ENV_CONFIG = "RAGTUI_CONFIG"
"""Names another `config.toml`; not itself a setting."""

ENV_TEST_PREFIX = "RAGTUI_TEST_"
"""Begins the names of variables of the project's own tests."""

_MAX_TABLES = 8
"""Tables within tables; the schema has two levels."""


def config_path(environ: Mapping[str, str] | None = None) -> Path:
    """The path of the user's `config.toml`."""
    named = (os.environ if environ is None else environ).get(ENV_CONFIG)
    if named:
        return Path(named).expanduser()
    return user_directory("XDG_CONFIG_HOME", ".config") / "config.toml"


def load_settings(
    vault: Path | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Settings:
    """Settings for `vault` from every source, in rising priority.

    Args:
        vault: The vault whose `.ragtui.toml` is read; None reads none.
        environ: Instead of the process's environment.
        flags: Dotted keys of the schema (`search.limit`) to values; None values
            mean that the flag was not given.

    Raises:
        SettingsError: A value is of the wrong type or range, a flag is unknown, or
            the vault may not set a key. Other unknown keys have no effect; the
            settings name them.
    """
    values: dict[str, Any] = {}
    unknown: list[str] = []
    for given in _sources(vault, environ, flags, unknown):
        values |= given
    settings: Settings = _build(Settings, {**values, "unknown": tuple(unknown)}, "")
    return settings


def usable_values(
    values: Mapping[str, Any], source: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The settings among `values` that can be used, and what is wrong with the others.

    They are by dotted key, or tables within tables; None was not given. `source` is
    named in what is wrong.
    """
    good: dict[str, Any] = {}
    faults = []
    for key, value in _flat(values).items():
        if value is not None:
            try:
                good |= validated({key: value}, source)
            except SettingsError as error:
                faults.append(f"{error}; the default is used")
    return good, tuple(faults)


def _sources(
    vault: Path | None,
    environ: Mapping[str, str] | None,
    flags: Mapping[str, Any] | None,
    unknown: list[str],
) -> Iterator[dict[str, Any]]:
    """The values of each source by key, in rising priority.

    A sentence about the unknown keys of a file or of `environ` is added to `unknown`.
    """
    environ = os.environ if environ is None else environ
    user, keys = config_path(environ), known_keys()
    values = _known(_flat(read_toml(user)), keys, str(user), unknown)
    yield validated(values, str(user))
    if vault is not None:
        own = vault / VAULT_FILE
        values = _known(_flat(read_toml(own, vault)), keys, str(own), unknown)
        yield validated(values, str(own), in_vault=True)
    yield from _from_environment(environ, unknown)
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    yield validated(given, "command line")


def _known(
    values: Mapping[str, Any], known: Mapping[str, Any], source: str, unknown: list[str]
) -> dict[str, Any]:
    """The values whose keys are among the `known` ones.

    One sentence is added to `unknown` if there are others. It names the first: a
    vault's file may have many, and the nearest names take time.
    """
    others = [key for key in values if key not in known]
    if others:
        named = unknown_key(others[0], known, source)
        end = "" if named.endswith("?") else "."
        count = f" (unknown there: {len(others)})" if len(others) > 1 else ""
        unknown.append(f"{named}{end} It has no effect{count}.")
    return {key: value for key, value in values.items() if key in known}


def _from_environment(
    environ: Mapping[str, str], unknown: list[str]
) -> Iterator[dict[str, Any]]:
    """What each variable sets."""
    keys = {variable_of(key): key for key in known_keys()}
    given = {
        name: text
        for name, text in environ.items()
        if name.startswith(ENV_PREFIX)
        and not name.startswith(ENV_TEST_PREFIX)
        and name != ENV_CONFIG
    }
    for name, text in _known(given, keys, "environment", unknown).items():
        value = {keys[name]: parse_value(keys[name], text)}
        yield validated(value, f"environment variable {name}")


def _flat(table: Mapping[str, Any], prefix: str = "", depth: int = 1) -> dict[str, Any]:
    """Dotted keys and their values; tables that no setting is in stay as they are."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict) and depth < _MAX_TABLES:
            flat |= _flat(value, f"{prefix}{key}.", depth + 1)
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _build(table: Any, values: Mapping[str, Any], prefix: str) -> Any:
    arguments = {}
    for item in fields(table):
        key = f"{prefix}{item.name}"
        if is_dataclass(item.type):
            arguments[item.name] = _build(item.type, values, f"{key}.")
        elif key in values:
            arguments[item.name] = values[key]
    return table(**arguments)
