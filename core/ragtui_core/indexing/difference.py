"""The difference between a vault and its index, as changes to write in batches."""

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ragtui_core.indexing.events import ReadingProgress, ReadingStage, ScanFinished
from ragtui_core.indexing.file_reader import FileRequest, Outcome, Reading
from ragtui_core.indexing.mail_reader import MailReading
from ragtui_core.store.records import (
    DocumentRecord,
    FileState,
    IndexChange,
    MailFileRecord,
    MailLocation,
    MailRecord,
    StoredFile,
)
from ragtui_core.types import Skipped

RACY_NS = 2_000_000_000
"""A file changed within this time before it was last read is compared by content:
a further change within one tick of a coarse file-system clock (2 s for FAT) keeps its
time. After a clock is set back, this applies to all files until it has caught up."""


class _Mailbox:
    """How much of a file of mails has been read."""

    def __init__(self) -> None:
        self._left = 0
        self._is_listed = False
        self._has_failed = False
        self._state: MailFileRecord | None = None
        self.has_changed = False

    def add(self, reading: MailReading) -> None:
        """Count a result of reading the file."""
        self._has_failed |= reading.has_failed
        if reading.is_last:
            self._is_listed = True
            self._left += reading.ranges
            self._state = reading.state
        elif not reading.state:
            self._left -= 1
        self.has_changed |= bool(reading.mails or reading.gone or reading.skipped)

    @property
    def is_complete(self) -> bool:
        """Whether everything has been read that will be."""
        return self._is_listed and not self._left

    @property
    def state(self) -> MailFileRecord | None:
        """The file's state if all its mails are known, else it has to be read again."""
        return None if self._has_failed else self._state


@dataclass(slots=True)
class _MailChanges:
    """The mails of a batch, and the files whose last mail was read."""

    mails: list[MailRecord] = field(default_factory=list)
    states: list[MailFileRecord] = field(default_factory=list)
    moved: list[MailLocation] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)


class Difference:
    """Files to read, and documents to remove.

    `change` turns the result of reading a batch of files into a change of the index.
    The last one has all deletions: whenever the process ends, a moved file is under
    its old path or under its new one.
    """

    def __init__(
        self,
        candidates: Sequence[FileState],
        known: Mapping[str, StoredFile],
        vanished: Mapping[str, StoredFile],
        *,
        unchanged: int = 0,
        force: bool = False,
        skipped: Sequence[Skipped] = (),
        seen: Collection[str] = (),
    ) -> None:
        """Describe the difference.

        Args:
            candidates: Files that are new or may have changed, so their content is
                read.
            known: The indexed files among `candidates` and `vanished`.
            vanished: Indexed files that were not found.
            unchanged: The number of other files that were found.
            force: Write candidates again even if their content is unchanged.
            skipped: Files that cannot be indexed, written with the last change.
            seen: Paths that may have been skipped before, but are not now.
        """
        self.candidates = candidates
        self.vanished = dict(vanished)
        """The indexed files that are gone; files that turn out to be moved leave it."""
        self._known = known
        self._unchanged = unchanged
        self._force = force
        self._skipped = skipped
        self._seen = set(seen)
        self._checked_ns = time.time_ns()
        self._counts = Counter[str]()
        """How many files were added, changed, renamed, touched or deleted."""
        self._unread = len(candidates)
        self._mailboxes: dict[str, _Mailbox] = defaultdict(_Mailbox)
        self._parts: dict[str, float] = {}
        self._mails = 0
        self._gone_mails: list[str] = []
        self._moved_from: dict[bytes, list[str]] = defaultdict(list)
        for path, stored in vanished.items():
            if not stored.has_mails:
                self._moved_from[stored.hash].append(path)

    @property
    def new(self) -> list[FileState]:
        """The candidates that are not indexed."""
        return [file for file in self.candidates if file.path not in self._known]

    def progress(self, stage: ReadingStage) -> ReadingProgress:
        """How much was given to `change`."""
        total, part = len(self.candidates), sum(self._parts.values())
        return ReadingProgress(total - self._unread, total, self._mails, part, stage)

    def stored(self, path: str) -> StoredFile | None:
        """What is indexed of a file."""
        return self._known.get(path)

    def requests(self) -> list[FileRequest]:
        """The candidates with their indexed hashes, for reading."""
        known = {} if self._force else self._known
        return [
            (file, known[file.path].hash if file.path in known else None)
            for file in self.candidates
        ]

    def change(
        self, files: Sequence[FileState], readings: Sequence[Reading]
    ) -> IndexChange:
        """The change for some candidates; removals come with the last one."""
        records = [
            reading for reading in readings if isinstance(reading, DocumentRecord)
        ]
        skipped = [reading for reading in readings if isinstance(reading, Skipped)]
        results = list(zip(files, readings, strict=True))
        mails = self._mail_changes(results)
        skipped += mails.skipped
        self._seen.difference_update(item.path for item in skipped)
        removed = [file.path for file, each in results if each is Outcome.GONE]
        touched = [file for file, each in results if each is Outcome.SAME]
        moved_from = self._former_paths(records)
        parts = sum(isinstance(reading, MailReading) for reading in readings)
        self._unread -= len(files) - parts + len(mails.finished)
        if not self._unread:
            removed += self.vanished
            skipped += self._skipped
        self._counts["touched"] += len(touched)
        self._counts["deleted"] += sum(path in self._known for path in removed)
        return IndexChange(
            records=records,
            moved_from=moved_from,
            touched=touched,
            removed=removed,
            skipped=skipped,
            seen=() if self._unread else self._seen,
            checked_ns=self._checked_ns,
            mails=mails.mails,
            mail_files=mails.states,
            moved_mails=mails.moved,
            removed_mails=() if self._unread else self._gone_mails,
        )

    def _mail_changes(
        self, results: Sequence[tuple[FileState, Reading]]
    ) -> "_MailChanges":
        """What was read of files of mails; counts those that are complete."""
        found = _MailChanges()
        for file, reading in results:
            if not isinstance(reading, MailReading):
                continue
            found.mails += reading.mails
            found.moved += reading.moved
            found.skipped += reading.skipped
            self._gone_mails += reading.gone
            mailbox = self._mailboxes[file.path]
            mailbox.add(reading)
            self._advance(file, reading)
            if not reading.is_last and reading.state:
                found.states.append(reading.state)
            if mailbox.is_complete:
                found.finished.append(file.path)
                self._parts.pop(file.path, None)
                self._count_file(file.path, mailbox)
                if mailbox.state:
                    found.states.append(mailbox.state)
        return found

    def _advance(self, file: FileState, reading: MailReading) -> None:
        """Count the mails that were read of a part of a mailbox."""
        if reading.is_last or not reading.mails:
            return
        self._mails += len(reading.mails)
        end = max(mail.location.start + mail.location.length for mail in reading.mails)
        share = min(end / file.size, 1.0) if file.size else 0.0
        self._parts[file.path] = max(self._parts.get(file.path, 0.0), share)

    def _count_file(self, path: str, mailbox: "_Mailbox") -> None:
        if path not in self._known:
            self._counts["added"] += bool(mailbox.state)
        elif mailbox.has_changed:
            self._counts["changed"] += 1
        else:
            self._counts["touched"] += 1

    def _former_paths(self, records: Sequence[DocumentRecord]) -> dict[str, str]:
        """The former path of each document that was moved; counts all kinds."""
        moved_from = {}
        for record in records:
            path = record.file.path
            if path in self._known:
                self._counts["changed"] += 1
            elif old := self._take_old_path(record.hash):
                self._counts["renamed"] += 1
                moved_from[path] = old
            else:
                self._counts["added"] += 1
        return moved_from

    def _take_old_path(self, digest: bytes) -> str | None:
        """The former path of a new file with this content, if it was moved."""
        for path in self._moved_from.get(digest, ()):
            if self.vanished.pop(path, None):
                return path
        return None

    def summary(self) -> ScanFinished:
        """The numbers of the changes so far."""
        counts, kinds = self._counts, ("added", "changed", "renamed", "deleted")
        return ScanFinished(
            files=len(self.candidates) + self._unchanged,
            **{kind: counts[kind] for kind in kinds},
            unchanged=self._unchanged + counts["touched"],
        )


def compare(
    files: Sequence[FileState],
    known: Mapping[str, StoredFile],
    *,
    force: bool = False,
) -> Difference:
    """Compare scanned files with stored ones by size, times and file number."""
    candidates = [
        file for file in files if force or not _is_unchanged(file, known.get(file.path))
    ]
    # Newest first: users search most for what they wrote last.
    candidates.sort(key=lambda file: -file.mtime_ns)
    present = {file.path for file in files}
    vanished = {path: file for path, file in known.items() if path not in present}
    unchanged = len(files) - len(candidates)
    return Difference(candidates, known, vanished, unchanged=unchanged, force=force)


def _is_unchanged(file: FileState, stored: StoredFile | None) -> bool:
    return (
        stored is not None
        and stored.has_state(file)
        and stored.checked_ns - stored.changed_ns > RACY_NS
    )
