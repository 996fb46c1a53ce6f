"""Paths that a person, a setting or an editor names, which may be impossible ones."""

import os
from pathlib import Path

from ragtui_core.errors import RagtuiError


def path_argument(text: str | Path, error: type[RagtuiError]) -> Path:
    """What is named, as an absolute path; `~` is the home directory.

    Args:
        text: Relative paths count from the current directory.
        error: What to raise.

    Raises:
        RagtuiError: As `error`: no path can read so, the home directory is unknown,
            or the current directory was deleted.
    """
    named = str(text)
    if not is_possible(named):
        raise error(f"{named!r} cannot be a path: name another")
    try:
        path = Path(named).expanduser()
    except RuntimeError as reason:
        raise error(f"{named}: there is no such home directory: {reason}") from reason
    return path if path.is_absolute() else current_directory(error) / path


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
            "change to another, or name full paths"
        ) from reason


def is_possible(text: str) -> bool:
    """Whether the system can be asked for a path that reads so."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False  # half a surrogate pair


def is_file(path: Path) -> bool:
    """Whether `path` is a regular file; an impossible or too long name is none."""
    return os.path.isfile(path)  # noqa: PTH113  # Path.is_file raises for such names
