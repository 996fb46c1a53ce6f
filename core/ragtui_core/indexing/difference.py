"""Compares the vault with the index: what is new, changed, moved, gone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ragtui_core.store.records import FileState, StoredFile

RACY_NS = 2_000_000_000
"""A file changed within this time before it was last read is compared by content:
a further change in the same tick of a coarse file-system clock (2 s for FAT) keeps its
time. A clock that was set back makes all files look so until it has caught up."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`candidates` are new, or differ in size or time, so their content is read."""

    candidates: list[FileState] = field(default_factory=list)
    unchanged: int = 0
    vanished: dict[str, StoredFile] = field(default_factory=dict)


def compare(
    files: Sequence[FileState], known: Mapping[str, StoredFile], *, anew: bool = False
) -> Difference:
    """Compare scanned files with stored ones by size, times and file number.

    Args:
        files: What the scan found.
        known: What the index holds.
        anew: Take every file as a candidate, whatever its size and time.
    """
    candidates = [
        file for file in files if anew or not _same(file, known.get(file.path))
    ]
    present = {file.path for file in files}
    vanished = {path: file for path, file in known.items() if path not in present}
    # Newest first: what a person wrote last is what they look for first.
    candidates.sort(key=lambda file: file.mtime_ns, reverse=True)
    return Difference(candidates, len(files) - len(candidates), vanished)


def _same(file: FileState, stored: StoredFile | None) -> bool:
    return (
        stored is not None
        and stored.has_state(file)
        and stored.checked_ns - stored.changed_ns > RACY_NS
    )
