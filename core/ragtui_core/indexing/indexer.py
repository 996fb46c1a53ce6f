"""The first phase of indexing: brings the index up to date, for keyword search."""

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
from ragtui_core.store.facts import INDEXED_AT, MISSING, SIGNATURE
from ragtui_core.store.protocols import Writer
from ragtui_core.store.records import FileState


class Indexer:
    """Compares one vault with its index and writes the difference."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        writer: Writer,
        priority: SearchPriority,
        take_acceptance: Callable[[], bool],
    ) -> None:
        """Index the vault `root` by `settings` with `writer`.

        `priority` yields to searches. `take_acceptance` returns, once, whether the
        user accepts the deletion of most of the vault's documents.
        """
        self._root = root
        self._writer = writer
        self._priority = priority
        self._take_acceptance = take_acceptance
        self._links: dict[str, str] = {}
        self.use(settings)

    def use(self, settings: Settings) -> None:
        """Use other settings from the next update on."""
        self.settings = settings
        """The settings in use: files, chunks, model."""
        max_bytes = settings.index.max_bytes
        reader = file_reader.FileReader(self._root, settings.chunking, max_bytes)
        self._read = partial(read_batches, reader, self._priority)

    def update(self, listener: IndexListener, cancelled: threading.Event) -> bool:
        """Bring the whole index up to date; False if it was cancelled.

        Raises:
            VaultError: The vault cannot be read.
            DeletionsRefused: Most of the vault's files are gone; nothing was written.
            StorageError: The index cannot be written.
        """
        folder = folder_identity(self._root)
        scan = scan_vault(self._root, self.settings.index)
        self._links = scan.links
        known = self._writer.files()
        signature = file_reader.signature(self.settings.chunking)
        force = self._writer.meta(SIGNATURE) != signature
        difference = compare(scan.files, known, force=force)
        new = [file for file in difference.candidates if file.path not in known]
        self._refuse_doubtful(difference, len(known), new)
        # While documents of two signatures are mixed, the index has none: if the
        # settings were changed back after an interruption, it would look up to date.
        facts = {SIGNATURE: "" if known else signature} if force else {}
        self._writer.replace_skipped(scan.skipped, facts)
        self._report_skipped(scan, listener)
        update = Update(difference, known, self._read, self._writer, force=force)
        check = partial(check_same_folder, self._root, folder)
        complete = update.apply(listener, cancelled, check)
        if complete:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            facts = {SIGNATURE: signature, INDEXED_AT: now, MISSING: ""}
            self._writer.set_facts(facts)
        return complete

    def update_files(self, paths: Collection[str], listener: IndexListener) -> None:
        """Bring the entries of some files up to date, whatever their size and time.

        For changed files reported by a watcher that are not ignored.

        Raises:
            VaultError: The vault itself is missing.
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
        self._report_skipped(scan, listener)
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
        """Whether `path` was a symbolic link at the last update, or a target of one."""
        return path in self._links or path in self._links.values()

    def may_affect_other_files(self, path: str) -> bool:
        """Whether the removal of `path` may affect other files.

        It may be a folder with indexed files, or part of a symbolic link's target.
        """
        return self._writer.holds_below(path) or (
            bool(self._links) and not self._writer.files([path])
        )

    def _refuse_doubtful(
        self, difference: Difference, documents: int, new: Collection[FileState]
    ) -> None:
        """Raise if most documents are lost, unless the user has accepted it."""
        vanished = difference.vanished
        accepted = self._take_acceptance()
        # An exact count accesses every vanished file.
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

    def _report_skipped(self, scan: Scan, listener: IndexListener) -> None:
        for item in scan.skipped:
            listener(FileSkipped(item.path, item.reason))
