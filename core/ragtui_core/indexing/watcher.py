"""Keeps the index up to date while files change: edits first, then embedding."""

import os
import stat
import threading
import time
from collections.abc import Callable

from ragtui_core.documents.loader import Loaders
from ragtui_core.errors import DeletionsRefused, ModelError, RagtuiError, VaultError
from ragtui_core.index_state import state_of_error
from ragtui_core.indexing.deletion_guard import MIN_LOST
from ragtui_core.indexing.events import (
    ChangesSeen,
    FileSkipped,
    IndexEvent,
    IndexListener,
    IndexNotice,
    IndexNoticeKind,
    ScanFinished,
)
from ragtui_core.indexing.file_changes import QUIET_IDLE_SECONDS, Changes, FileChanges
from ragtui_core.indexing.ignore_rules import RAGTUI_IGNORE, is_ignored
from ragtui_core.indexing.indexer import Indexer
from ragtui_core.indexing.scanner import is_taken
from ragtui_core.indexing.settings_edits import SettingsEdits

RESCAN_SECONDS = 600.0
"""Interval of full scans: network drives do not report changes made
elsewhere, and reports are dropped when the system's queue is full."""

RETRY_SECONDS = 2.0
"""Interval of scans of a vault that cannot be read."""

REFUSED_SECONDS = 60.0
"""Interval of scans of a vault that lost most of its files."""

EMBEDDING_RETRY_SECONDS = 5.0
"""First interval of attempts to use an embedding model that failed; each further one
is twice as long."""

MAX_EMBEDDING_RETRY_SECONDS = 300.0
"""Longest interval of attempts to use an embedding model that failed."""

MANY_CHANGES = 1_000
"""From this many changes, a full scan is faster and complete."""

SETTLE_SECONDS = 0.3
"""A burst of deletions has ended after this time without changes."""

MAX_SETTLE_SECONDS = 5.0
"""A burst of deletions has ended after this time in total."""

INDEX_GONE = "The index was deleted or replaced meanwhile: a new one is made."


class Watcher:
    """Follows one vault until it is stopped; errors in the vault do not end it."""

    def __init__(
        self,
        indexer: Indexer,
        settings: SettingsEdits,
        listener: IndexListener,
        stop: threading.Event,
    ) -> None:
        self._root = indexer.root
        self._indexer = indexer
        self._settings = settings
        self._listener = listener
        self._stop = stop
        self._next_scan = 0.0
        self._next_embedding = 0.0
        self._embedding_wait = 0.0
        self._last_notice: IndexNotice | None = None

    def run(self) -> None:
        """Scan the whole vault, then follow its changes until the stop.

        After the scan each edit is searchable by keyword within half a second, and
        embedding continues when there is nothing else. The run also ends, after a
        notice, when the index is deleted or replaced by another one.
        """
        with FileChanges(self._root, self._stop, self._report_polling) as changes:
            # They were read before the watch began, and may have changed since.
            self._reload_settings()
            self._update(self._listener)
            remaining = 1
            while not (self._stop.is_set() or self._indexer.is_detached):
                is_due = remaining > 0 and time.monotonic() >= self._next_embedding
                if is_due:
                    remaining = self._embed(changes)
                    is_due = remaining > 0 and not self._embedding_wait
                seen = changes.take(0.0 if is_due else QUIET_IDLE_SECONDS)
                if self._react(seen, changes):
                    remaining = 1
        if self._indexer.is_detached and not self._stop.is_set():
            self._notify(IndexNotice(IndexNoticeKind.INDEX_GONE, INDEX_GONE))

    def _embed(self, changes: FileChanges) -> int:
        """Embed until there is something else to do; how many chunks remain.

        If the model fails, it is tried again later: files are followed meanwhile.
        """

        def must_yield() -> bool:
            is_edited = changes.are_waiting or self._settings.are_waiting
            is_ending = self._stop.is_set() or self._indexer.is_detached
            return is_edited or is_ending

        try:
            remaining = self._indexer.embed(self._listener, must_yield)
            if not (remaining or must_yield()):
                remaining = self._recognize(must_yield)
        except ModelError as error:
            self._postpone_embedding(error)
            return 1
        if self._embedding_wait:
            self._embedding_wait, self._last_notice = 0.0, None
        return remaining

    def _recognize(self, must_yield: Callable[[], bool]) -> int:
        """Recognise waiting pictures; how many files may need vectors now."""
        try:
            return self._indexer.recognize(self._listener, must_yield)
        except (DeletionsRefused, VaultError) as error:
            self._report_failure(error)
            return 0

    def _postpone_embedding(self, error: ModelError) -> None:
        doubled = max(EMBEDDING_RETRY_SECONDS, 2 * self._embedding_wait)
        self._embedding_wait = min(doubled, MAX_EMBEDDING_RETRY_SECONDS)
        self._next_embedding = time.monotonic() + self._embedding_wait
        state = state_of_error(error)
        kind = IndexNoticeKind.EMBEDDING_FAILED
        self._notify(IndexNotice(kind, state.sentence, state.detail))

    def _react(self, seen: Changes, changes: FileChanges) -> bool:
        """Handle what is due now; returns whether there was anything."""
        has_settings = self._settings.are_waiting
        is_other = has_settings and self._reload_settings()
        if is_other or self._indexer.are_deletions_accepted:
            self._update(self._listener)
        elif seen:
            self._follow(seen, changes)
        elif time.monotonic() >= self._next_scan:
            # After a scan that failed, the next one is reported in full.
            ended = self._listener if self._has_file_problem else None
            self._update(ended or self._report_differences)
        else:
            return has_settings
        return True

    # --- the vault ---

    def _follow(self, seen: Changes, changes: FileChanges) -> None:
        """Update the changed files, or everything if more may have changed."""
        seen = self._settled(seen, changes)
        is_bulk = seen.everything or len(seen.paths) >= MANY_CHANGES
        if is_bulk or any(self._is_structural(path) for path in seen.paths):
            self._update(self._listener)
            return
        wanted = sorted(path for path in seen.paths if self._is_indexable(path))
        if wanted:
            self._update_files(wanted)

    def _update_files(self, paths: list[str]) -> None:
        """Update these files; existing ones even if most others are gone."""
        try:
            self._indexer.update_files(paths, self._listener)
        except DeletionsRefused as error:
            self._report_failure(error)
            existing = [path for path in paths if os.path.lexists(self._root / path)]
            if existing and existing != paths:
                self._update_files(existing)
        except VaultError as error:
            self._report_failure(error)
        else:
            self._listener(ChangesSeen(tuple(paths)))

    def _settled(self, seen: Changes, changes: FileChanges) -> Changes:
        """`seen`, with the following changes if many files vanish.

        One by one, the deletions of a whole vault would look harmless.
        """
        latest = time.monotonic() + MAX_SETTLE_SECONDS
        gone = sum(not os.path.lexists(self._root / path) for path in seen.paths)
        while (
            gone >= MIN_LOST and time.monotonic() < latest and not self._stop.is_set()
        ):
            more = changes.take(SETTLE_SECONDS)
            if not more:
                return Changes(seen.paths, everything=True)
            seen |= more
        return seen

    def _is_indexable(self, path: str) -> bool:
        settings = self._indexer.settings.index
        loaders = Loaders.of(settings)
        return is_taken(self._root, path, loaders) and not is_ignored(
            self._root, path, settings
        )

    def _is_structural(self, path: str) -> bool:
        """Whether a change at `path` may change which files belong to the vault.

        A folder or link was added or removed, or an ignore file was edited.
        """
        name = path.rpartition("/")[2]
        if not path or name in {".gitignore", RAGTUI_IGNORE}:
            return True
        target = self._root / path
        if self._indexer.is_linked(path):
            return True
        if any(part.startswith(".") for part in path.split("/")):
            return False
        # A name that is not valid Unicode is reported with replacement characters.
        if "\ufffd" in path:
            return True
        try:
            mode = target.lstat().st_mode
        except OSError:
            return self._indexer.may_affect_other_files(path)
        return stat.S_ISLNK(mode) or stat.S_ISDIR(mode)

    def _update(self, listener: IndexListener) -> None:
        """Scan the whole vault; a failure is reported once."""
        self._next_scan = time.monotonic() + RESCAN_SECONDS
        try:
            self._indexer.update(listener, self._stop)
        except (DeletionsRefused, VaultError) as error:
            self._report_failure(error)
        else:
            self._last_notice = None

    def _report_failure(self, error: RagtuiError) -> None:
        refused = isinstance(error, DeletionsRefused)
        wait = REFUSED_SECONDS if refused else RETRY_SECONDS
        self._next_scan = time.monotonic() + wait
        kind = (
            IndexNoticeKind.DELETIONS_REFUSED
            if refused
            else IndexNoticeKind.VAULT_UNREADABLE
        )
        state = state_of_error(error)
        self._notify(IndexNotice(kind, state.sentence, state.detail))

    @property
    def _has_file_problem(self) -> bool:
        """Whether the last scan could not be completed."""
        last = self._last_notice
        return last is not None and last.kind is not IndexNoticeKind.EMBEDDING_FAILED

    def _notify(self, notice: IndexNotice) -> None:
        """Report a notice, unless it was the last one."""
        if notice != self._last_notice:
            self._last_notice = notice
            self._listener(notice)

    def _report_differences(self, event: IndexEvent) -> None:
        """Report the result of a periodic scan, if it found differences."""
        if isinstance(event, FileSkipped | IndexNotice):
            return
        if isinstance(event, ScanFinished) and not (
            event.added or event.changed or event.renamed or event.deleted
        ):
            return
        self._listener(event)

    def _report_polling(self, message: str) -> None:
        self._listener(IndexNotice(IndexNoticeKind.POLLING, message))

    # --- settings ---

    def _reload_settings(self) -> bool:
        """Use the settings as they are now, if they are valid.

        Returns:
            Whether other files belong to the index now, or other chunks.
        """
        self._next_embedding = 0.0  # The new settings may repair the model: retry now.
        self._settings.read(self._listener)
        before, now = self._indexer.settings, self._settings.settings
        self._indexer.settings = now
        return (before.index, before.chunking) != (now.index, now.chunking)
