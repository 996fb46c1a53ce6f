"""Reads and writes settings files; any content gives a table or a clear error."""

import tomllib
from collections.abc import Mapping, MutableMapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from ragtui_core.errors import SettingsError, UnreadableFile
from ragtui_core.files.private_files import private_directory, write_atomically
from ragtui_core.files.vault_files import read_own_file, read_vault_file
from ragtui_core.settings.setting_keys import known_keys, validated

MAX_BYTES = 256_000
"""Maximum size of a settings file; one with every key explained has 10,000."""
HEAD = """\
# The settings of ragtui, with their defaults. Remove the # before a name to change it.
# Keys and tokens come from environment variables, such as ANTHROPIC_API_KEY.
"""
MAX_DOTS = 256
"""Dots in a line: the parser takes quadratic time for the parts of a dotted key."""


def read_toml(path: Path, vault: Path | None = None) -> dict[str, Any]:
    """The table in a file; empty if there is no file.

    That of a `vault` may not be a link out of it.

    Raises:
        SettingsError: It cannot be read, or is not valid TOML.
    """
    return _parsed(path, _text(path, vault))


def _text(path: Path, vault: Path | None = None) -> str:
    """The text of a file; empty if there is none."""
    try:
        if vault is None:
            return read_own_file(path, MAX_BYTES).decode("utf-8-sig")
        root = vault.resolve()
        return read_vault_file(root, path.name, MAX_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnreadableFile as error:
        raise SettingsError(f"{path}: settings not read: {error}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SettingsError(
            f"{path}: not valid TOML: line {line} is not UTF-8; save the file as UTF-8"
        ) from error


def _parsed(path: Path, text: str) -> dict[str, Any]:
    """The table in `text`, which was read from `path`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise SettingsError(
                f"{path}: line {number} has more than {MAX_DOTS} dots: "
                "write a long list over several lines"
            )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise _too_deep(path) from error


def _too_deep(path: Path) -> SettingsError:
    return SettingsError(f"{path}: not valid TOML: brackets nest too deeply")


def write_settings(path: Path, values: Mapping[str, Any]) -> None:
    """Set dotted keys in the file at `path`; its comments and order are kept.

    A missing file is created. The file is replaced in one step; a link to it stays.
    None removes a key, so that the default applies.

    Raises:
        SettingsError: A key or value is wrong, or secret; or the file is not valid
            TOML, or cannot be written. The file is then unchanged.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    values = _writable(values, str(path))
    before = _text(path)
    _parsed(path, before)
    try:
        document: Any = tomlkit.parse(before)
        for key, value in values.items():
            _put(document, key, value, path)
        write_atomically(path, tomlkit.dumps(document))
    except TOMLKitError as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise _too_deep(path) from error
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error


def create_settings_file(path: Path) -> None:
    """Write a file in which each setting is a comment with its default, if none is.

    Raises:
        SettingsError: It cannot be written.
    """
    lines = [HEAD]
    table = ""
    for setting in known_keys().values():
        if setting.secret:
            continue
        if setting.table != table:
            table = setting.table
            lines.append(f"\n[{table}]")
        name = setting.key.rpartition(".")[2]
        lines += [f"# {setting.description}", f"# {_line(name, setting.default)}"]
    try:
        private_directory(path.parent)
        if not path.exists():
            write_atomically(path, "\n".join(lines) + "\n")
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error


def _line(name: str, value: Any) -> str:
    import tomlkit

    return tomlkit.dumps({name: _plain(value)}).strip()


def _writable(values: Mapping[str, Any], source: str) -> dict[str, Any]:
    """The validated values as TOML represents them."""
    removed = {key: None for key, value in values.items() if value is None}
    given = validated({k: v for k, v in values.items() if v is not None}, source)
    for setting in map(known_keys().__getitem__, given):
        if setting.secret:
            raise SettingsError(
                f"{source}: `{setting.key}` is never written: "
                f"set {setting.variable} instead"
            )
    return removed | {key: _plain(value) for key, value in given.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _put(document: Any, key: str, value: Any, path: Path) -> None:
    """Set `key`, or remove it if `value` is None.

    Raises:
        SettingsError: A part of the key is in the file, but is not a table.
    """
    import tomlkit

    *tables, name = key.split(".")
    table = document
    for part in tables:
        if part not in table:
            if value is None:
                return
            table[part] = tomlkit.table(is_super_table=part != tables[-1])
        table = table[part]
        if not isinstance(table, MutableMapping):
            raise SettingsError(f"{path}: `{part}` must be a table: correct it first")
    if value is not None:
        table[name] = value
    elif name in table:
        del table[name]
