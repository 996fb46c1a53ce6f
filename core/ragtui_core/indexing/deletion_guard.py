"""Detects files that are probably unavailable rather than deleted.

A drive that is not mounted leaves an empty folder. Removing its documents
would cost hours of embedding, so many deletions at once require
confirmation.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path

from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing.file_reader import content_hash
from ragtui_core.store.records import FileState, StoredFile

MIN_LOST = 20
"""From this many lost documents, losing over half of all requires confirmation."""

MIN_ALL_LOST = 2
"""From this many documents, losing all of them requires confirmation."""


def is_doubtful(lost: int, documents: int, new: int = 0) -> bool:
    """Whether removing `lost` of `documents` requires confirmation.

    Args:
        lost: Documents whose files are gone.
        documents: The number of indexed documents.
        new: New files, which show that the vault is in use.
    """
    emptied = lost == documents and lost >= MIN_ALL_LOST and not new
    return emptied or (lost >= MIN_LOST and 2 * lost > documents)


def lost_files(
    root: Path, vanished: dict[str, StoredFile], new: Collection[FileState]
) -> int:
    """The number of the files `vanished` that are gone from the vault.

    Excludes files that are newly ignored, and moved ones: `new` files are read
    if they have the size of a vanished one.
    """
    gone = [file for path, file in vanished.items() if not os.path.lexists(root / path)]
    sizes = {file.size for file in gone}
    found = Counter(_hashes(root, (file for file in new if file.size in sizes)))
    moved = Counter(file.hash for file in gone) & found
    return len(gone) - moved.total()


def _hashes(root: Path, files: Iterable[FileState]) -> Iterable[bytes]:
    for file in files:
        try:
            yield content_hash(read_vault_file(root, file.path, file.size))
        except (FileNotFoundError, UnreadableFile):
            continue


def explanation(root: Path, lost: int, documents: int) -> str:
    """The error message."""
    which = "all" if lost == documents else f"{lost} of the"
    return (
        f"{which} {documents} indexed documents are missing from {root}, so the "
        "index is unchanged: mount the drive or restore the files, or run `ragtui "
        "index --accept-deletions` if they were deleted on purpose"
    )
