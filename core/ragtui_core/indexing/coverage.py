"""Coverage by folder, and the files that the index does not hold as they are now."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from ragtui_core.indexing.diff import compare
from ragtui_core.indexing.scan import scan_vault
from ragtui_core.model import FolderCoverage
from ragtui_core.settings import IndexSettings
from ragtui_core.store.records import FolderRow, StoredFile

TOP = ""
"""The vault's own folder among the others."""


def stale_files(
    root: Path,
    settings: IndexSettings,
    known: Mapping[str, StoredFile],
    skipped: Collection[str] = (),
) -> list[str]:
    """Files that are new, changed or gone since they were indexed; sorted.

    By size and time, as indexing looks first: a file that was only touched counts.

    Args:
        root: The vault, as a real path.
        settings: Which files count.
        known: What is indexed.
        skipped: Files that cannot be, which are not stale.

    Raises:
        VaultError: The vault cannot be read.
    """
    scan = scan_vault(root, settings)
    difference = compare(scan.files, known)
    stale = {
        file.path
        for file in difference.candidates
        # Read too soon after it was written to be sure; nothing says it changed.
        if not _looks_the_same(file.size, file.mtime_ns, known.get(file.path))
    }
    return sorted((stale | set(difference.vanished)) - set(skipped))


def _looks_the_same(size: int, mtime_ns: int, stored: StoredFile | None) -> bool:
    return stored is not None and (stored.size, stored.mtime_ns) == (size, mtime_ns)


def by_folder(
    rows: Iterable[FolderRow], stale: Iterable[str]
) -> tuple[FolderCoverage, ...]:
    """Each folder with all that lies below it, the vault itself first, by path."""
    counts: dict[str, Counter[str]] = {TOP: Counter()}
    for row in rows:
        own = row._asdict()
        _add(counts, own.pop("folder"), own)
    for path in stale:
        _add(counts, path.rpartition("/")[0], {"stale": 1})
    return tuple(
        FolderCoverage(folder, **{name: counts[folder][name] for name in _NAMES})
        for folder in sorted(counts, key=lambda folder: folder.split("/"))
    )


_NAMES = ("documents", "chunks", "embedded", "skipped", "stale")


def _add(counts: dict[str, Counter[str]], folder: str, own: Mapping[str, int]) -> None:
    for above in _upwards(folder):
        counts.setdefault(above, Counter()).update(own)


def _upwards(folder: str) -> Iterator[str]:
    """A folder and those above it; the vault itself comes last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield TOP
