"""Which folder is the vault: one rule for every front end."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragtui_core.errors import VaultError
from ragtui_core.files.path_arguments import is_file, path_argument
from ragtui_core.settings.loading import VAULT_FILE, load_settings


def find_vault(
    argument: str | Path | None = None,
    *,
    start: Path | None,
    flags: Mapping[str, Any] | None = None,
) -> Path | None:
    """The folder of the vault: the first of these that exists.

    1. `argument`, the folder that the user named.
    2. The nearest folder from `start` upwards that contains a `.ragtui.toml`.
    3. The setting `vault`, of `flags`, the environment or `config.toml`.
    4. `start` itself.

    Args:
        argument: None or empty if no folder was named.
        start: The current directory, or a workspace folder; None if there is none.
        flags: Dotted settings keys that override all other sources.

    Returns:
        An absolute path, which need not exist; None only if `start` is None and
        nothing else names a folder.

    Raises:
        VaultError: What names the folder cannot be a path.
        SettingsError: A setting is wrong.
    """
    if argument:
        return path_argument(argument, VaultError)
    marked = marked_folder(start) if start else None
    if marked:
        return marked
    setting = load_settings(flags=flags).vault
    return path_argument(setting, VaultError) if setting else start


def marked_folder(start: Path) -> Path | None:
    """The nearest folder from `start` upwards with a `.ragtui.toml`, if any."""
    folders = (start, *start.parents)
    return next((folder for folder in folders if is_file(folder / VAULT_FILE)), None)


_REPOSITORIES = (".git", ".hg", ".svn", ".jj")


def is_chosen(root: Path, setting: str) -> bool:
    """Whether a folder is a vault by a `.ragtui.toml`, or by the setting `vault`."""
    return is_file(root / VAULT_FILE) or bool(setting and _same(root, setting))


def doubt(root: Path) -> str | None:
    """Why a folder is probably no vault, as a noun; None if it may be one.

    A folder with a `.ragtui.toml`, or that the setting `vault` names, is one.
    """
    if is_chosen(root, load_settings().vault):
        return None
    if root == Path(root.anchor):
        return "a whole file system"
    if _same(root, "~"):
        return "your home folder"
    if any((root / name).exists() for name in _REPOSITORIES):
        return "a repository"
    return None


def _same(root: Path, name: str) -> bool:
    try:
        return root == path_argument(name, VaultError).resolve()
    except VaultError:
        return False  # There is no home folder.


def real_folder(path: Path) -> Path:
    """The real path of a readable folder.

    Raises:
        VaultError: There is no such folder, or it cannot be read.
    """
    try:
        root = path.resolve(strict=True)
        next(root.iterdir(), None)
    except FileNotFoundError as error:
        raise VaultError(f"no such folder: {path}") from error
    except NotADirectoryError as error:
        raise VaultError(f"{path} is a file: name the folder it is in") from error
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise VaultError(f"cannot read the folder {path}: {reason}") from error
    return root
