"""Refuses to remove most documents of an index at once without confirmation.

A drive that is not mounted leaves an empty folder, and removing its documents would
cost hours of embedding.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path

from ragtui_core.errors import DeletionsRefused, UnreadableFile
from ragtui_core.files.vault_files import content_hash, read_vault_file
from ragtui_core.index_state import state_error
from ragtui_core.indexing.difference import Difference
from ragtui_core.store.meta_keys import MISSING, VAULT
from ragtui_core.store.records import FileState, StoredFile
from ragtui_core.store.writing.writer import Writer

MIN_LOST = 20
"""From this many lost documents, losing over half of all requires confirmation."""

MIN_ALL_LOST = 2
"""From this many documents, losing all of them requires confirmation."""


def is_doubtful(lost: int, documents: int, new: int = 0) -> bool:
    """Whether removing `lost` of `documents` requires confirmation.

    Files that are `new` show that the vault is in use.
    """
    emptied = lost == documents and lost >= MIN_ALL_LOST and not new
    return emptied or (lost >= MIN_LOST and 2 * lost > documents)


def refuse_doubtful(
    writer: Writer, root: Path, difference: Difference, documents: int
) -> None:
    """Raise if a difference removes most of an index's `documents`.

    Raises:
        DeletionsRefused: Nothing was written but how many files are missing.
    """
    vanished, new = difference.vanished, difference.new
    # An exact count accesses every vanished file.
    if not is_doubtful(len(vanished), documents, len(new)):
        return
    lost = _lost_files(root, vanished, new)
    if is_doubtful(lost, documents, len(new)):
        writer.set_meta(MISSING, str(lost))
        which = "all" if lost == documents else f"{lost} of the"
        reason = f"{which} {documents} indexed documents are missing from {root}"
        before = writer.meta(VAULT)
        if before and before != str(root):
            reason += f"; it was indexed from {before}"
        raise state_error(DeletionsRefused, reason)


def _lost_files(
    root: Path, vanished: dict[str, StoredFile], new: Collection[FileState]
) -> int:
    """The number of the files `vanished` that are gone from the vault.

    Excludes files that are newly ignored, and moved ones: `new` files are read
    if they have the size of a vanished one.
    """
    gone = [file for path, file in vanished.items() if not os.path.lexists(root / path)]
    sizes = {file.size for file in gone}
    present = Counter(_hashes(root, (file for file in new if file.size in sizes)))
    moved = Counter(file.hash for file in gone) & present
    return len(gone) - moved.total()


def _hashes(root: Path, files: Iterable[FileState]) -> Iterable[bytes]:
    for file in files:
        try:
            yield content_hash(read_vault_file(root, file.path, file.size))
        except (FileNotFoundError, UnreadableFile):
            continue
