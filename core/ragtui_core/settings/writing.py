"""Writes settings into a TOML file; its comments and order stay."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragtui_core.errors import SettingsError


def write_settings(path: Path, values: Mapping[str, Any]) -> None:
    """Set dotted keys in the file at `path`, which is made if it is not there.

    Raises:
        SettingsError: The file is not valid TOML, or cannot be written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        before = path.read_text("utf-8") if path.exists() else ""
        document: Any = tomlkit.parse(before)
        for key, value in values.items():
            *tables, name = key.split(".")
            table = document
            for part in tables:
                if part not in table:
                    table[part] = tomlkit.table(is_super_table=part != tables[-1])
                table = table[part]
            table[name] = value
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tomlkit.dumps(document), "utf-8")
    except (TOMLKitError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from error
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error
