"""The first phase of indexing: makes the index equal to the files, for keywords."""

import threading
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ragtui_core.errors import DeletionsRefused
from ragtui_core.indexing import deletion_guard, file_reader
from ragtui_core.indexing.difference import Difference, compare
from ragtui_core.indexing.events import FileSkipped, IndexListener
from ragtui_core.indexing.parallel_reader import read_batches
from ragtui_core.indexing.scanner import (
    Scan,
    check_same_folder,
    folder_identity,
    scan_file,
    scan_vault,
)
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.indexing.update import Update
from ragtui_core.settings.schema import Settings
from ragtui_core.store.records import FileState
from ragtui_core.store.sqlite.meta_rows import INDEXED_AT, MISSING, SIGNATURE
from ragtui_core.store.sqlite.writer import Writer


class Indexer:
    """Compares one vault with its index and writes the difference."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        writer: Writer,
        courtesy: SearchPriority,
        take_acceptance: Callable[[], bool],
    ) -> None:
        """Work on the vault `root`, by `settings`, into the index of `writer`.

        `courtesy` lets searches go first. `take_acceptance` tells once whether the
        user accepts that most of the vault's documents go.
        """
        self._root = root
        self._writer = writer
        self._courtesy = courtesy
        self._take_acceptance = take_acceptance
        self._links: dict[str, str] = {}
        self.use(settings)

    def use(self, settings: Settings) -> None:
        """Work by other settings from the next update on."""
        self.settings = settings
        """Which files, which chunks, which model."""
        largest = settings.index.max_bytes
        reader = file_reader.FileReader(self._root, settings.chunking, largest)
        self._read = partial(read_batches, reader, self._courtesy)

    def update(self, listener: IndexListener, cancelled: threading.Event) -> bool:
        """Bring the whole index up to date; False if it was cancelled on the way.

        Raises:
            VaultError: The vault cannot be read.
            DeletionsRefused: Most of the vault's files are gone; nothing was changed.
            StorageError: The index cannot be written.
        """
        folder = folder_identity(self._root)
        scan = scan_vault(self._root, self.settings.index)
        self._links = scan.links
        known = self._writer.files()
        signature = file_reader.signature(self.settings.chunking)
        anew = self._writer.meta(SIGNATURE) != signature
        difference = compare(scan.files, known, anew=anew)
        new = [file for file in difference.candidates if file.path not in known]
        self._refuse_doubtful(difference, len(known), new)
        # While documents of two signatures are mixed the index has none: were the
        # settings changed back after an interruption, nothing would be written again.
        facts = {SIGNATURE: "" if known else signature} if anew else {}
        self._writer.replace_skipped(scan.skipped, facts)
        self._tell_skipped(scan, listener)
        update = Update(difference, known, self._read, self._writer, anew=anew)
        check = partial(check_same_folder, self._root, folder)
        complete = update.apply(listener, cancelled, check)
        if complete:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            facts = {SIGNATURE: signature, INDEXED_AT: now, MISSING: ""}
            self._writer.set_facts(facts)
        return complete

    def update_files(self, paths: Collection[str], listener: IndexListener) -> None:
        """Bring the entries of some files up to date, whatever their size and time.

        For files that a watcher saw change, and that are not ignored.

        Raises:
            VaultError: The vault itself is gone.
            DeletionsRefused: Most of the vault's files are among those that are gone.
        """
        folder = folder_identity(self._root)
        known = self._writer.files(paths)
        scan = Scan()
        gone = {
            path
            for path in paths
            if not scan_file(self._root, path, self.settings.index, scan)
        }
        check_same_folder(self._root, folder)
        vanished = {path: known[path] for path in gone if path in known}
        difference = Difference(scan.files, 0, vanished)
        new = [file for file in scan.files if file.path not in known]
        if vanished:
            self._refuse_doubtful(difference, self._writer.count_documents(), new)
        self._tell_skipped(scan, listener)
        update = Update(
            difference,
            known,
            self._read,
            self._writer,
            skipped=scan.skipped,
            seen=paths,
        )
        check = partial(check_same_folder, self._root, folder)
        update.apply(listener, threading.Event(), check)

    def is_linked(self, path: str) -> bool:
        """Whether `path` was a symbolic link at the last update, or one led to it."""
        return path in self._links or path in self._links.values()

    def held_more_than_file(self, path: str) -> bool:
        """Whether more than a file may have gone with `path`, which is gone.

        A folder whose files are indexed, or what a symbolic link led through.
        """
        return self._writer.holds_below(path) or (
            bool(self._links) and not self._writer.files([path])
        )

    def _refuse_doubtful(
        self, difference: Difference, documents: int, new: Collection[FileState]
    ) -> None:
        """Raise if most documents are lost, unless the user accepts it."""
        vanished = difference.vanished
        accepted = self._take_acceptance()
        # Looking closer costs a look at every file.
        if accepted or not deletion_guard.is_doubtful(
            len(vanished), documents, len(new)
        ):
            return
        lost = deletion_guard.lost_files(self._root, vanished, new)
        if deletion_guard.is_doubtful(lost, documents, len(new)):
            self._writer.set_meta(MISSING, str(lost))
            raise DeletionsRefused(
                deletion_guard.explanation(self._root, lost, documents)
            )

    def _tell_skipped(self, scan: Scan, listener: IndexListener) -> None:
        for item in scan.skipped:
            listener(FileSkipped(item.path, item.reason))
