"""Appends to a conversation's private file, atomically."""

import os
from pathlib import Path

from ragtui_core.files.private_files import open_private


def append(file: Path, piece: bytes, *, new: bool = False) -> None:
    """Add `piece`, which ends a line, in a single write.

    A last line that a crash left incomplete is ended first, so that only that line is
    damaged. If the disk fills up, the file is as it was before.

    Args:
        file: A file in a folder that exists.
        piece: One or more lines.
        new: Whether the file is to be made; otherwise it must be there.

    Raises:
        OSError: It cannot be written, or is (not) there against expectation.
    """
    flags = os.O_RDWR | os.O_APPEND
    if new:
        flags |= os.O_CREAT | os.O_EXCL
    descriptor = open_private(file, flags)
    with os.fdopen(descriptor, "rb+", buffering=0) as raw:
        size = raw.seek(0, os.SEEK_END)
        if size and not _ends_a_line(raw.fileno(), size):
            piece = b"\n" + piece
        try:
            _write(raw.fileno(), piece)
        except OSError:
            raw.truncate(size)
            if new:
                file.unlink()
            raise


def _ends_a_line(descriptor: int, size: int) -> bool:
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) == b"\n"


def _write(descriptor: int, piece: bytes) -> None:
    written = os.write(descriptor, piece)
    while written < len(piece):
        # Only a disk that is nearly full takes a part; the next write says so.
        written += os.write(descriptor, piece[written:])
