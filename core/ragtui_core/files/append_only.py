"""Append-only files of JSON Lines: private, safe among processes, sound after a crash.

Each line is a JSON object. A crash, a full disk or an editor may break one; it is then
damaged, and all others can be read.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ragtui_core.errors import StorageError
from ragtui_core.files.private_files import FILE_MODE, open_private, private_directory

LOCK_SECONDS = 10.0
"""A write takes milliseconds; a process that holds the lock for longer has hung."""

_POLL_SECONDS = 0.005


def json_line(row: Mapping[str, Any], errors: str = "backslashreplace") -> bytes:
    r"""`row` as a line.

    Args:
        row: Values that JSON can represent.
        errors: What becomes of half a surrogate pair, as in the name of a file that is
            not UTF-8. `\udce9` is the same character to a JSON parser that allows it.
    """
    text = json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", errors) + b"\n"


def json_rows(content: bytes) -> Iterator[dict[str, Any] | None]:
    """The objects on the lines that are not blank; None for a damaged line."""
    for line in filter(bytes.strip, content.split(b"\n")):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        yield row if isinstance(row, dict) else None


def append_lines(file: Path, lines: bytes, flags: int = os.O_CREAT) -> None:
    """Add whole lines, in a single write.

    A last line that a crash left incomplete is ended first, so that only that line is
    damaged. If the disk fills up, the file is as it was before.

    Args:
        file: A file in a folder that exists. The caller excludes other writers.
        lines: One or more lines.
        flags: Of `os.open`: whether the file may be new, must be (`O_EXCL`), or not.

    Raises:
        OSError: It cannot be written, or is (not) there against expectation.
    """
    descriptor = open_private(file, os.O_RDWR | os.O_APPEND | flags)
    with os.fdopen(descriptor, "rb+", buffering=0) as raw:
        size = raw.seek(0, os.SEEK_END)
        if size:
            raw.seek(size - 1)
            lines = lines if raw.read(1) == b"\n" else b"\n" + lines
        try:
            written = 0
            while written < len(lines):
                # Only a disk that is nearly full takes a part; the next write fails.
                written += os.write(descriptor, lines[written:])
        except OSError:
            raw.truncate(size)
            if not size:
                file.unlink()
            raise


@contextmanager
def exclusive(lock: Path, what: str, hint: str) -> Iterator[None]:
    """Hold a lock file, which the system frees if the process dies.

    The folder of the lock is that to write to, and is made if it is missing. `what` is
    written there, and `hint` says what to do if that fails, for a message.

    Raises:
        StorageError: The folder cannot be made or written to, here or by the caller;
            or another process holds the lock.
    """
    # Imported here: it takes 30 ms, which readers need not wait for.
    from filelock import FileLock

    try:
        private_directory(lock.parent)
        with FileLock(lock, LOCK_SECONDS, FILE_MODE, poll_interval=_POLL_SECONDS):
            yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise StorageError(
            f"{what} in {lock.parent} cannot be written ({reason}): {hint}"
        ) from error
