"""Reads settings from files, environment and flags into the schema."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import platformdirs

from ragtui_core.errors import SettingsError
from ragtui_core.settings.schema import Settings
from ragtui_core.settings.setting_keys import (
    ENV_PREFIX,
    RETIRED,
    known_keys,
    parse_value,
    retired_key,
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
    return Path(platformdirs.user_config_dir("ragtui", appauthor=False), "config.toml")


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
        SettingsError: A key is unknown, or a value of the wrong type or range.
    """
    values: dict[str, Any] = {}
    retired: list[str] = []
    for given in _sources(vault, environ, flags, retired):
        values |= given
    settings: Settings = _build(Settings, {**values, "retired": tuple(retired)}, "")
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
    retired: list[str],
) -> Iterator[dict[str, Any]]:
    """The values of each source by key, in rising priority.

    A sentence about each setting of an earlier version is appended to `retired`.
    """
    environ = os.environ if environ is None else environ
    user = config_path(environ)
    values = _present(_flat(read_toml(user)), str(user), retired)
    yield validated(values, str(user))
    if vault is not None:
        own = vault / VAULT_FILE
        values = _present(_flat(read_toml(own, vault)), str(own), retired)
        yield validated(values, str(own), in_vault=True)
    yield from _from_environment(environ, retired)
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    yield validated(given, "command line")


def _present(
    values: Mapping[str, Any], source: str, retired: list[str]
) -> dict[str, Any]:
    """The values without those of an earlier version's settings."""
    retired += [retired_key(key, source) for key in values if key in RETIRED]
    return {key: value for key, value in values.items() if key not in RETIRED}


def _from_environment(
    environ: Mapping[str, str], retired: list[str]
) -> Iterator[dict[str, Any]]:
    """What each variable sets."""
    keys = {variable_of(key): key for key in known_keys()}
    earlier = set(map(variable_of, RETIRED))
    for name, text in environ.items():
        if not name.startswith(ENV_PREFIX) or name.startswith(ENV_TEST_PREFIX):
            continue
        if name == ENV_CONFIG:
            continue
        if name in earlier:
            retired.append(retired_key(name, "environment"))
            continue
        if name not in keys:
            raise SettingsError(unknown_key(name, keys, "environment"))
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
