"""Files of a vault -> their records in the store, in batches, also in a second process.

Parsing holds the interpreter's lock, so a thread would not help; during searches, only
the second process reads.
"""

import hashlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from types import TracebackType
from typing import IO

from ragtui_core.chunking import chunk_document
from ragtui_core.documents.loader import DEFAULT_LOADERS, Loaders
from ragtui_core.documents.markdown.headings import headings_of
from ragtui_core.documents.markdown.link_extraction import links_from
from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.settings.schema import ChunkingSettings
from ragtui_core.store.records import (
    VERSION,
    ChunkRecord,
    DocumentRecord,
    FileState,
    HeadingRecord,
    LinkRecord,
)
from ragtui_core.text.folding import name_key
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.subwords import grams, parts
from ragtui_core.types import Chunk, Document, Fields, Skipped


def signature(settings: ChunkingSettings) -> str:
    """The inputs, besides the files, that the chunks of an index depend on."""
    return f"{VERSION} {settings}"


def content_hash(data: bytes) -> bytes:
    """blake2b-128, which detects renamed files and files that were only touched."""
    return hashlib.blake2b(data, digest_size=16).digest()


Request = tuple[FileState, bytes | None]
"""A file to read, and the hash of its indexed content, if any."""


class Outcome(Enum):
    """Why a file is not written to the index."""

    SAME = auto()
    """Its content is unchanged."""
    GONE = auto()
    """It vanished since it was listed."""


Reading = DocumentRecord | Skipped | Outcome
"""The result of a request."""


@dataclass(frozen=True, slots=True)
class FileReader:
    """Reads files of one vault; can be sent to another process."""

    root: Path
    settings: ChunkingSettings
    max_bytes: int
    """A file that has grown larger since it was listed is not read."""
    loaders: Loaders = DEFAULT_LOADERS
    """Parses them by kind."""

    def read_all(self, requests: Iterable[Request]) -> list[Reading]:
        """Read each file, parse and chunk it unless its content is unchanged."""
        return [self._read(file, before) for file, before in requests]

    def _read(self, file: FileState, before: bytes | None) -> Reading:
        # Taken before reading: later writes must count as a change.
        checked_ns = time.time_ns()
        try:
            data = read_vault_file(self.root, file.path, self.max_bytes)
            digest = content_hash(data)
            if digest == before:
                return Outcome.SAME
            document = self.loaders.load(file.path, data)
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
            links=_link_records(document),
            headings=_heading_records(document),
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


def _link_records(document: Document) -> tuple[LinkRecord, ...]:
    """The document's links, in order."""
    lines = LineIndex(document.text)
    start = document.front_matter.end if document.front_matter else 0
    return tuple(
        LinkRecord(
            span_start=link.span.start,
            span_end=link.span.end,
            line=lines.line(link.span.start),
            key=name_key(link.target),
            target=link.target,
            heading=link.heading,
        )
        for link in links_from(document.text, start)
    )


def _heading_records(document: Document) -> tuple[HeadingRecord, ...]:
    """The document's headings, in order."""
    return tuple(
        HeadingRecord(
            span_start=heading.span.start,
            span_end=heading.span.end,
            first_line=heading.lines.first,
            last_line=heading.lines.last,
            level=heading.level,
            heading_path="\n".join(heading.heading_path),
        )
        for heading in headings_of(document)
    )


BATCH_FILES = 64
"""Files per batch: small, so that they are searchable soon and a run can be stopped."""

SECOND_PROCESS_THRESHOLD = 500
"""With fewer files a second process costs more than it saves (0.2 s to start)."""

Batch = tuple[list[FileState], list[Reading]]


def read_batches(
    reader: FileReader,
    priority: SearchPriority,
    requests: Sequence[Request],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    """Files with the result of each, in batches, roughly in the order of `requests`.

    Ends early when `cancelled` is set.
    """
    waiting = deque(
        requests[start : start + BATCH_FILES]
        for start in range(0, len(requests), BATCH_FILES)
    )
    if len(requests) < SECOND_PROCESS_THRESHOLD or (os.cpu_count() or 1) < 2:
        while waiting and not cancelled.is_set():
            yield _read(reader, waiting.popleft())
        return
    yield from _with_second_process(reader, priority, waiting, cancelled)


def _with_second_process(
    reader: FileReader,
    priority: SearchPriority,
    waiting: deque[Sequence[Request]],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    with ReaderProcess(reader) as other, ThreadPoolExecutor(1) as pool:
        pending = None
        while waiting and not cancelled.is_set():
            pending = pending or pool.submit(_read, other, waiting.popleft())
            if pending.done() or priority.is_active:
                yield pending.result()
                pending = None
            elif waiting:
                yield _read(reader, waiting.popleft())
        if pending:
            yield pending.result()


def _read(reader: "FileReader | ReaderProcess", requests: Sequence[Request]) -> Batch:
    return [file for file, _ in requests], reader.read_all(requests)


_START = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"


class ReaderProcess:
    """Reads batches of files in another process; one batch at a time.

    A plain subprocess rather than one of `multiprocessing`, so that programs that use
    the core need no `if __name__ == "__main__"`. It ends when its input does, also if
    its parent crashes.
    """

    def __init__(self, reader: FileReader) -> None:
        """Start the process, which uses a copy of `reader`."""
        code = _START.format(path=sys.path, module=__name__)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        _send(self._process.stdin, reader)

    def read_all(self, requests: Sequence[Request]) -> list[Reading]:
        """The result of `FileReader.read_all`; blocks."""
        _send(self._process.stdin, requests)
        assert self._process.stdout
        answer: list[Reading] = pickle.load(self._process.stdout)
        return answer

    def __enter__(self) -> "ReaderProcess":
        """The process is already running."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def _send(stream: IO[bytes] | None, message: object) -> None:
    assert stream
    pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()


def serve() -> None:
    """The child's loop: answer requests until the input ends."""
    # Ctrl+C reaches the whole process group; the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reader: FileReader = pickle.load(sys.stdin.buffer)
    while True:
        try:
            requests: list[Request] = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _send(sys.stdout.buffer, reader.read_all(requests))
