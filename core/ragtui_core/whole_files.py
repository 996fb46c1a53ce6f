"""Writes a file in one step: who reads it sees the old text or the new one."""

import os
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Replace `file`, whose folder is made if need be; its permissions stay.

    Raises:
        OSError: It cannot be written; it is then as it was.
    """
    file = file.resolve()  # A link stays one.
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        new.write_bytes(text.encode())
        if file.exists():
            new.chmod(file.stat().st_mode)
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise
