"""The audit log: what was asked and answered, on this machine alone.

One JSON line an exchange, in a file a month (docs/audit-log.md), for all vaults. Only
the user can read the files (mode 0600), and all of them together stay under
64 megabytes (millions of bytes).
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ragtui_core.answer_events import Sent
from ragtui_core.citations.citation import Verdict
from ragtui_core.errors import StorageError
from ragtui_core.files.append_only import append_lines, exclusive, json_line
from ragtui_core.files.private_files import open_private
from ragtui_core.history.json_records import as_json
from ragtui_core.plugins import PluginGroup, find_plugin
from ragtui_core.search.options import utc_today
from ragtui_core.settings.schema import LogSettings
from ragtui_core.types import Span

if TYPE_CHECKING:
    from ragtui_core.history.statistics import Statistics

FOLDER = "log"
"""Within the data directory."""

KEPT_RATIO = 0.9
"""Ratio of the limit to keep: not every new line is to rewrite the month's file."""

_FILE_NAME = re.compile(r"\d{4}-\d{2}\.jsonl")

_HINT = (
    "fix that, set another folder with RAGTUI_DATA_DIR, or turn the log off with "
    "`log.answers = false`"
)


@dataclass(frozen=True, slots=True)
class LoggedSource:
    """A source of the answer."""

    path: str
    score: float
    sent: Sent


@dataclass(frozen=True, slots=True)
class LoggedCitation:
    """A quotation without its words; `span` counts characters of the file as it was."""

    number: int
    path: str
    span: Span
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeRecord:
    """A question and its answer, complete or not, as far as known; keys of the line."""

    kind: ClassVar[str] = "ask"
    time: datetime
    """When it was asked, with a time zone."""
    vault: str
    """The folder's real path."""
    chat: str = ""
    question: str
    """The text that the user wrote."""
    queries: tuple[str, ...]
    """What was searched for, after any rewriting of the question."""
    steps: tuple[str, ...] = ()
    """The calls of a model that searched by itself, with their outcomes."""
    sources: tuple[LoggedSource, ...] = ()
    answer: str = ""
    citations: tuple[LoggedCitation, ...] = ()
    confidence: str = ""
    provider: str = ""
    model: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Tokens by the names that the provider gives them."""
    latency_ms: int
    """Until the last event."""
    first_event_ms: int | None
    """Until the first event; None if there was none."""
    error: str = ""
    """A kind of AnswerError, another error's name, or `CANCELLED`."""
    front_end: str = ""
    """Where it was asked: `command`, `app`, `editor`, `telegram`, ..."""


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

    def write(self, record: ExchangeRecord) -> None:
        """Add `record` to its month's file, unless the settings do not want it.

        Oldest lines are removed if the log has reached its limit.

        Raises:
            StorageError: The disk is full, the folder not writable, or the record
                alone larger than the whole log may be. No part of it is written.
        """
        if not self._settings.answers:
            return
        # A path need not be Unicode; a lone surrogate would make the line unreadable.
        line = json_line({"kind": record.kind} | as_json(record), errors="replace")
        limit = int(self._settings.max_mb * 1e6)
        if len(line) > limit:
            raise StorageError(
                f"a record of {len(line) / 1e6:.1f} MB is larger than the whole audit "
                f"log may be ({self._settings.max_mb:g} MB)"
            )
        file = self.directory / f"{record.time.astimezone(UTC):%Y-%m}.jsonl"
        with exclusive(self.directory / "log.lock", "the audit log", _HINT):
            # One byte more may be needed to close an unfinished line.
            remove_oldest(file, len(line) + 1, limit)
            append_lines(file, line)

    def statistics(
        self, vault: Path | None = None, *, days: int | None = None
    ) -> "Statistics":
        """A summary of the logged questions.

        Raises:
            StorageError: The log cannot be read.
            PluginError: No extension counts.
        """
        files = month_files(self.directory)
        count = find_plugin(PluginGroup.STATISTICS, "questions").load()
        counted: Statistics = count(files, vault, days=days, today=self._today())
        return counted


def month_files(directory: Path) -> list[Path]:
    """The monthly files, oldest first; none if there is no such folder."""
    files = directory.iterdir() if directory.is_dir() else ()
    return sorted(file for file in files if _FILE_NAME.fullmatch(file.name))


def remove_oldest(current: Path, needed: int, limit: int) -> None:
    """Remove the oldest lines until `needed` more bytes fit under `limit`.

    Whole months are removed first, then lines of `current`, the file to append to.
    The caller holds the lock.

    Raises:
        OSError: A file cannot be removed or rewritten.
    """
    sizes = {file: file.stat().st_size for file in month_files(current.parent)}
    total = sum(sizes.values())
    for file, size in sizes.items():
        if total + needed <= limit:
            return
        if file != current:
            file.unlink()
            total -= size
    if total + needed > limit and current in sizes:
        _keep_newest(current, max(0, int(limit * KEPT_RATIO) - needed))


def _keep_newest(file: Path, limit: int) -> None:
    """Rewrite `file` with as many of its last lines as fit into `limit` bytes."""
    data = file.read_bytes()
    start = max(0, len(data) - limit)
    if start and data[start - 1 : start] != b"\n":
        start = data.find(b"\n", start) + 1 or len(data)
    # After a crash this file is overwritten.
    kept = file.with_suffix(".part")
    with open(kept, "wb", opener=open_private) as out:
        out.write(data[start:])
        out.flush()
        os.fsync(out.fileno())
    kept.replace(file)
