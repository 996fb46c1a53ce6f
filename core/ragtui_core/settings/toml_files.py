"""Reads settings files: whatever is in one ends in a table or in one sentence."""

import tomllib
from pathlib import Path
from typing import Any

from ragtui_core.errors import SettingsError, UnreadableFile
from ragtui_core.files.vault_files import read_own_file, read_vault_file

MAX_BYTES = 256_000
"""Of a settings file; one with every key explained has 10,000."""
MAX_DOTS = 256
"""Dots in a line: the parser takes quadratic time for the parts of a dotted key."""


def read_toml(path: Path, vault: Path | None = None) -> dict[str, Any]:
    """The table in a file; empty if there is no file.

    Args:
        path: The file.
        vault: The folder that it lies in and must not lead out of, if it came with one.

    Raises:
        SettingsError: It cannot be read, or is not valid TOML.
    """
    return parse_toml(path, toml_text(path, vault))


def toml_text(path: Path, vault: Path | None = None) -> str:
    """The text of a file; empty if there is none.

    Args:
        path: As for `read_toml`; so is the other.
        vault: As there.

    Raises:
        SettingsError: It cannot be read, or is not UTF-8.
    """
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


def parse_toml(path: Path, text: str) -> dict[str, Any]:
    """The table in `text`, which was read from `path`.

    Raises:
        SettingsError: It is not valid TOML, or built to take for ever.
    """
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
        raise too_deep(path) from error


def too_deep(path: Path) -> SettingsError:
    """The error for brackets within brackets without end."""
    return SettingsError(f"{path}: not valid TOML: brackets nest too deeply")
