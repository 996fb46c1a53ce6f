"""Writes a file in one step: who reads it sees the old text or the new one."""

import os
from pathlib import Path

from ragtui_core.files.private_files import private_directory, write_private


def write_atomically(file: Path, text: str) -> None:
    """Replace `file`, whose folder is made if need be. Only its owner can read it.

    Raises:
        OSError: It cannot be written; it is then as it was.
    """
    file = file.resolve()  # A link stays one.
    private_directory(file.parent)
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        write_private(new, text.encode())
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise
