"""A file of the vault -> what the store keeps of it."""

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

from ragtui_core.chunking import chunk_document
from ragtui_core.errors import UnreadableFile
from ragtui_core.model import Chunk, Document
from ragtui_core.settings import ChunkingSettings
from ragtui_core.sources import parse_document
from ragtui_core.store import ChunkRecord, DocumentRecord, FileState

VERSION = 1
"""Counts changes to how files are read, after which indexes must read them anew."""


def signature(settings: ChunkingSettings) -> str:
    """What the chunks of an index depend on, besides the files."""
    return f"{VERSION} {settings}"


def read_bytes(root: Path, path: str) -> bytes:
    """The content of a file of the vault.

    Raises:
        UnreadableFile: It vanished, or may not be read.
    """
    try:
        return (root / path).read_bytes()
    except FileNotFoundError as error:
        raise UnreadableFile("vanished while indexing") from error
    except OSError as error:
        raise UnreadableFile(f"cannot be read: {error.strerror}") from error


def content_hash(data: bytes) -> bytes:
    """blake2b-128: tells a renamed file from a new one, and a touch from an edit."""
    return hashlib.blake2b(data, digest_size=16).digest()


def document_record(
    file: FileState,
    data: bytes,
    settings: ChunkingSettings,
    count_tokens: Callable[[str], int],
) -> DocumentRecord:
    """Parse and chunk a file.

    Raises:
        UnreadableFile: Its content is not text.
    """
    document = parse_document(file.path, data)
    chunks = chunk_document(document, settings, count_tokens)
    return DocumentRecord(
        file=file,
        hash=content_hash(data),
        checked_ns=time.time_ns(),
        document=document,
        chunks=tuple(_chunk_record(document, chunk) for chunk in chunks),
    )


def _chunk_record(document: Document, chunk: Chunk) -> ChunkRecord:
    text = chunk.span.of(document.text)
    embedded = embedding_text(document.fields.title, chunk.heading_path, text)
    key = hashlib.blake2b(embedded.encode(), digest_size=16).digest()
    return ChunkRecord(chunk, text, key)


def embedding_text(title: str, heading_path: tuple[str, ...], text: str) -> str:
    """What is embedded for a chunk: where it stands, then what it says.

    The title and the headings tell what a passage is about when it does not itself.
    """
    path = [part for part in heading_path if part != title]
    return "\n".join([" > ".join([title, *path]), text])
