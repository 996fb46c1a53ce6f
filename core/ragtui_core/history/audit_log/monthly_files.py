"""The audit log's monthly files, and how old lines make room for new ones.

Sizes are in bytes. Whoever changes the files holds the log's lock.
"""

import os
import re
from datetime import datetime
from pathlib import Path

from ragtui_core.files.private_files import open_private

_NAME = re.compile(r"\d{4}-\d{2}\.jsonl")

KEPT_SHARE = 0.9
"""Of the limit, when lines of the month at hand must go: so that not every line that
is added rewrites the file."""


def month_file(directory: Path, time: datetime) -> Path:
    """The file of the month of `time`, which is in UTC."""
    return directory / f"{time:%Y-%m}.jsonl"


def month_files(directory: Path) -> list[Path]:
    """The monthly files, oldest first; none if there is no such folder."""
    if not directory.is_dir():
        return []
    return sorted(f for f in directory.iterdir() if _NAME.fullmatch(f.name))


def make_room(directory: Path, current: Path, needed: int, most: int) -> None:
    """Remove what is oldest until `needed` more bytes fit under `most`.

    Whole months go first, then lines of `current`, the file that is to grow.

    Raises:
        OSError: A file cannot be removed or written anew.
    """
    sizes = {file: file.stat().st_size for file in month_files(directory)}
    total = sum(sizes.values())
    for file, size in sizes.items():
        if total + needed <= most:
            return
        if file != current:
            file.unlink()
            total -= size
    if total + needed > most and current in sizes:
        _keep_newest(current, max(0, int(most * KEPT_SHARE) - needed))


def _keep_newest(file: Path, most: int) -> None:
    """Rewrite `file` with as many of its last lines as fit into `most` bytes."""
    data = file.read_bytes()
    start = max(0, len(data) - most)
    if start and data[start - 1 : start] != b"\n":
        start = data.find(b"\n", start) + 1 or len(data)
    # Under the lock nobody else writes this; a crash leaves it to be overwritten.
    kept = file.with_suffix(".part")
    with open(kept, "wb", opener=open_private) as out:
        out.write(data[start:])
        out.flush()
        os.fsync(out.fileno())
    kept.replace(file)
