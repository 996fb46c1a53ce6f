"""What goes into the store and comes out of it, a row each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ragtui_core.types import ChunkId, DocumentId, Fields, Lines, Skipped, Span


class FileState(NamedTuple):
    """A file as the scanner saw it. Times in ns since the epoch, 64 bits signed.

    `changed_ns` is when the system last wrote the file or its attributes (ctime),
    which no program can set; where there is no such time it equals `mtime_ns`. `inode`
    is 0 where files have no such number.
    """

    path: str
    size: int
    mtime_ns: int
    changed_ns: int
    inode: int


class ChunkRecord(NamedTuple):
    """A chunk on its way in: columns of its row, quick to send between processes."""

    span_start: int
    span_end: int
    first_line: int
    last_line: int
    heading_path: str
    """Joined with line feeds."""
    tokens: int
    embedding_key: bytes
    """blake2b-128 of the text that is embedded for the chunk."""
    text: str
    grams: str
    """Bigrams of the text's runs in scripts without spaces; mostly empty."""
    parts: str
    """Parts of the text's identifiers."""


class LinkRecord(NamedTuple):
    """A link on its way in or out, as written; columns of its row."""

    span_start: int
    span_end: int
    line: int
    key: str
    """What links with the same last part have in common."""
    target: str
    heading: str


class HeadingRecord(NamedTuple):
    """A heading on its way in or out: columns of its row."""

    span_start: int
    """Of its text; so is the end. The lines are those of its section."""
    span_end: int
    first_line: int
    last_line: int
    level: int
    heading_path: str
    """Joined with line feeds."""


class LinkPlace(NamedTuple):
    """A link and where it stands."""

    path: str
    span_start: int
    span_end: int
    line: int
    target: str
    heading: str


class LinkContext(NamedTuple):
    """What stands around a link."""

    heading_path: str
    """Joined with line feeds; empty before the first heading."""
    text: str
    """A part of the file around the link, from character `text_start` on."""
    text_start: int


class NameRecord(NamedTuple):
    """What a document is called. `modified_ns` is its file's."""

    path: str
    title: str
    summary: str
    modified_ns: int
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document on its way in. `hash` is blake2b-128 of the file's bytes.

    `metadata` and `problems` are JSON: an object and a list of sentences.
    `field_grams` are the bigrams of its fields' texts.
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


class StoredFile(NamedTuple):
    """What the store knows of an indexed file, for comparing with the disk.

    `checked_ns` is a time at which its content was certainly that of `hash`.
    """

    size: int
    mtime_ns: int
    changed_ns: int
    inode: int
    checked_ns: int
    hash: bytes

    def has_state(self, file: FileState) -> bool:
        """Whether `file` has size, times and number as when it was read."""
        # One by one, and not as tuples, since it is asked for each file of a vault.
        return (
            self.changed_ns == file.changed_ns
            and self.mtime_ns == file.mtime_ns
            and self.size == file.size
            and self.inode == file.inode
        )


@dataclass(frozen=True, slots=True)
class IndexChange:
    """What changes together: all of it is written, or nothing.

    Attributes:
        records: Documents to add or replace.
        moved_from: The former paths of those among them whose files were moved.
        touched: Files whose content is as it was.
        removed: Paths of documents that go, with all that belongs to them.
        skipped: Files that cannot be indexed, and why; documents of theirs go.
        seen: Further paths whose former reasons for being skipped no longer hold.
        checked_ns: A time before any of `touched` was compared.
    """

    records: Sequence[DocumentRecord] = ()
    moved_from: Mapping[str, str] = field(default_factory=dict)
    touched: Sequence[FileState] = ()
    removed: Collection[str] = ()
    skipped: Sequence[Skipped] = ()
    seen: Collection[str] = ()
    checked_ns: int = 0


class FolderRow(NamedTuple):
    """What lies in a folder itself. Counts of files and of chunks."""

    folder: str
    documents: int
    chunks: int
    embedded: int
    skipped: int


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A chunk without a vector, and the parts of the text to embed for it."""

    id: ChunkId
    title: str
    heading_path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """Where a candidate stands. `day` is YYYY-MM-DD, when it was last true."""

    document: DocumentId
    path: str
    day: str


@dataclass(frozen=True, slots=True)
class ChunkMatch:
    """A chunk as search shows it. `modified_ns` is its file's."""

    id: ChunkId
    document_id: DocumentId
    path: str
    fields: Fields
    modified_ns: int
    heading_path: tuple[str, ...]
    lines: Lines
    span: Span
    text: str
