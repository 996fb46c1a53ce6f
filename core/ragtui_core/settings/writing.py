"""Writes settings into a TOML file; its comments and order stay."""

from collections.abc import Mapping, MutableMapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from ragtui_core.errors import SettingsError
from ragtui_core.files.private_files import write_atomically
from ragtui_core.settings.loading import known_keys, validated
from ragtui_core.settings.toml_files import parse_toml, toml_text, too_deep


def write_settings(path: Path, values: Mapping[str, Any]) -> None:
    """Set dotted keys in the file at `path`, which is made if it is not there.

    The file is replaced in one step; a link to it stays a link.

    Args:
        path: The file.
        values: By dotted key; None takes the key out, so that the default counts.

    Raises:
        SettingsError: A key or value is wrong, or secret; or the file is not valid
            TOML, or cannot be written. The file is then as it was.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    values = _fit_to_write(values, str(path))
    before = toml_text(path)
    parse_toml(path, before)
    try:
        document: Any = tomlkit.parse(before)
        for key, value in values.items():
            _put(document, key, value, path)
        write_atomically(path, tomlkit.dumps(document))
    except TOMLKitError as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise too_deep(path) from error
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error


def _fit_to_write(values: Mapping[str, Any], source: str) -> dict[str, Any]:
    removed = {key: None for key, value in values.items() if value is None}
    given = validated({k: v for k, v in values.items() if v is not None}, source)
    known = known_keys()
    for key in given:
        if known[key].metadata["secret"]:
            variable = f"RAGTUI_{key.replace('.', '_').upper()}"
            raise SettingsError(
                f"{source}: `{key}` is never written: set {variable} instead"
            )
    return removed | {key: _plain(value) for key, value in given.items()}


def _plain(value: Any) -> Any:
    """A value as TOML knows it."""
    if isinstance(value, StrEnum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _put(document: Any, key: str, value: Any, path: Path) -> None:
    """Set `key`, or take it out if `value` is None.

    Raises:
        SettingsError: What should be a table is none.
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
