"""Mails of a vault -> their records in the store.

A mailbox may be large, so it is compared mail by mail: its file is read once for the
hash of each mail, and only mails that are not indexed are extracted, in batches.
"""

import hashlib
import os
import time
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ragtui_core.documents.file_readers import Mail, MailPart, readers
from ragtui_core.documents.loader import Loaders
from ragtui_core.documents.part_paths import mail_name, part_path
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import content_hash, open_vault_file
from ragtui_core.store.records import (
    DocumentRecord,
    FileState,
    MailFileRecord,
    MailLocation,
    MailRecord,
    StoredFile,
    name_of_part,
)
from ragtui_core.types import Document, Skipped

BATCH_MAILS, BATCH_BYTES = 64, 4_000_000
"""Mails of a mailbox that are read together, at most, and bytes that are enough."""


class MailRange(NamedTuple):
    """A request: some mails of a mailbox."""

    file: FileState
    locations: tuple[MailLocation, ...]
    """The mails to read; their keys are not known yet."""


@dataclass(frozen=True, slots=True)
class MailReading:
    """Mails that were read, or the state of a mailbox before or after that.

    `is_last` marks the end of a file: all else of it was read before. `gone` are paths
    of mails that are no longer in their mailbox, `moved` mails at another offset. If
    `has_failed`, the file has to be read again.
    """

    mails: tuple[MailRecord, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    state: MailFileRecord | None = None
    is_last: bool = True
    has_failed: bool = False
    moved: tuple[MailLocation, ...] = ()
    gone: tuple[str, ...] = ()


class MailFile(NamedTuple):
    """A file of one mail whose content was read, but not extracted."""

    file: FileState
    data: bytes
    checked_ns: int


MakeRecord = Callable[[FileState, bytes, int, Document], DocumentRecord]
"""Makes the record of a document: file, hash, time of the check, document."""


class MailReader:
    """Extracts mails and makes their records."""

    def __init__(
        self, root: Path, max_bytes: int, loaders: Loaders, make_record: MakeRecord
    ) -> None:
        """Read mails of at most `max_bytes` bytes in the vault at `root`."""
        self._root = root
        self._max_bytes = max_bytes
        self._loaders = loaders
        self._make_record = make_record

    def read_range(self, request: MailRange) -> MailReading:
        """The mails of a part of a mailbox."""
        file = request.file
        wanted: list[tuple[MailLocation, bytes]] = []
        skipped: list[Skipped] = []
        try:
            with open_vault_file(self._root, file.path) as opened:
                for location in request.locations:
                    if location.length > self._max_bytes:
                        reason = f"it is larger than {self._max_bytes / 1e6:g} MB"
                        skipped.append(Skipped(location.path, reason))
                        continue
                    data = read_range(opened, location)
                    if content_hash(data) != location.hash:
                        return MailReading(is_last=False, has_failed=True)
                    wanted.append((location, data))
        except (FileNotFoundError, UnreadableFile):
            return MailReading(is_last=False, has_failed=True)
        return self._records(file, wanted, skipped, is_last=False)

    def read_files(self, files: Sequence[MailFile]) -> list[MailReading]:
        """The mails that are files of their own."""
        wanted = []
        for file, data, _ in files:
            where = (file.path, file.path, 0, len(data), 1, content_hash(data), "")
            wanted.append((MailLocation(*where), data))
        return [
            self._of_file(mail_file.file, mail_file.checked_ns, *extracted)
            for mail_file, extracted in zip(files, self._extracted(wanted), strict=True)
        ]

    def _of_file(
        self,
        file: FileState,
        checked_ns: int,
        location: MailLocation,
        mail: Mail | UnreadableFile,
    ) -> MailReading:
        if isinstance(mail, UnreadableFile):
            return MailReading(skipped=(Skipped(file.path, str(mail)),))
        state = MailFileRecord(file, checked_ns, location.hash)
        return MailReading(
            (self._record(file, checked_ns, location, mail),), state=state
        )

    def _records(
        self,
        file: FileState,
        wanted: Sequence[tuple[MailLocation, bytes]],
        skipped: list[Skipped],
        *,
        is_last: bool,
    ) -> MailReading:
        checked_ns = time.time_ns()
        mails = []
        for location, mail in self._extracted(wanted):
            if isinstance(mail, UnreadableFile):
                skipped.append(Skipped(location.path, str(mail)))
            else:
                mails.append(self._record(file, checked_ns, location, mail))
        return MailReading(tuple(mails), tuple(skipped), is_last=is_last)

    def _extracted(
        self, wanted: Sequence[tuple[MailLocation, bytes]]
    ) -> list[tuple[MailLocation, Mail | UnreadableFile]]:
        if not wanted:
            return []
        mails = self._loaders.mails(
            [(location.path, data, location.number) for location, data in wanted]
        )
        return [
            (location, mail) for (location, _), mail in zip(wanted, mails, strict=True)
        ]

    def _record(
        self, file: FileState, checked_ns: int, location: MailLocation, mail: Mail
    ) -> MailRecord:
        documents = tuple(
            replace(
                self._make_record(
                    _state(file, part), part.hash, checked_ns, part.document
                ),
                name=name_of_part(part.document.path, location),
                source=file.path,
            )
            for part in mail.parts
        )
        category = documents[0].fields.category
        location = location._replace(key=mail.key, category=category)
        return MailRecord(location, documents, mail.skipped)


def _state(file: FileState, part: MailPart) -> FileState:
    """The state of a part of a file: modified when the mail was sent, if before."""
    sent = part.document.fields.updated
    modified = file.mtime_ns
    if sent:
        moment = datetime.fromisoformat(sent)
        seconds = (moment - datetime(1970, 1, 1, tzinfo=moment.tzinfo)).total_seconds()
        modified = min(modified, int(seconds) * 1_000_000_000)
    return file._replace(
        path=part.document.path, size=len(part.document.text), mtime_ns=modified
    )


def read_range(file: BinaryIO, location: MailLocation) -> bytes:
    """The bytes of a mail."""
    file.seek(location.start)
    return file.read(location.length)


def content_of(
    file: BinaryIO, path: str, location: MailLocation | None = None
) -> MailLocation:
    """The location with the hash of what is there now; by default the whole file."""
    if location is None:
        file.seek(0, os.SEEK_END)
        location = MailLocation(path, path, 0, file.tell(), 1, b"", "")
    return location._replace(hash=content_hash(read_range(file, location)))


def has_content(root: Path, path: str) -> bool:
    """Whether a file begins as a mailbox does."""
    with open_vault_file(root, path) as opened:
        return readers().is_mailbox_content(path, opened)


def locations_in(file: BinaryIO, path: str) -> Iterator[MailLocation]:
    """Every mail, or conversation, of a mailbox, each once."""
    taken, copies = set[str](), set[bytes]()
    for number, entry in enumerate(readers().entries(path, file), 1):
        if entry.is_deleted or entry.hash in copies:
            continue
        name = mail_name(entry.message_id, entry.hash, taken)
        taken.add(name)
        copies.add(entry.hash)
        where = entry.start, entry.length, number, entry.hash
        yield MailLocation(part_path(path, name), path, *where, "")


@dataclass(frozen=True, slots=True)
class KnownMailbox:
    """What the index has of a mailbox: its state, if any, and its mails in order.

    There is no state if some mails, by their paths, are to be read `again`.
    """

    stored: StoredFile | None
    locations: tuple[MailLocation, ...]
    again: Collection[str] = ()


def compare_mailbox(
    root: Path, file: FileState, known: KnownMailbox
) -> Iterator[MailRange | MailReading]:
    """The ranges to read of a mailbox, between readings with its state.

    The whole file is read; mails that are unchanged are not extracted again.
    """
    checked_ns = time.time_ns()
    try:
        with open_vault_file(root, file.path) as opened:
            yield from _compared(opened, file, known, checked_ns)
    except FileNotFoundError:
        yield MailReading(has_failed=True)
    except UnreadableFile as error:
        yield MailReading(skipped=(Skipped(file.path, str(error)),))


def _compared(
    opened: BinaryIO, file: FileState, known: KnownMailbox, checked_ns: int
) -> Iterator[MailRange | MailReading]:
    readers().entries(file.path, opened)  # raises if it is no mailbox
    opened.seek(0)
    digest = _digest(opened)
    if known.stored and digest == known.stored.hash:
        yield MailReading(state=MailFileRecord(file, checked_ns, digest))
        return
    size = opened.tell()
    # Not complete until the last mail is written; removed with its file all the same.
    yield MailReading(
        state=MailFileRecord(file._replace(size=-1), 0, b""), is_last=False
    )
    indexed = {
        location.path: location
        for location in known.locations
        if location.path not in known.again
    }
    moved: list[MailLocation] = []
    seen: set[str] = set()
    changed = _changed(locations_in(opened, file.path), indexed, seen, moved)
    for batch in _batched(changed):
        yield MailRange(file, tuple(batch))
    if os.fstat(opened.fileno()).st_size < size:
        yield MailReading(has_failed=True)
        return
    gone = tuple(
        location.path for location in known.locations if location.path not in seen
    )
    state = MailFileRecord(file._replace(size=size), checked_ns, digest)
    yield MailReading(state=state, moved=tuple(moved), gone=gone)


def _batched(mails: Iterable[MailLocation]) -> Iterator[list[MailLocation]]:
    """Mails in order, in batches that are read together."""
    batch, size = list[MailLocation](), 0
    for mail in mails:
        batch.append(mail)
        size += mail.length
        if len(batch) == BATCH_MAILS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _changed(
    locations: Iterable[MailLocation],
    indexed: Mapping[str, MailLocation],
    seen: set[str],
    moved: list[MailLocation],
) -> Iterator[MailLocation]:
    """The mails to read; adds the paths of all to `seen`, the moved ones to `moved`."""
    for location in locations:
        seen.add(location.path)
        former = indexed.get(location.path)
        if former is None or former.hash != location.hash:
            yield location
        elif (former.start, former.number) != (location.start, location.number):
            moved.append(location)


def _digest(file: BinaryIO) -> bytes:
    """The hash of the rest of a file."""
    digest = hashlib.blake2b(digest_size=16)
    while block := file.read(1 << 20):
        digest.update(block)
    return digest.digest()
