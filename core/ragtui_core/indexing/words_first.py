"""Makes the words of many new files searchable before the files are parsed.

Each file is written as chunks of equal length; reading it in full replaces these in
one transaction. Their documents have an empty hash, so that an interrupted run reads
them again.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ragtui_core.chunking import rough_chunks
from ragtui_core.documents.loader import Loaders
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing.file_reader import as_json, stored_metadata
from ragtui_core.store.records import (
    WORDS_ONLY,
    ChunkRecord,
    DocumentRecord,
    FileState,
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

_NEVER = -(2**63)
"""Before the time of any file, so that the next run reads it again."""


def files_of_words(
    new: Sequence[FileState], vanished: Iterable[StoredFile], loaders: Loaders
) -> list[FileState]:
    """The new files whose words come first; none if all are read in a moment anyway.

    A file as large as a vanished one is skipped: it may be that one, moved.
    """
    sizes = {0, *(file.size for file in vanished)}
    chosen = [
        file
        for file in new
        if file.size not in sizes
        and loaders.is_markdown(file.path)
        and not loaders.are_mails(file.path)
    ]
    total = sum(file.size for file in chosen)
    return chosen if len(chosen) >= MIN_FILES or total >= MIN_BYTES else []


def read_words(root: Path, max_bytes: int, file: FileState) -> DocumentRecord | None:
    """The words of a Markdown file in the vault `root`; None if it cannot be read."""
    from ragtui_core.documents.parser import unparsed_document

    try:
        data = read_vault_file(root, file.path, max_bytes)
        return _record(file, unparsed_document(file.path, data))
    except (FileNotFoundError, UnreadableFile):
        return None


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
