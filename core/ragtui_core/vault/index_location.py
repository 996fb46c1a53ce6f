"""The user's data directory, and the path of a vault's index in it.

Not in the vault: synchronised folders corrupt live databases, and the vault belongs to
the user. What is in ragtui's directories is private, also what earlier versions left
open; a directory that belongs to the user keeps its permissions.
"""

import hashlib
import os
import re
from functools import cache
from pathlib import Path

from ragtui_core.errors import StorageError
from ragtui_core.files.path_arguments import path_argument, user_directory
from ragtui_core.files.private_files import is_private, make_private, make_tree_private
from ragtui_core.settings.loading import ENV_CONFIG, config_path

COLLECTIONS = "evaluation"
"""Public collections as notes, in thousands of files."""

OWN_NAMES = frozenset(
    {
        COLLECTIONS,
        "crashes",
        "evaluations.jsonl",
        "log",
        "recent-vaults.json",
        "vaults",
    }
)
"""The names of all that ragtui writes into the data directory."""

_NOT_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def data_directory(setting: str) -> Path:
    """The directory named by the setting `data_dir`, or the platform's.

    Raises:
        StorageError: The setting is not a valid path.
    """
    if setting:
        return path_argument(setting, StorageError)
    return user_directory("XDG_DATA_HOME", ".local/share")


def index_path(data_dir: Path, vault: Path) -> Path:
    """The index file of the vault whose real path is `vault`.

    It contains the folder's name, for readability, and a hash of the whole path, for
    uniqueness.
    """
    name = _NOT_A_NAME.sub("-", vault.name).strip("-.") or "vault"
    digest = hashlib.sha256(str(vault).encode("utf-8", "surrogateescape")).hexdigest()
    return data_dir / "vaults" / f"{name[:40]}-{digest[:12]}" / "index.db"


@cache
def fix_permissions(data_dir: Path) -> None:
    """Fix the data directory and the user's settings; once per process.

    A data directory named by a setting is itself changed only if it contains nothing
    but files of ragtui.
    """
    make_private(config_path())
    if ENV_CONFIG not in os.environ:
        make_tree_private(config_path().parent)
    names = _names(data_dir)
    if data_dir == data_directory("") or names <= OWN_NAMES:
        make_private(data_dir)
    for name in names & OWN_NAMES:
        path = data_dir / name
        # Collections are fixed once, while others can access their directory.
        if not path.is_symlink() and not (name == COLLECTIONS and is_private(path)):
            make_tree_private(path)


def _names(directory: Path) -> set[str]:
    try:
        return {entry.name for entry in directory.iterdir()}
    except OSError:
        return set()
