"""Where the index of a vault lies: the user's data directory, not the vault.

Synchronised folders corrupt live databases, and the vault's bytes are the person's.
"""

import hashlib
import re
from pathlib import Path

import platformdirs

from ragtui_core.errors import StorageError
from ragtui_core.files.path_arguments import path_argument

_NOT_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def data_directory(setting: str) -> Path:
    """The directory that the setting `data_dir` names, or the platform's.

    Raises:
        StorageError: No directory can have the name that the setting gives.
    """
    if setting:
        return path_argument(setting, StorageError)
    return Path(platformdirs.user_data_dir("ragtui", appauthor=False))


def index_path(data_dir: Path, vault: Path) -> Path:
    """The index file of the vault whose real path is `vault`.

    The folder's name leads, for people; a hash of the whole path follows, so that
    no two vaults meet.
    """
    name = _NOT_A_NAME.sub("-", vault.name).strip("-.") or "vault"
    digest = hashlib.sha256(str(vault).encode("utf-8", "surrogateescape")).hexdigest()
    return data_dir / "vaults" / f"{name[:40]}-{digest[:12]}" / "index.db"
