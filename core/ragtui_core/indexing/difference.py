"""The difference between a vault and its index, as changes to write in batches."""

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ragtui_core.index_state import IndexState, IndexStateName
from ragtui_core.indexing.events import ScanFinished
from ragtui_core.indexing.file_reader import FileReading, FileRequest, Outcome
from ragtui_core.indexing.mail_reader import MailReading
from ragtui_core.indexing.scanner import Scan
from ragtui_core.store.records import (
    DocumentRecord,
    FileState,
    IndexChange,
    StoredFile,
)
from ragtui_core.types import Skipped

RACY_NS = 2_000_000_000
"""A file changed within this time before it was last read is compared by content:
a further change within one tick of a coarse file-system clock (2 s for FAT) keeps its
time. After a clock is set back, this applies to all files until it has caught up."""


@dataclass(slots=True)
class _MailFiles:
    """What was read of files of mails so far: a mailbox has many results."""

    mails: int = 0
    """Mails of mailboxes that were read."""
    gone: list[str] = field(default_factory=list)
    """Paths of mails that are no longer in their mailbox."""
    changed: set[str] = field(default_factory=set)
    """Files with a mail that is new, gone or cannot be read."""
    failed: set[str] = field(default_factory=set)
    """Files that have to be read again."""
    shares: dict[str, float] = field(default_factory=dict)
    """How much of each mailbox that is not complete: 0.5 for half of one."""

    def add(self, file: FileState, reading: MailReading) -> None:
        """Take in a result."""
        path = file.path
        self.gone += reading.gone
        if reading.mails or reading.gone or reading.skipped:
            self.changed.add(path)
        if reading.has_failed:
            self.failed.add(path)
        if reading.is_last:
            self.shares.pop(path, None)
        elif reading.mails:
            self.mails += len(reading.mails)
            ends = (
                mail.location.start + mail.location.length for mail in reading.mails
            )
            share = min(max(ends) / file.size, 1.0)
            self.shares[path] = max(self.shares.get(path, 0.0), share)


class Difference:
    """Files to read, and documents to remove.

    `change` turns the result of reading a batch of files into a change of the index.
    Deletions come last, so that after an interrupted run a moved file is indexed under
    its old path or its new one.
    """

    def __init__(
        self,
        candidates: Sequence[FileState],
        known: Mapping[str, StoredFile],
        vanished: Mapping[str, StoredFile],
        *,
        unchanged: int = 0,
        again: Collection[str] = (),
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
            again: Files to write again even if their content is unchanged.
            skipped: Files that cannot be indexed, written with the last change.
            seen: Paths that may have been skipped before, but are not now.
        """
        self.candidates = candidates
        self.vanished = dict(vanished)
        """The indexed files that are gone; files that turn out to be moved leave it."""
        self._known = known
        self._unchanged = unchanged
        self._again = again
        self._skipped = skipped
        self._seen = set(seen)
        self._checked_ns = time.time_ns()
        self._counts = Counter[str]()
        """How many files were added, changed, renamed, touched or deleted."""
        self._unread = len(candidates)
        self._mails = _MailFiles()
        self._moved_from: dict[bytes, list[str]] = defaultdict(list)
        for path, stored in vanished.items():
            if not stored.has_mails:
                self._moved_from[stored.hash].append(path)

    @property
    def new(self) -> list[FileState]:
        """The candidates that are not indexed."""
        return [file for file in self.candidates if file.path not in self._known]

    def progress(self, state: IndexStateName) -> IndexState:
        """The progress so far, by the files that `change` was given."""
        total, mails = len(self.candidates), self._mails
        done = total - self._unread
        part = sum(mails.shares.values())
        return IndexState(state, done, total, mails=mails.mails, part=part)

    def stored(self, path: str) -> StoredFile | None:
        """What is indexed of a file."""
        return self._known.get(path)

    def requests(self) -> list[FileRequest]:
        """The candidates with their indexed hashes, for reading."""
        hashes = {
            path: stored.hash
            for path, stored in self._known.items()
            if path not in self._again
        }
        return [FileRequest(file, hashes.get(file.path)) for file in self.candidates]

    def change(
        self, files: Sequence[FileState], readings: Sequence[FileReading]
    ) -> IndexChange:
        """The change for some candidates; removals come with the last one."""
        records = [
            reading for reading in readings if isinstance(reading, DocumentRecord)
        ]
        skipped = [reading for reading in readings if isinstance(reading, Skipped)]
        results = list(zip(files, readings, strict=True))
        read = [
            (file, reading)
            for file, reading in results
            if isinstance(reading, MailReading)
        ]
        for file, mails in read:
            self._mails.add(file, mails)
            skipped += mails.skipped
        states = [
            mails.state
            for file, mails in read
            if mails.state and not (mails.is_last and file.path in self._mails.failed)
        ]
        finished = [file.path for file, mails in read if mails.is_last]
        self._count_mail_files(finished, {state.file.path for state in states})
        self._seen.difference_update(item.path for item in skipped)
        removed = [file.path for file, reading in results if reading is Outcome.GONE]
        touched = [file for file, reading in results if reading is Outcome.SAME]
        moved_from = self._former_paths(records)
        self._unread -= len(results) - len(read) + len(finished)
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
            mails=[mail for _, mails in read for mail in mails.mails],
            mail_files=states,
            moved_mails=[mail for _, mails in read for mail in mails.moved],
            removed_mails=() if self._unread else self._mails.gone,
        )

    def _count_mail_files(self, paths: Collection[str], read: Collection[str]) -> None:
        changed = self._mails.changed
        for path in paths:
            if path not in self._known:
                self._counts["added"] += path in read
            else:
                self._counts["changed" if path in changed else "touched"] += 1

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
    scan: Scan,
    known: Mapping[str, StoredFile],
    *,
    again: Collection[str] = (),
    reported: Collection[str] | None = None,
) -> Difference:
    """Compare scanned files with stored ones by size, times and file number.

    Args:
        scan: The files of the vault, or those of `reported` that are there.
        known: The indexed files, or those of `reported`.
        again: Files to write again even if their content is unchanged.
        reported: Files that were reported as changed, so all that are there are read.
    """
    candidates = [
        file
        for file in scan.files
        if reported is not None or file.path in again or not _is_unchanged(file, known)
    ]
    # Newest first: users search most for what they wrote last.
    candidates.sort(key=lambda file: -file.mtime_ns)
    present = {file.path for file in scan.files}
    return Difference(
        candidates,
        known,
        {path: file for path, file in known.items() if path not in present},
        unchanged=len(scan.files) - len(candidates),
        again=again,
        skipped=() if reported is None else scan.skipped,
        seen=reported or (),
    )


def _is_unchanged(file: FileState, known: Mapping[str, StoredFile]) -> bool:
    stored = known.get(file.path)
    return (
        stored is not None
        and stored.has_state(file)
        and stored.checked_ns - stored.changed_ns > RACY_NS
    )
