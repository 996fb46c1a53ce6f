"""The audit log's monthly files, and the removal of the oldest lines.

Sizes are in bytes. The caller holds the log's lock.
"""

import os
import re
from datetime import datetime
from pathlib import Path

from ragtui_core.files.private_files import open_private

_NAME = re.compile(r"\d{4}-\d{2}\.jsonl")

KEPT_RATIO = 0.9
"""Ratio of the limit to keep when lines of the current month are removed, so that not
every new line rewrites the file."""


def month_file(directory: Path, time: datetime) -> Path:
    """The file of the month of `time`, which is in UTC."""
    return directory / f"{time:%Y-%m}.jsonl"


def month_files(directory: Path) -> list[Path]:
    """The monthly files, oldest first; none if there is no such folder."""
    if not directory.is_dir():
        return []
    return sorted(f for f in directory.iterdir() if _NAME.fullmatch(f.name))


def remove_oldest(directory: Path, current: Path, needed: int, limit: int) -> None:
    """Remove the oldest lines until `needed` more bytes fit under `limit`.

    Whole months are removed first, then lines of `current`, the file to append to.

    Raises:
        OSError: A file cannot be removed or rewritten.
    """
    sizes = {file: file.stat().st_size for file in month_files(directory)}
    total = sum(sizes.values())
    for file, size in sizes.items():
        if total + needed <= limit:
            return
        if file != current:
            file.unlink()
            total -= size
    if total + needed > limit and current in sizes:
        _keep_newest(current, max(0, int(limit * KEPT_RATIO) - needed))


def _keep_newest(file: Path, limit: int) -> None:
    """Rewrite `file` with as many of its last lines as fit into `limit` bytes."""
    data = file.read_bytes()
    start = max(0, len(data) - limit)
    if start and data[start - 1 : start] != b"\n":
        start = data.find(b"\n", start) + 1 or len(data)
    # The lock excludes other writers; after a crash the file is overwritten.
    kept = file.with_suffix(".part")
    with open(kept, "wb", opener=open_private) as out:
        out.write(data[start:])
        out.flush()
        os.fsync(out.fileno())
    kept.replace(file)
