"""Compares the vault with the index: new, changed and vanished files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ragtui_core.store.records import FileState, StoredFile

RACY_NS = 2_000_000_000
"""A file changed within this time before it was last read is compared by content:
a further change within one tick of a coarse file-system clock (2 s for FAT) keeps its
time. After a clock is set back, this applies to all files until it has caught up."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`candidates` are new, or differ in size or time, so their content is read."""

    candidates: list[FileState] = field(default_factory=list)
    unchanged: int = 0
    vanished: dict[str, StoredFile] = field(default_factory=dict)


def compare(
    files: Sequence[FileState], known: Mapping[str, StoredFile], *, force: bool = False
) -> Difference:
    """Compare scanned files with stored ones by size, times and file number.

    Args:
        files: The files found by the scan.
        known: The indexed files.
        force: Make every file a candidate, whatever its size and time.
    """
    candidates = [
        file for file in files if force or not _is_unchanged(file, known.get(file.path))
    ]
    present = {file.path for file in files}
    vanished = {path: file for path, file in known.items() if path not in present}
    # Newest first: users search most for what they wrote last.
    candidates.sort(key=lambda file: file.mtime_ns, reverse=True)
    return Difference(candidates, len(files) - len(candidates), vanished)


def _is_unchanged(file: FileState, stored: StoredFile | None) -> bool:
    return (
        stored is not None
        and stored.has_state(file)
        and stored.checked_ns - stored.changed_ns > RACY_NS
    )
