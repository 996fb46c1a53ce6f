"""The path of a vault's index: in the user's data directory, not in the vault.

Synchronised folders corrupt live databases, and the vault belongs to the user.
"""

import hashlib
import re
from pathlib import Path

import platformdirs

from ragtui_core.errors import StorageError
from ragtui_core.files.path_arguments import path_argument

_NOT_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def data_directory(setting: str) -> Path:
    """The directory named by the setting `data_dir`, or the platform's.

    Raises:
        StorageError: The setting is not a valid path.
    """
    if setting:
        return path_argument(setting, StorageError)
    return Path(platformdirs.user_data_dir("ragtui", appauthor=False))


def index_path(data_dir: Path, vault: Path) -> Path:
    """The index file of the vault whose real path is `vault`.

    It contains the folder's name, for readability, and a hash of the whole path, for
    uniqueness.
    """
    name = _NOT_A_NAME.sub("-", vault.name).strip("-.") or "vault"
    digest = hashlib.sha256(str(vault).encode("utf-8", "surrogateescape")).hexdigest()
    return data_dir / "vaults" / f"{name[:40]}-{digest[:12]}" / "index.db"
