"""The first phase of indexing: makes the index true to the files, for keywords."""

import threading
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ragtui_core.indexing import reading
from ragtui_core.indexing.courtesy import Courtesy
from ragtui_core.indexing.diff import Difference, compare
from ragtui_core.indexing.events import FileSkipped, IndexListener
from ragtui_core.indexing.parallel import read_batches
from ragtui_core.indexing.scan import Scan, scan_file, scan_vault
from ragtui_core.indexing.update import Update
from ragtui_core.settings import Settings
from ragtui_core.store.meta_rows import INDEXED_AT, SIGNATURE
from ragtui_core.store.records import StoredFile
from ragtui_core.store.writing import Writer


class Indexer:
    """Compares one vault with its index and writes the difference."""

    def __init__(
        self, root: Path, settings: Settings, writer: Writer, courtesy: Courtesy
    ) -> None:
        """Work on the vault `root`, by `settings`, into the index of `writer`.

        `courtesy` lets searches go first.
        """
        self._root = root
        self._settings = settings
        self._writer = writer
        largest = settings.index.max_bytes
        reader = reading.FileReader(root, settings.chunking, largest)
        self._read = partial(read_batches, reader, courtesy)

    def update(self, listener: IndexListener, cancelled: threading.Event) -> bool:
        """Bring the whole index up to date; False if it was cancelled on the way.

        Raises:
            VaultError: The vault cannot be read.
            StorageError: The index cannot be written.
        """
        scan = scan_vault(self._root, self._settings.index)
        known = self._writer.files()
        signature = reading.signature(self._settings.chunking)
        anew = self._writer.meta(SIGNATURE) != signature
        self._writer.replace_skipped(scan.skipped)
        self._tell_skipped(scan, listener)
        difference = compare(scan.files, known, anew=anew)
        update = Update(difference, known, self._read, self._writer, anew=anew)
        complete = update.apply(listener, cancelled)
        if complete:
            self._writer.set_meta(SIGNATURE, signature)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            self._writer.set_meta(INDEXED_AT, now)
        return complete

    def update_files(self, paths: Iterable[str], listener: IndexListener) -> None:
        """Bring the entries of some files up to date, whatever their size and time.

        For files that a watcher saw change, and that are not ignored.
        """
        known = self._writer.files()
        scan, vanished = Scan(), dict[str, StoredFile]()
        for path in paths:
            if not scan_file(self._root, path, self._settings.index, scan):
                vanished |= {path: known[path]} if path in known else {}
        self._writer.add_skipped(scan.skipped)
        self._tell_skipped(scan, listener)
        difference = Difference(scan.files, 0, vanished)
        update = Update(difference, known, self._read, self._writer)
        update.apply(listener, threading.Event())

    def _tell_skipped(self, scan: Scan, listener: IndexListener) -> None:
        for item in scan.skipped:
            listener(FileSkipped(item.path, item.reason))
