"""Reads settings from files, environment and flags into the schema."""

import dataclasses
import difflib
import math
import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

import platformdirs

from ragtui_core.errors import SettingsError
from ragtui_core.settings.schema import Settings
from ragtui_core.settings.toml_files import read_toml

VAULT_FILE = ".ragtui.toml"
"""Name of a vault's own settings file, at the vault's root."""

ENV_PREFIX = "RAGTUI_"
"""`RAGTUI_VAULT`, `RAGTUI_SEARCH_LIMIT`: prefix, table, key."""

ENV_CONFIG = "RAGTUI_CONFIG"
"""Names another `config.toml`; not itself a setting."""

ENV_TEST_PREFIX = "RAGTUI_TEST_"
"""Begins the names of what the project's own tests are told."""

MAX_NUMBER = 1e9
"""No number may be larger where the schema names no bound of its own."""

_MAX_TABLES = 8
"""Tables within tables; the schema has two levels."""
_MAX_SHOWN = 80
"""Characters of an unknown key that are shown and compared with the known ones."""
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


class SourceKind(StrEnum):
    """Where a setting may come from, from the lowest to the highest."""

    DEFAULT = "default"
    USER = "config.toml"
    VAULT = ".ragtui.toml"
    ENVIRONMENT = "environment"
    FLAG = "command line"


def config_path(environ: Mapping[str, str] | None = None) -> Path:
    """Where the user's `config.toml` is looked for."""
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
    """Settings for `vault` from every source, in rising order.

    Args:
        vault: The vault whose `.ragtui.toml` counts; None leaves it out.
        environ: Instead of the process's environment.
        flags: Dotted keys of the schema (`search.limit`) to values; None values
            mean that the flag was not given.

    Raises:
        SettingsError: A key is unknown, or a value of the wrong type or range.
    """
    values: dict[str, Any] = {}
    for source in sources(vault, environ=environ, flags=flags):
        values |= source.values
    settings: Settings = _build(Settings, values, "")
    return settings


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """Where settings come from, and those that come from there, by dotted key."""

    kind: SourceKind
    name: str
    values: Mapping[str, Any]


def sources(
    vault: Path | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Iterator[Source]:
    """Where settings for `vault` come from, in rising order; the defaults left out.

    Args:
        vault: As for `load_settings`; so are the others.
        environ: As there.
        flags: As there.

    Raises:
        SettingsError: A key is unknown, or a value of the wrong type or range.
    """
    environ = os.environ if environ is None else environ
    user = config_path(environ)
    values = validated(_flat(read_toml(user)), str(user))
    yield Source(SourceKind.USER, str(user), values)
    if vault is not None:
        own = vault / VAULT_FILE
        values = validated(_flat(read_toml(own, vault)), str(own), vault_only=True)
        yield Source(SourceKind.VAULT, str(own), values)
    for name, values in _from_environment(environ):
        yield Source(SourceKind.ENVIRONMENT, name, values)
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    values = validated(given, "command line")
    yield Source(SourceKind.FLAG, "command line", values)


def usable_values(
    values: Mapping[str, Any], source: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The settings among `values` that can be used, and what is wrong with the others.

    Args:
        values: Dotted keys, or tables within tables; None values were not given.
        source: Named in the sentences on what is wrong.
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


def known_keys() -> dict[str, dataclasses.Field[Any]]:
    """Every dotted key of the schema with its dataclass field."""
    return dict(_walk(Settings, ""))


def _walk(
    table: type[Any], prefix: str
) -> Iterator[tuple[str, dataclasses.Field[Any]]]:
    hints = get_type_hints(table)
    for item in dataclasses.fields(table):
        if dataclasses.is_dataclass(hints[item.name]):
            yield from _walk(hints[item.name], f"{prefix}{item.name}.")
        else:
            yield f"{prefix}{item.name}", item


def _flat(table: Mapping[str, Any], prefix: str = "", depth: int = 1) -> dict[str, Any]:
    """Dotted keys and their values; tables that no setting is in stay as they are."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict) and depth < _MAX_TABLES:
            flat |= _flat(value, f"{prefix}{key}.", depth + 1)
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _from_environment(
    environ: Mapping[str, str],
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of each variable that counts, and what it sets."""
    by_variable = {
        ENV_PREFIX + key.replace(".", "_").upper(): key for key in known_keys()
    }
    for name, text in environ.items():
        if not name.startswith(ENV_PREFIX) or name.startswith(ENV_TEST_PREFIX):
            continue
        if name == ENV_CONFIG:
            continue
        if name not in by_variable:
            raise SettingsError(_unknown(name, by_variable, "environment"))
        key = by_variable[name]
        yield (
            name,
            validated({key: parse_value(key, text)}, f"environment variable {name}"),
        )


def parse_value(key: str, text: str) -> Any:
    """A text as the type of its key, where it can be read so; else the text.

    Lists are parted by commas.
    """
    kind = type_of(key)
    if kind is bool and text.lower() in _TRUE | _FALSE:
        return text.lower() in _TRUE
    if kind in {int, float}:
        for number in (int, float):
            try:
                return number(text)
            except ValueError:
                continue
    if kind == tuple[str, ...]:
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def validated(
    values: Mapping[str, Any], source: str, *, vault_only: bool = False
) -> dict[str, Any]:
    """Dotted keys with values of the schema's types.

    Raises:
        SettingsError: A key is unknown, or a value of the wrong type or range; the
            message begins with `source`.
    """
    known = known_keys()
    for key in values:
        if key not in known:
            raise SettingsError(_unknown(key, known, source))
        if vault_only and not known[key].metadata["vault"]:
            raise SettingsError(
                f"{source}: a vault's own file may not set `{key}`; "
                f"put it into {config_path()}"
            )
    return {key: _check(key, value, source) for key, value in values.items()}


def _unknown(key: str, known: Mapping[str, Any], source: str) -> str:
    key = key if len(key) <= _MAX_SHOWN else f"{key[:_MAX_SHOWN]}…"
    near = difflib.get_close_matches(key, known, n=1, cutoff=0)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"{source}: unknown setting `{key}`{hint}"


def type_of(key: str) -> Any:
    """The type of a key's values: bool, int, float, str, tuple or a StrEnum."""
    table: Any = Settings
    *tables, name = key.split(".")
    for part in tables:
        table = get_type_hints(table)[part]
    return get_type_hints(table)[name]


def _check(key: str, value: Any, source: str) -> Any:
    kind = type_of(key)
    value = _converted(kind, value)
    if value is None:
        raise SettingsError(f"{source}: `{key}` must be {_describe(kind)}")
    low, high = (known_keys()[key].metadata[bound] for bound in ("low", "high"))
    if kind in {int, float}:
        low = -MAX_NUMBER if low is None else low
        high = MAX_NUMBER if high is None else high
    if low is not None and value < low:
        raise SettingsError(f"{source}: `{key}` must be at least {low:,g}")
    if high is not None and value > high:
        raise SettingsError(f"{source}: `{key}` must be at most {high:,g}")
    return value


def _converted(kind: Any, value: Any) -> Any:
    """`value` as `kind`, or None where it does not fit."""
    if kind == tuple[str, ...]:
        fits = isinstance(value, list | tuple) and all(map(_is_text, value))
        return tuple(value) if fits else None
    if kind is float:
        return _number(value)
    if issubclass(kind, StrEnum):
        return kind(value) if isinstance(value, str) and value in set(kind) else None
    if kind is str:
        return value if _is_text(value) else None
    return value if type(value) is kind else None


def _is_text(value: Any) -> bool:
    """Whether it is a string that may name a file."""
    return isinstance(value, str) and "\0" not in value


def _number(value: Any) -> float | None:
    if type(value) is int and abs(value) <= MAX_NUMBER:
        return float(value)
    return value if type(value) is float and math.isfinite(value) else None


def _describe(kind: Any) -> str:
    if kind == tuple[str, ...]:
        return "a list of strings without NUL characters"
    if issubclass(kind, StrEnum):
        return "one of " + ", ".join(kind)
    names = {
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        str: "text without NUL characters",
    }
    return names[kind]


def _build(table: type[Any], values: Mapping[str, Any], prefix: str) -> Any:
    hints = get_type_hints(table)
    arguments = {}
    for item in dataclasses.fields(table):
        key = f"{prefix}{item.name}"
        if dataclasses.is_dataclass(hints[item.name]):
            arguments[item.name] = _build(hints[item.name], values, f"{key}.")
        elif key in values:
            arguments[item.name] = values[key]
    return table(**arguments)
