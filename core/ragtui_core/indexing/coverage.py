"""Coverage of the vault by the index, by folder, and stale files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ragtui_core.documents.loader import Loaders
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.settings.schema import IndexSettings
from ragtui_core.store import facts
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import FolderRow
from ragtui_core.types import Coverage, FolderCoverage

TOP = ""
"""The path of the vault's own folder."""


class VaultCoverage:
    """Queries an index about the vault as a whole."""

    def __init__(
        self, root: Path, settings: IndexSettings, store: Store, model_id: str
    ) -> None:
        """Query `store`.

        Args:
            root: The vault, as a real path.
            settings: The rules for files to index.
            store: The index.
            model_id: The embedding model for an index without vectors.
        """
        self._root = root
        self._settings = settings
        self._store = store
        self._model_id = model_id

    def whole(self) -> Coverage:
        """How much of the vault is indexed.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            documents, chunks, embedded = reader.counts()
            return Coverage(
                vault=str(self._root),
                index_path=self._store.location,
                index_bytes=self._store.size(),
                documents=documents,
                chunks=chunks,
                embedded=embedded,
                model=reader.meta(facts.MODEL) or self._model_id,
                next_model=reader.meta(facts.NEXT_MODEL),
                skipped=tuple(reader.skipped()),
                problems=tuple(reader.problems()),
                last_indexed=reader.meta(facts.INDEXED_AT),
                setting_problems=tuple(Loaders.of(self._settings).problems()),
                missing=int(reader.meta(facts.MISSING) or 0),
                code_bytes=reader.vectors.code_bytes,
            )

    def check_index(self) -> bool:
        """Examine the whole index: seconds for a large one.

        Returns:
            Whether its pages have checksums, without which changed values are not
            found.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexDamaged: The file is corrupt.
        """
        return self._store.check()

    def stale(self) -> list[str]:
        """Files that are new, changed or gone since they were indexed; sorted.

        Compares size, times and inode, as indexing does first: a file that was only
        touched is included.
        Scans the vault: about a second for ten thousand files.

        Raises:
            IndexMissing: The vault was never indexed.
            VaultError: The vault cannot be read.
        """
        with self._store.reader() as reader:
            known = reader.files()
            skipped = {item.path for item in reader.skipped()}
        files = scan_vault(self._root, self._settings).files
        stale = {
            file.path
            for file in files
            if file.path not in known or not known[file.path].has_state(file)
        }
        vanished = known.keys() - {file.path for file in files}
        return sorted((stale | vanished) - skipped)

    def folders(self) -> list[FolderRow]:
        """The counts of each folder itself; `by_folder` adds them up.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            return reader.folders()


def by_folder(
    rows: Iterable[FolderRow], stale: Iterable[str]
) -> tuple[FolderCoverage, ...]:
    """The counts of each folder with its subfolders, the vault first, by path.

    Args:
        rows: The counts of each folder itself.
        stale: The paths of stale files.
    """
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
    """A folder and its parents; the vault itself is last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield TOP
