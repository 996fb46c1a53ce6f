"""The records that are written to the store and read from it, one per row."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.types import (
    NO_ENTRY,
    Chunk,
    ChunkId,
    DocumentId,
    Entry,
    Fields,
    Lines,
    Skipped,
    Span,
)

RECORDS_VERSION = 24
"""Incremented when files are read to other rows, so that indexes re-read them."""


class IndexCounts(NamedTuple):
    """Numbers of documents, of their chunks, and of chunks with a vector."""

    documents: int
    chunks: int
    embedded: int


WORDS_ONLY = b""
"""The hash of a document whose words alone are indexed, until it is read in full."""


class FileState(NamedTuple):
    """The state of a scanned file. Times in ns since the epoch, signed 64-bit.

    `changed_ns` is when the system last wrote the file or its attributes (ctime),
    which programs cannot set; without it, it equals `mtime_ns`. `inode`
    is 0 if files have none.
    """

    path: str
    size: int
    mtime_ns: int
    changed_ns: int
    inode: int


class ChunkRecord(NamedTuple):
    """A chunk to write: columns of its row, fast to send between processes."""

    span_start: int
    span_end: int
    first_line: int
    last_line: int
    heading_path: str
    """Joined with line feeds."""
    tokens: int
    embedding_key: bytes
    """blake2b-128 of the text that is embedded for the chunk; empty if its document's
    words alone are indexed."""
    text: str
    grams: str
    """Bigrams of the text's runs in scripts without spaces; usually empty."""
    parts: str
    """Parts of the text's identifiers."""
    quoted: bool = False
    """Whether it is what the sender of a mail did not write."""
    head: str = ""
    """The head of the table that it continues, in one line; usually empty."""
    own_day: str | None = None
    own_until: str | None = None
    """The last day and `~`, so that its dates are less when compared as strings."""
    state: str = ""
    due: str | None = None
    speakers: str = ""
    """Joined with line feeds."""

    @classmethod
    def of(
        cls, chunk: Chunk, embedding_key: bytes = b"", grams: str = "", parts: str = ""
    ) -> "ChunkRecord":
        """The record of a chunk; by default its words alone are indexed."""
        entry = chunk.entry
        return cls(
            chunk.span.start,
            chunk.span.end,
            chunk.lines.first,
            chunk.lines.last,
            "\n".join(chunk.heading_path),
            chunk.tokens,
            embedding_key,
            chunk.text,
            grams,
            parts,
            chunk.is_quoted,
            chunk.head,
            entry.day or None,
            f"{entry.until}~" if entry.until else None,
            entry.state,
            entry.due or None,
            "\n".join(entry.speakers),
        )


class LinkRecord(NamedTuple):
    """A link as written; columns of its row."""

    span_start: int
    span_end: int
    line: int
    key: str
    """The folded last part of the target."""
    target: str
    heading: str


class HeadingRecord(NamedTuple):
    """A heading; columns of its row."""

    span_start: int
    """The span is that of its text, the lines are those of its section."""
    span_end: int
    first_line: int
    last_line: int
    level: int
    heading_path: str
    """Joined with line feeds."""


class AccessRight(NamedTuple):
    """A team's right to read a folder, and all below it."""

    team: str
    folder: str
    """A path in the vault; empty is all of it."""


class LinkLocation(NamedTuple):
    """A link and its location."""

    path: str
    span_start: int
    span_end: int
    line: int
    target: str
    heading: str


class LinkContext(NamedTuple):
    """The context of a link."""

    heading_path: str
    """Joined with line feeds; empty before the first heading."""
    text: str
    """A part of the file around the link, from character `text_start` on."""
    text_start: int


@dataclass(frozen=True, slots=True)
class NoteName:
    """The names of a note."""

    path: str
    title: str
    aliases: tuple[str, ...]
    modified: float
    """The file's modification time, seconds since the epoch."""
    summary: str


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document to write. `hash` is blake2b-128 of the file's bytes.

    `metadata` and `problems` are JSON: an object and a list of sentences. The metadata
    of an extracted text is `{"anchors": [[start, kind, label, number], ...]}`.
    `field_grams` are the bigrams of its fields' texts. A document whose hash is
    `WORDS_ONLY` has no links, headings, subwords and keys of names yet.
    """

    file: FileState
    hash: bytes
    checked_ns: int
    encoding: str
    fields: Fields
    metadata: str
    problems: str
    field_grams: str
    chunks: tuple[ChunkRecord, ...]
    links: tuple[LinkRecord, ...] = ()
    headings: tuple[HeadingRecord, ...] = ()
    name: str = ""
    """The name for the index; without one, that of the file without its ending."""
    source: str = ""
    """The file of mails that contains it, if any."""


class MailLocation(NamedTuple):
    """Where a mail is: columns of its row. Copies of a mail share a document."""

    path: str
    """The mail's: that of its file, or `inbox.mbox » 8f2@host`."""
    file: str
    start: int
    """In bytes of the file, as is the length."""
    length: int
    number: int
    """Which mail of its file it is, from 1."""
    hash: bytes
    """blake2b-128 of its bytes."""
    key: str
    """Equal for copies; empty if it has no Message-ID, so no copies are known."""
    category: str = ""
    """The category of the mail if it is here alone; empty if it is unknown."""


@dataclass(frozen=True, slots=True)
class MailRecord:
    """A mail to write: the document of the mail first, then its attachments.

    `skipped` are attachments that cannot be read.
    """

    location: MailLocation
    documents: tuple[DocumentRecord, ...]
    skipped: tuple[Skipped, ...] = ()


class MailFileRecord(NamedTuple):
    """The state of a file of mails, as of a document's file.

    `hash` is empty while not all of its mails are written.
    """

    file: FileState
    checked_ns: int
    hash: bytes


def name_of_file(path: str) -> str:
    """The name of a file for the index: without its folder and ending."""
    return path.rpartition("/")[2].rpartition(".")[0]


def name_of_part(path: str, location: MailLocation) -> str:
    """The name for the index of a mail or of an attachment of it.

    A mail in a mailbox has none: its Message-ID is not a name that people search for.
    """
    if path == location.path:
        return name_of_file(path) if path == location.file else ""
    return name_of_file(path.rpartition(PART_SEPARATOR)[2])


class StoredFile(NamedTuple):
    """The stored state of an indexed file, for comparison with the disk.

    `checked_ns` is a time at which its content certainly had this `hash`.
    """

    size: int
    mtime_ns: int
    changed_ns: int
    inode: int
    checked_ns: int
    hash: bytes
    has_mails: bool = False

    def has_state(self, file: FileState) -> bool:
        """Whether `file` has the same size, times and inode as when it was read."""
        # Not compared as tuples, for speed: called for each file of a vault.
        return (
            self.changed_ns == file.changed_ns
            and self.mtime_ns == file.mtime_ns
            and self.size == file.size
            and self.inode == file.inode
        )


@dataclass(frozen=True, slots=True)
class IndexChange:
    """Changes that are written atomically.

    Attributes:
        records: Documents to add or replace.
        moved_from: The former paths of those among them whose files were moved.
        touched: Files whose content is unchanged.
        removed: Paths of documents to remove.
        skipped: Files that cannot be indexed, and why; their documents are removed.
        seen: Further paths whose former reasons for being skipped no longer apply.
        checked_ns: A time before any of `touched` was compared.
        mails: Mails to add or replace.
        mail_files: The states of their files.
        moved_mails: Mails that are elsewhere in the same file.
        removed_mails: Paths of mails that are no longer in their file.
    """

    records: Sequence[DocumentRecord] = ()
    moved_from: Mapping[str, str] = field(default_factory=dict)
    touched: Sequence[FileState] = ()
    removed: Collection[str] = ()
    skipped: Sequence[Skipped] = ()
    seen: Collection[str] = ()
    checked_ns: int = 0
    mails: Sequence[MailRecord] = ()
    mail_files: Sequence[MailFileRecord] = ()
    moved_mails: Sequence[MailLocation] = ()
    removed_mails: Sequence[str] = ()

    @property
    def has_mails(self) -> bool:
        """Whether mails, or the states of their files, change."""
        return bool(
            self.mails or self.mail_files or self.moved_mails or self.removed_mails
        )


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A chunk without a vector, and the parts of the text to embed for it."""

    id: ChunkId
    title: str
    heading_path: tuple[str, ...]
    text: str


class CandidateInfo(NamedTuple):
    """What ranking needs to know of a chunk besides its words.

    `day` is that of the passage, else the date of the document; `updated` the day of
    the document's last change if the passage has no day: YYYY-MM-DD, or empty.
    `is_quoted` marks what the sender of a mail, or the writer of a note, quotes, and
    what only names other texts. `tokens` is the length of the chunk.
    """

    document: DocumentId
    path: str
    day: str
    until: str
    """The last day, of a week or a month, and `~`, for comparisons of strings."""
    updated: str
    is_quoted: bool
    is_extracted: bool
    """Whether the text is not that of the file itself."""
    tokens: int
    content: Hashable
    """Equal for copies: documents with the same bytes, title and date."""

    @property
    def latest(self) -> str:
        """The later of `day` and `updated`."""
        return max(self.day, self.updated)


Occurrences = tuple[ChunkId, int, float, float]
"""How often a chunk has a term: the chunk, the place of the term in those that were
asked for, and the weights of the fields of each occurrence in its headings and text,
and in the fields of its document, which each of its chunks repeats."""


@dataclass(frozen=True, slots=True)
class ChunkMatch:
    """A chunk with the data of a hit. `modified_ns` is its file's."""

    id: ChunkId
    document_id: DocumentId
    path: str
    fields: Fields
    modified_ns: int
    heading_path: tuple[str, ...]
    lines: Lines
    span: Span
    text: str
    head: str = ""
    """The head of the table that it continues."""
    aliases: str = ""
    """The aliases of the document: a text, or a JSON list."""
    entry: Entry = NO_ENTRY
    """What is beside it."""

    @property
    def searched(self) -> str:
        """The text that is searched and embedded: with the head of its table."""
        return with_head(self.head, self.text)


def with_head(head: str, text: str) -> str:
    """A chunk below the head of the table that it continues, if any."""
    return f"{head}\n{text}" if head else text


def split_lines(text: str) -> tuple[str, ...]:
    """The parts of a list that is stored joined with line feeds."""
    return tuple(text.split("\n")) if text else ()
