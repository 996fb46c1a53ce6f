"""The recently opened vaults: a small file in the data directory.

A file that is missing, damaged or not writable is not an error.
"""

import json
from pathlib import Path

from ragtui_core.files.private_files import write_atomically

FILE = "recent-vaults.json"

MAX_VAULTS = 20
"""Maximum number of vaults in the list."""


def recent_vaults(data_dir: Path) -> list[Path]:
    """The recently opened vaults that still exist, newest first."""
    return [path for path in _read(data_dir) if path.is_dir()]


def remember_vault(data_dir: Path, vault: Path) -> None:
    """Put a vault's real path at the top of the list."""
    others = [path for path in _read(data_dir) if path != vault]
    if not str(vault).isprintable():
        return  # JSON can represent it, a screen cannot.
    paths = [str(path) for path in (vault, *others)][:MAX_VAULTS]
    try:
        write_atomically(
            data_dir / FILE, json.dumps(paths, ensure_ascii=False, indent=1)
        )
    except OSError:
        return


def _read(data_dir: Path) -> list[Path]:
    try:
        paths = json.loads((data_dir / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return []
    known = paths if isinstance(paths, list) else []
    return [Path(path) for path in known if isinstance(path, str)]
