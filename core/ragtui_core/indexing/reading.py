"""A file of the vault -> what the store keeps of it."""

import hashlib
import json
import os
import stat
import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from ragtui_core.chunking import chunk_document
from ragtui_core.embedding import bundled_token_counter
from ragtui_core.errors import UnreadableFile
from ragtui_core.indexing.structure import heading_records, link_records
from ragtui_core.model import Chunk, Document, Fields, Skipped
from ragtui_core.settings import ChunkingSettings
from ragtui_core.sources.document import parse_document
from ragtui_core.store.records import ChunkRecord, DocumentRecord, FileState
from ragtui_core.store.subwords import grams, parts

VERSION = 3
"""Counts changes to how files are read, after which indexes must read them anew."""


def signature(settings: ChunkingSettings) -> str:
    """What the chunks of an index depend on, besides the files."""
    return f"{VERSION} {settings}"


_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe that took a file's place since it was listed is opened, and refused."""


def read_bytes(root: Path, path: str) -> bytes:
    """The content of a regular file of the vault.

    Raises:
        FileNotFoundError: It vanished, or its folder did.
        UnreadableFile: It is no regular file, or may not be read.
    """
    try:
        with os.fdopen(os.open(root / path, _FLAGS), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnreadableFile("not a regular file")
            return file.read()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileNotFoundError(path) from error
    except OSError as error:
        raise UnreadableFile(f"cannot be read: {error.strerror}") from error


def content_hash(data: bytes) -> bytes:
    """blake2b-128: tells a renamed file from a new one, and a touch from an edit."""
    return hashlib.blake2b(data, digest_size=16).digest()


Request = tuple[FileState, bytes | None]
"""A file to read, and the hash of the content that the index holds of it, if any."""


class Outcome(Enum):
    """What became of a file that is not to be written."""

    SAME = auto()
    """Its content is that which the index holds."""
    GONE = auto()
    """It vanished since it was listed."""


Reading = DocumentRecord | Skipped | Outcome
"""What became of a request."""


@dataclass(frozen=True, slots=True)
class FileReader:
    """Reads files of one vault; can be sent to another process."""

    root: Path
    settings: ChunkingSettings

    def read_all(self, requests: Iterable[Request]) -> list[Reading]:
        """Read each file, parse and chunk it unless its content is as before."""
        return [self._read(file, before) for file, before in requests]

    def _read(self, file: FileState, before: bytes | None) -> Reading:
        # Before it is read: what is written into it later must count as a change.
        checked_ns = time.time_ns()
        try:
            data = read_bytes(self.root, file.path)
            digest = content_hash(data)
            if digest == before:
                return Outcome.SAME
            document = parse_document(file.path, data)
        except FileNotFoundError:
            return Outcome.GONE
        except UnreadableFile as error:
            return Skipped(file.path, str(error))
        return self._record(file, digest, checked_ns, document)

    def _record(
        self, file: FileState, digest: bytes, checked_ns: int, document: Document
    ) -> DocumentRecord:
        chunks = chunk_document(document, self.settings, bundled_token_counter())
        return DocumentRecord(
            file=file,
            hash=digest,
            checked_ns=checked_ns,
            encoding=document.encoding,
            fields=document.fields,
            metadata=json.dumps(dict(document.metadata), ensure_ascii=False),
            problems=json.dumps(document.problems, ensure_ascii=False),
            field_grams=grams(_field_text(document.fields)),
            chunks=tuple(_chunk_record(document, chunk) for chunk in chunks),
            links=link_records(document),
            headings=heading_records(document),
        )


def _chunk_record(document: Document, chunk: Chunk) -> ChunkRecord:
    text = chunk.span.of(document.text)
    embedded = embedding_text(document.fields.title, chunk.heading_path, text)
    return ChunkRecord(
        span_start=chunk.span.start,
        span_end=chunk.span.end,
        first_line=chunk.lines.first,
        last_line=chunk.lines.last,
        heading_path="\n".join(chunk.heading_path),
        tokens=chunk.tokens,
        embedding_key=content_hash(embedded.encode()),
        text=text,
        grams=grams(text),
        parts=parts(text),
    )


def _field_text(fields: Fields) -> str:
    texts = (fields.title, fields.company, fields.category, fields.summary)
    return "\n".join((*texts, *fields.tags))


def embedding_text(title: str, heading_path: tuple[str, ...], text: str) -> str:
    """What is embedded for a chunk: where it stands, then what it says.

    The title and the headings tell what a passage is about when it does not itself.
    Said twice they would outweigh it, so headings at its own start are left out
    (SciFact, semantic: nDCG@10 .713 with them, .716 without).
    """
    path = [part for part in heading_path if part != title]
    body = _without_headings(text, {title, *heading_path})
    return "\n".join([" > ".join([title, *path]), body])


def _without_headings(text: str, headings: set[str]) -> str:
    """`text` from the first line on that is none of `headings`, nor underlines one."""
    line, end, rest = text.partition("\n")
    if not end or line.strip().strip("#").strip() not in headings:
        return text
    below, _, after = rest.partition("\n")
    if below.strip() and not below.strip().strip("=-"):
        rest = after
    return _without_headings(rest.lstrip(), headings)
