"""Keeps the index equal to the files while they change: edits first, then embedding."""

import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

from ragtui_core.errors import DeletionsRefused, RagtuiError, SettingsError, VaultError
from ragtui_core.indexing.deletion_guard import MANY
from ragtui_core.indexing.events import (
    ChangesSeen,
    FileSkipped,
    IndexEvent,
    IndexListener,
    IndexNotice,
    NoticeKind,
    ScanFinished,
)
from ragtui_core.indexing.file_changes import IDLE_SECONDS, Changes, FileChanges
from ragtui_core.indexing.ignore_rules import RAGTUI_IGNORE, is_ignored
from ragtui_core.indexing.indexer import Indexer
from ragtui_core.settings.loading import VAULT_FILE, config_path
from ragtui_core.settings.schema import Settings

RESCAN_SECONDS = 600.0
"""Between two looks at the whole vault: network drives report no changes made
elsewhere, and a system whose queue is full drops reports."""

RETRY_SECONDS = 2.0
"""Between two looks at a vault that cannot be read."""

REFUSED_SECONDS = 60.0
"""Between two looks at a vault that lost most of its files."""

MANY_CHANGES = 1_000
"""From so many on, looking at the whole vault is quicker and misses nothing."""

SETTLE_SECONDS = 0.3
"""A burst of deletions is over when nothing has come for so long,"""

MOST_SETTLING_SECONDS = 5.0
"""or when it has gone on for so long."""


class Watch:
    """Follows one vault until it is told to stop; nothing in the vault ends it."""

    def __init__(
        self,
        root: Path,
        indexer: Indexer,
        embed: Callable[[Callable[[], bool]], int],
        load_settings: Callable[[], Settings],
        is_accepted: Callable[[], bool],
        listener: IndexListener,
        stop: threading.Event,
    ) -> None:
        """Prepare.

        Args:
            root: The vault, as a real path.
            indexer: Updates the index.
            embed: Embeds what is pending until the function it is given says stop;
                tells how many chunks are left.
            load_settings: Reads the settings again and lets them act elsewhere, too.
            is_accepted: Whether the user has accepted deletions that were refused.
            listener: Told of every step.
            stop: Ends the watch.
        """
        self._root = root
        self._indexer = indexer
        self._embed = embed
        self._load_settings = load_settings
        self._is_accepted = is_accepted
        self._listener = listener
        self._stop = stop
        self._settings_seen = self._settings_state()
        self._next_look = 0.0
        self._noticed: IndexNotice | None = None

    def run(self) -> None:
        """Look at the whole vault, then follow its changes.

        Files may have changed unseen before. Then each edit can be found by keyword
        within half a second, and embedding goes on when nothing else is to be done.
        """
        with FileChanges(self._root, self._stop, self._tell_polling) as changes:
            # They were read before the watch began, and may have changed since.
            self._reload_settings()
            self._update(self._listener)
            left = 1
            while not self._stop.is_set():
                if left:
                    left = self._embed(lambda: self._is_wanted(changes))
                seen = changes.take(0.0 if left else IDLE_SECONDS)
                if self._react(seen, changes):
                    left = 1

    def _is_wanted(self, changes: FileChanges) -> bool:
        """Whether something goes before embedding."""
        return self._stop.is_set() or changes.are_waiting or self._settings_changed

    def _react(self, seen: Changes, changes: FileChanges) -> bool:
        """Do what has to be done now; whether there was anything."""
        has_settings = self._settings_changed
        is_other = has_settings and self._reload_settings()
        if is_other or self._is_accepted():
            self._update(self._listener)
        elif seen:
            self._follow(seen, changes)
        elif time.monotonic() >= self._next_look:
            self._update(self._tell_differences)
        else:
            return has_settings
        return True

    # --- the vault ---

    def _follow(self, seen: Changes, changes: FileChanges) -> None:
        """Update the files that changed, or everything if more than files did."""
        seen = self._settled(seen, changes)
        endings = tuple(
            ending.lower() for ending in self._indexer.settings.index.extensions
        )
        many = seen.everything or len(seen.paths) >= MANY_CHANGES
        if many or any(self._is_structural(path, endings) for path in seen.paths):
            self._update(self._listener)
            return
        wanted = sorted(path for path in seen.paths if self._is_wanted_file(path))
        if wanted:
            self._update_files(wanted)

    def _update_files(self, paths: list[str]) -> None:
        """Update these files; those that are there even if most others are gone."""
        try:
            self._indexer.update_files(paths, self._listener)
        except DeletionsRefused as error:
            self._tell_failure(error)
            there = [path for path in paths if os.path.lexists(self._root / path)]
            if there and there != paths:
                self._update_files(there)
        except VaultError as error:
            self._tell_failure(error)
        else:
            self._listener(ChangesSeen(tuple(paths)))

    def _settled(self, seen: Changes, changes: FileChanges) -> Changes:
        """`seen`, with all that comes after it where many files vanish.

        Taken one by one, the deletions of a whole vault would look harmless.
        """
        latest = time.monotonic() + MOST_SETTLING_SECONDS
        gone = sum(not os.path.lexists(self._root / path) for path in seen.paths)
        while gone >= MANY and time.monotonic() < latest and not self._stop.is_set():
            more = changes.take(SETTLE_SECONDS)
            if not more:
                return Changes(seen.paths, everything=True)
            seen |= more
        return seen

    def _is_wanted_file(self, path: str) -> bool:
        settings = self._indexer.settings.index
        endings = tuple(ending.lower() for ending in settings.extensions)
        return path.lower().endswith(endings) and not is_ignored(
            self._root, path, settings
        )

    def _is_structural(self, path: str, endings: tuple[str, ...]) -> bool:
        """Whether a change at `path` may change which files belong to the vault.

        A folder appeared or went, a link did, or a list of ignored files was edited.
        """
        name = path.rpartition("/")[2]
        if not path or name in {".gitignore", RAGTUI_IGNORE}:
            return True
        target = self._root / path
        if self._indexer.is_linked(path):
            return True
        if any(part.startswith(".") for part in path.split("/")):
            return False
        # A name that is not valid Unicode is reported with a mark in place of it.
        if "\ufffd" in path:
            return True
        try:
            mode = target.lstat().st_mode
        except OSError:
            return self._indexer.held_more_than_file(path)
        return stat.S_ISLNK(mode) or stat.S_ISDIR(mode)

    def _update(self, listener: IndexListener) -> None:
        """Look at the whole vault; what keeps it from being indexed is told once."""
        self._next_look = time.monotonic() + RESCAN_SECONDS
        try:
            self._indexer.update(listener, self._stop)
        except (DeletionsRefused, VaultError) as error:
            self._tell_failure(error)
        else:
            self._noticed = None

    def _tell_failure(self, error: RagtuiError) -> None:
        refused = isinstance(error, DeletionsRefused)
        wait = REFUSED_SECONDS if refused else RETRY_SECONDS
        self._next_look = time.monotonic() + wait
        kind = NoticeKind.DELETIONS_REFUSED if refused else NoticeKind.VAULT_UNREADABLE
        notice = IndexNotice(kind, str(error))
        if notice != self._noticed:
            self._noticed = notice
            self._listener(notice)

    def _tell_differences(self, event: IndexEvent) -> None:
        """Pass on what a look without a reason found, if it found something."""
        if isinstance(event, FileSkipped):
            return
        if isinstance(event, ScanFinished) and not (
            event.added or event.changed or event.renamed or event.deleted
        ):
            return
        self._listener(event)

    def _tell_polling(self, message: str) -> None:
        self._listener(IndexNotice(NoticeKind.POLLING, message))

    # --- settings ---

    @property
    def _settings_changed(self) -> bool:
        return self._settings_state() != self._settings_seen

    def _settings_state(self) -> list[tuple[int, ...]]:
        """Size, times and number of each settings file; empty where there is none."""
        return [_state(self._root / VAULT_FILE), _state(config_path())]

    def _reload_settings(self) -> bool:
        """Use the settings as they are now, if they are valid.

        Returns:
            Whether other files belong to the index now, or other chunks.
        """
        self._settings_seen = self._settings_state()
        try:
            settings = self._load_settings()
        except SettingsError as error:
            message = f"{error}; the settings before hold meanwhile"
            self._listener(IndexNotice(NoticeKind.SETTINGS_WRONG, message))
            return False
        before = self._indexer.settings
        self._indexer.use(settings)
        return (before.index, before.chunking) != (settings.index, settings.chunking)


def _state(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
