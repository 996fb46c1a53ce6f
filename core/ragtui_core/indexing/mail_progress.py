"""How far the files of mails of an update are read: a mailbox has many results."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ragtui_core.indexing.mail_reader import MailReading
from ragtui_core.store.records import (
    FileState,
    MailFileRecord,
    MailLocation,
    MailRecord,
)
from ragtui_core.types import Skipped


class MailFileProgress:
    """How much of a file of mails has been read."""

    def __init__(self) -> None:
        self._left = 0
        self._is_listed = False
        self._has_failed = False
        self._state: MailFileRecord | None = None
        self.has_changed = False
        """Whether a mail is new, gone or cannot be read."""

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
class MailChanges:
    """The mails of a batch, and by path the files whose last mail was read."""

    mails: list[MailRecord] = field(default_factory=list)
    states: list[MailFileRecord] = field(default_factory=list)
    moved: list[MailLocation] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    finished: dict[str, MailFileProgress] = field(default_factory=dict)


class MailProgress:
    """How much of all files of mails has been read."""

    def __init__(self) -> None:
        self.mails = 0
        """Mails of mailboxes that were read."""
        self.gone: list[str] = []
        """Paths of mails that are no longer in their mailbox."""
        self._files: dict[str, MailFileProgress] = defaultdict(MailFileProgress)
        self._shares: dict[str, float] = {}

    @property
    def share(self) -> float:
        """How much of mailboxes that are not complete: 0.5 for half of one."""
        return sum(self._shares.values())

    def changes(self, results: Iterable[tuple[FileState, MailReading]]) -> MailChanges:
        """What to write for some results."""
        mail_changes = MailChanges()
        for file, reading in results:
            mail_changes.mails += reading.mails
            mail_changes.moved += reading.moved
            mail_changes.skipped += reading.skipped
            self.gone += reading.gone
            progress = self._files[file.path]
            progress.add(reading)
            self._advance(file, reading)
            if not reading.is_last and reading.state:
                mail_changes.states.append(reading.state)
            if progress.is_complete:
                mail_changes.finished[file.path] = progress
                self._shares.pop(file.path, None)
                if progress.state:
                    mail_changes.states.append(progress.state)
        return mail_changes

    def _advance(self, file: FileState, reading: MailReading) -> None:
        """Count the mails that were read of a part of a mailbox."""
        if reading.is_last or not reading.mails:
            return
        self.mails += len(reading.mails)
        end = max(mail.location.start + mail.location.length for mail in reading.mails)
        share = min(end / file.size, 1.0) if file.size else 0.0
        self._shares[file.path] = max(self._shares.get(file.path, 0.0), share)
