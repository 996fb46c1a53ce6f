"""Tells deleted files from a vault whose files are elsewhere for the time being.

A drive that is not mounted leaves an empty folder. Removing what the index holds of it
would be right by the letter and cost hours of embedding, so many deletions at once want
a confirmation.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path

from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing.file_reader import content_hash
from ragtui_core.store.records import FileState, StoredFile

MANY = 20
"""From so many lost documents on, losing more than half of them wants confirmation."""

ALL_OF = 2
"""From so many documents on, losing every one wants confirmation."""


def is_doubtful(lost: int, documents: int, new: int = 0) -> bool:
    """Whether removing `lost` of `documents` wants a confirmation.

    Args:
        lost: Documents whose files are gone.
        documents: How many the index holds.
        new: Files that were not there before: a vault with such is in use.
    """
    emptied = lost == documents and lost >= ALL_OF and not new
    return emptied or (lost >= MANY and 2 * lost > documents)


def lost_files(
    root: Path, vanished: dict[str, StoredFile], new: Collection[FileState]
) -> int:
    """How many of the files `vanished` are gone from the vault.

    Not gone is what only the rules leave out now, and what was moved: of the `new`
    files as many are read as have the size of a vanished one.
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
    """What happened, where, and what to do, in one sentence."""
    which = "all" if lost == documents else f"{lost} of the"
    return (
        f"{which} {documents} documents that are indexed are gone from {root}, so the "
        "index is kept as it is: mount the drive or restore the files, or run `ragtui "
        "index --accept-deletions` if they were deleted on purpose"
    )
