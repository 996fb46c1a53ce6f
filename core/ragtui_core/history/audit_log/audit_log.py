"""Writes the audit log: a file a month, one line a record, safe among processes.

A file lock, which the system frees when a process dies, is held for each line. Only
the user can read the files (mode 0600), and all of them together stay under
`log.max_mb` megabytes (millions of bytes).
"""

import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ragtui_core.errors import StorageError
from ragtui_core.files.private_files import (
    FILE_MODE,
    open_private,
    private_directory,
)
from ragtui_core.history.audit_log.log_records import ExchangeRecord, Record
from ragtui_core.history.audit_log.monthly_files import (
    month_file,
    month_files,
    remove_oldest,
)
from ragtui_core.search.clock import utc_today
from ragtui_core.settings.schema import LogSettings

if TYPE_CHECKING:
    from ragtui_core.history.audit_log.statistics_types import Statistics

FOLDER = "log"
"""Within the data directory."""

_LOCK = "log.lock"
_LOCK_SECONDS = 10.0
"""A write takes milliseconds; a process that holds the lock for longer has hung."""

_POLL_SECONDS = 0.005


class AuditLog:
    """The audit log of all vaults. Any thread of any process may write to it."""

    def __init__(
        self,
        directory: Path,
        settings: LogSettings,
        today: Callable[[], date] = utc_today,
    ) -> None:
        """Nothing is made or opened before the first record; days end with `today`."""
        self.directory = directory
        """The folder of the monthly files; it may not exist yet."""
        self._settings = settings
        self._today = today

    def is_empty(self) -> bool:
        """Whether nothing was ever written, or all of it was removed."""
        return not month_files(self.directory)

    def keeps(self, kind: type[Record]) -> bool:
        """Whether the settings want records of this kind."""
        wanted = self._settings
        return wanted.answers if kind is ExchangeRecord else wanted.searches

    def write(self, record: Record) -> None:
        """Add `record` to its month's file, unless the settings do not want its kind.

        Oldest lines are removed if the log has reached its limit.

        Raises:
            StorageError: The disk is full, the folder not writable, or the record
                alone larger than the whole log may be. No part of it is written.
        """
        if not self.keeps(type(record)):
            return
        line = _line_of(record)
        limit = int(self._settings.max_mb * 1e6)
        if len(line) > limit:
            raise StorageError(
                f"a record of {len(line) / 1e6:.1f} MB is more than the whole audit "
                f"log may hold: raise `log.max_mb` ({self._settings.max_mb:g})"
            )
        file = month_file(self.directory, record.time.astimezone(UTC))
        try:
            with self._locked():
                # One byte more may be needed to close an unfinished line.
                remove_oldest(self.directory, file, len(line) + 1, limit)
                _append(file, line)
        except OSError as error:
            raise self._unwritable(error.strerror or str(error)) from error

    def statistics(
        self, vault: Path | None = None, *, days: int | None = None
    ) -> "Statistics":
        """A summary of the logged questions.

        Args:
            vault: The real path of the vault to include; None includes all.
            days: Number of days to include, with today; None includes all.

        Raises:
            StorageError: The log cannot be read.
        """
        from ragtui_core.history.audit_log.statistics import statistics

        only = str(vault) if vault else None
        return statistics(self.directory, vault=only, days=days, today=self._today())

    @contextmanager
    def _locked(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        private_directory(self.directory)
        lock = FileLock(self.directory / _LOCK, mode=FILE_MODE)
        try:
            lock.acquire(timeout=_LOCK_SECONDS, poll_interval=_POLL_SECONDS)
        except Timeout as error:
            raise self._unwritable("another ragtui process holds the lock") from error
        try:
            yield
        finally:
            lock.release()

    def _unwritable(self, reason: str) -> StorageError:
        return StorageError(
            f"the audit log in {self.directory} cannot be written ({reason}): fix "
            "that, set another folder with RAGTUI_DATA_DIR, or turn the log off with "
            "`log.answers = false`"
        )


def _line_of(record: Record) -> bytes:
    text = json.dumps(record.as_json(), ensure_ascii=False, separators=(",", ":"))
    # A path need not be Unicode; a lone surrogate would make the line unreadable.
    return text.encode("utf-8", "replace") + b"\n"


def _append(path: Path, line: bytes) -> None:
    """Add `line` with one write; a full disk leaves nothing of it behind."""
    with open(path, "ab+", buffering=0, opener=open_private) as file:
        size = file.seek(0, os.SEEK_END)
        if not _ends_a_line(file, size):
            line = b"\n" + line
        if file.write(line) < len(line):
            file.truncate(size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _ends_a_line(file: BinaryIO, size: int) -> bool:
    if not size:
        return True
    file.seek(size - 1)
    return file.read(1) == b"\n"
