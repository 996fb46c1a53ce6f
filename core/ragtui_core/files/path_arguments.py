"""Paths from a user, a setting or an editor, which may be invalid."""

import os
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path

from ragtui_core.errors import RagtuiError


def path_argument(text: str | Path, error: type[RagtuiError]) -> Path:
    """`text` as an absolute path, as it is on disk; `~` is the home directory.

    Raises:
        RagtuiError: As `error`: the path is invalid, the home directory is unknown,
            or the current directory was deleted.
    """
    named = str(text)
    if not is_possible(named):
        raise error(f"{named!r} is not a valid path")
    try:
        path = Path(named).expanduser()
    except RuntimeError as reason:
        raise error(f"{named}: no such home directory: {reason}") from reason
    path = path if path.is_absolute() else current_directory(error) / path
    root = Path(path.anchor)
    return root / as_on_disk(root, str(path.relative_to(root)))


def user_directory(variable: str, default: str) -> Path:
    """Ragtui's own directory for the user's data or settings, as each system has it.

    On Linux it is in the one that a variable of the XDG specification names, or in
    `default` of the home directory.
    """
    if sys.platform == "darwin":
        default = "Library/Application Support"
    elif sys.platform == "win32":
        variable, default = "LOCALAPPDATA", "AppData/Local"
    named = Path(os.environ.get(variable, ""))
    parent = named if named.is_absolute() else Path(os.path.expanduser("~"), default)  # noqa: PTH111  # Path's raises an error without a home directory.
    return parent / "ragtui"


def current_directory(error: type[RagtuiError]) -> Path:
    """The current directory.

    Raises:
        RagtuiError: As `error`: it was deleted or cannot be reached.
    """
    try:
        return Path.cwd()
    except OSError as reason:
        raise error(
            f"the current directory cannot be used ({reason.strerror}): "
            "change to another, or use absolute paths"
        ) from reason


def is_possible(text: str) -> bool:
    """Whether `text` is a valid path for the operating system."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False  # half a surrogate pair


def is_file(path: Path) -> bool:
    """Whether `path` is a regular file; False for an invalid or too long name."""
    return os.path.isfile(path)  # noqa: PTH113  # Path.is_file raises for such names


def is_folder(path: str | Path) -> bool:
    """Whether `path` is a folder; False for an invalid or too long name."""
    return os.path.isdir(path)  # noqa: PTH112  # Path.is_dir raises for such names


def composed(name: str) -> str:
    """The form of a name in which names are compared (NFC).

    `ä` may be one character or two: most programs write one, files that come from
    macOS often have two.
    """
    return unicodedata.normalize("NFC", name)


def as_on_disk(root: Path, path: str) -> str:
    """`path`, relative to `root`, as the names of its file and folders are written.

    Unchanged if there is a file of this very name, or none that differs from it only
    in how its characters are composed.
    """
    if path.isascii() or not is_possible(path) or os.path.lexists(root / path):
        return path
    on_disk = ""
    for name in Path(path).parts:
        same = name
        if not os.path.lexists(root / on_disk / name):
            with suppress(OSError):
                known = os.listdir(root / on_disk)  # noqa: PTH208
                same = next((n for n in known if composed(n) == composed(name)), name)
        on_disk = f"{on_disk}/{same}" if on_disk else same
    return on_disk if os.path.lexists(root / on_disk) else path
