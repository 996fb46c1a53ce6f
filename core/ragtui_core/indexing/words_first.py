"""Makes the words of many new files searchable before the files are parsed.

Each file is written as passages of equal length; reading it in full replaces these in
one transaction. Their documents have an empty hash, so that an interrupted run reads
them again.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ragtui_core.chunking import rough_chunks
from ragtui_core.documents.loader import Loaders
from ragtui_core.documents.succession import succession_of
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing.events import ReadingProgress, ReadingStage
from ragtui_core.store.note_keys import SUCCESSION
from ragtui_core.store.records import (
    WORDS_ONLY,
    ChunkRecord,
    DocumentRecord,
    FileState,
    IndexChange,
    StoredFile,
)
from ragtui_core.types import Document

MIN_FILES = 1_000
"""From so many new files on, their words come first."""

MIN_BYTES = 4_000_000
"""From so many bytes of new files on, their words come first: parsing takes two seconds
or more."""

BATCH_FILES = 512
"""Files per transaction, at most."""

BATCH_BYTES = 4_000_000
"""Bytes of files after which a transaction is complete."""


as_json = json.JSONEncoder(ensure_ascii=False).encode
"""`json.dumps` makes an encoder each time, which takes longer than most values do."""


def stored_metadata(document: Document, metadata: Mapping[str, object]) -> str:
    """Metadata as JSON, first what the document says of its validity, if it does."""
    stored = {key: value for key, value in metadata.items() if key != SUCCESSION}
    if said := succession_of(document):
        stored = {SUCCESSION: said.as_json(), **stored}
    return as_json(stored)


_NEVER = -(2**63)
"""Before the time of any file, so that the next run reads it again."""


class WordsRequest(NamedTuple):
    """A request: the words of a new file."""

    file: FileState


@dataclass(frozen=True, slots=True)
class WordsReading:
    """The words of a file; None if it is gone or unreadable."""

    record: DocumentRecord | None


def words_requests(
    new: Sequence[FileState], vanished: Iterable[StoredFile], loaders: Loaders
) -> list[WordsRequest]:
    """The new files whose words come first; none if all are read in a moment anyway.

    A file of the size of a vanished one may be the same, which keeps its document.
    """
    sizes = {0, *(file.size for file in vanished)}
    chosen = [
        WordsRequest(file)
        for file in new
        if file.size not in sizes
        and loaders.is_markdown(file.path)
        and not loaders.are_mails(file.path)
    ]
    total = sum(request.file.size for request in chosen)
    return chosen if len(chosen) >= MIN_FILES or total >= MIN_BYTES else []


def words_batches(requests: Sequence[WordsRequest]) -> Iterator[list[WordsRequest]]:
    """`requests` in order, in batches."""
    batch: list[WordsRequest] = []
    size = 0
    for request in requests:
        batch.append(request)
        size += request.file.size
        if len(batch) == BATCH_FILES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def read_words(root: Path, max_bytes: int, file: FileState) -> WordsReading:
    """The words of a Markdown file in the vault `root`."""
    from ragtui_core.documents.parser import rough_document

    try:
        data = read_vault_file(root, file.path, max_bytes)
        return WordsReading(_record(file, rough_document(file.path, data)))
    except (FileNotFoundError, UnreadableFile):
        return WordsReading(None)


def _record(file: FileState, document: Document) -> DocumentRecord:
    return DocumentRecord(
        file=file,
        hash=WORDS_ONLY,
        checked_ns=_NEVER,
        encoding=document.encoding,
        fields=document.fields,
        metadata=stored_metadata(document, document.metadata),
        problems=as_json(document.problems),
        field_grams="",
        chunks=tuple(map(ChunkRecord.of, rough_chunks(document))),
    )


class WordsFirst:
    """The words of an update: what to read, and how much of it is written."""

    def __init__(self, requests: Sequence[WordsRequest]) -> None:
        """Expect the words of `requests`, perhaps none."""
        self.requests = requests
        self._total = len(requests)
        self._done = self._written = 0

    def changes(self, readings: Sequence[WordsReading]) -> Iterator[IndexChange]:
        """The change for a batch, and an empty one after the last batch.

        When a change is asked for, those before the last are written.
        """
        self._written = self._done
        self._done += len(readings)
        yield IndexChange(
            records=[reading.record for reading in readings if reading.record]
        )
        if self._done == self._total:
            yield IndexChange()
            self._written = self._done

    @property
    def progress(self) -> ReadingProgress:
        """How many files' words are written for certain."""
        return ReadingProgress(self._written, self._total, stage=ReadingStage.WORDS)

    @property
    def next_stage(self) -> ReadingStage:
        """What reading in full adds."""
        return ReadingStage.PASSAGES if self._total else ReadingStage.FILES
