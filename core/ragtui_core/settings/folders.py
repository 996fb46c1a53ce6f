"""Which folder a person means as the vault."""

from pathlib import Path

from ragtui_core.errors import VaultError
from ragtui_core.settings.loading import VAULT_FILE


def nearest_vault(here: Path) -> Path:
    """The nearest folder upwards that holds a `.ragtui.toml`, else `here`."""
    for folder in (here, *here.parents):
        if (folder / VAULT_FILE).is_file():
            return folder
    return here


def real_folder(path: Path) -> Path:
    """The real path of a readable folder.

    Raises:
        VaultError: There is no such folder, or it cannot be read.
    """
    try:
        root = path.resolve(strict=True)
        next(root.iterdir(), None)
    except FileNotFoundError as error:
        raise VaultError(f"no such folder: {path}: name the folder of notes") from error
    except NotADirectoryError as error:
        raise VaultError(f"{path} is a file: name the folder that holds it") from error
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise VaultError(f"cannot read the folder {path}: {reason}") from error
    return root
