"""Writes files atomically: readers see the old text or the new one."""

import os
from pathlib import Path

from ragtui_core.files.private_files import private_directory, write_private


def write_atomically(file: Path, text: str) -> None:
    """Replace `file`, readable only by its owner; missing folders are created.

    Raises:
        OSError: It cannot be written; it is then unchanged.
    """
    file = file.resolve()  # A link remains a link.
    private_directory(file.parent)
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        write_private(new, text.encode())
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise
