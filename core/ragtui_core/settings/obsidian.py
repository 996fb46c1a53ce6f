"""What Obsidian's own settings say of a vault (`.obsidian/PLUG-IN.json`)."""

import json
import os
from pathlib import Path

from ragtui_core.files.path_arguments import is_folder, is_possible


def settings_of(root: Path, plugin: str) -> dict[str, object]:
    """Obsidian's settings of one of its own plug-ins; empty if there are none."""
    try:
        file = root / ".obsidian" / f"{plugin}.json"
        read = json.loads(file.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def obsidian_text(root: Path, plugin: str, key: str) -> str:
    """What Obsidian's settings of a plug-in state; "" if that is not a text."""
    stated = settings_of(root, plugin).get(key)
    return stated if isinstance(stated, str) else ""


def template_folder(root: Path) -> str:
    """Obsidian's folder of templates, relative to the vault; "" if there is none."""
    folder = obsidian_text(root, "templates", "folder").strip("/")
    if not folder or not is_possible(folder):
        return ""
    real = Path(os.path.realpath(root / folder))
    is_within = is_folder(real) and root in real.parents
    return Path(folder).as_posix() if is_within else ""


def is_template(root: Path, path: str) -> bool:
    """Whether a file of a vault is in Obsidian's folder of templates."""
    folder = template_folder(root)
    return bool(folder) and path.startswith(f"{folder}/")
