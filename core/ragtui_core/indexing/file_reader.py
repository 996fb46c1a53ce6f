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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from pathlib import Path
from typing import IO

from ragtui_core.chunking import chunk_document
from ragtui_core.documents.loader import DEFAULT_LOADERS, MAIL, Loaders
from ragtui_core.documents.markdown.headings import headings_of
from ragtui_core.documents.markdown.link_extraction import links_from
from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing.mail_reader import (
    KnownMailbox,
    MailRange,
    MailReader,
    MailReading,
    compare_mailbox,
)
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


FileRequest = tuple[FileState, bytes | None]
"""A file to read, and the hash of its indexed content, if any."""

Request = FileRequest | MailRange


class Outcome(Enum):
    """Why a file is not written to the index."""

    SAME = auto()
    """Its content is unchanged."""
    GONE = auto()
    """It vanished since it was listed."""


Reading = DocumentRecord | MailReading | Skipped | Outcome
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
        readings: list[Reading | None] = []
        mails: list[tuple[FileState, bytes, int]] = []
        for request in requests:
            if isinstance(request, MailRange):
                readings.append(self._mails.read_range(request))
            elif self.loaders.are_mails(request[0].path):
                readings.append(self._read_mail(*request, mails))
            else:
                readings.append(self._read(*request))
        # Mails are extracted together, which takes less time.
        read = iter(self._mails.read_files(mails))
        return [next(read) if each is None else each for each in readings]

    @property
    def _mails(self) -> MailReader:
        return MailReader(self.root, self.max_bytes, self.loaders, self._record)

    def _read_mail(
        self,
        file: FileState,
        before: bytes | None,
        mails: list[tuple[FileState, bytes, int]],
    ) -> Reading | None:
        """Add a mail that is a file to `mails`; or why it is not to be extracted."""
        checked_ns = time.time_ns()
        try:
            data = read_vault_file(self.root, file.path, self.max_bytes)
        except FileNotFoundError:
            return Outcome.GONE
        except UnreadableFile as error:
            return Skipped(file.path, str(error))
        if content_hash(data) == before:
            return Outcome.SAME
        mails.append((file, data, checked_ns))
        return None

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
        is_mail = document.encoding.startswith(f"{MAIL}/")
        chunks = chunk_document(document, self.settings, bundled_token_counter())
        return DocumentRecord(
            file=file,
            hash=digest,
            checked_ns=checked_ns,
            encoding=document.encoding,
            fields=document.fields,
            metadata=_metadata(document),
            problems=json.dumps(document.problems, ensure_ascii=False),
            field_grams=grams(_field_text(document.fields)),
            chunks=tuple(_chunk_record(document, chunk) for chunk in chunks),
            # Those of mails would outnumber the headings and links of notes.
            links=() if is_mail else _link_records(document),
            headings=() if is_mail else _heading_records(document),
        )


def _metadata(document: Document) -> str:
    """The front matter, or the anchors of an extracted text, which has none."""
    if not document.is_extracted:
        return json.dumps(dict(document.metadata), ensure_ascii=False)
    anchors = [
        (each.start, each.location.kind, each.location.label, each.location.number)
        for each in document.anchors
    ]
    metadata: dict[str, object] = {"anchors": anchors}
    if document.metadata:
        to = (*document.metadata["to"], *document.metadata["cc"])
        metadata |= {"mail": dict(document.metadata), "recipients": "\n".join(to)}
    return json.dumps(metadata, ensure_ascii=False)


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
        quoted=chunk.is_quoted,
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

BATCH_EXTRACTED = 4
"""The same for files whose text is extracted, which may take a second each."""

SECOND_PROCESS_THRESHOLD = 500
"""With fewer files a second process costs more than it saves (0.2 s to start)."""

BATCH_MAIL_FILES = 64
"""The same for mails that are files of their own."""

LARGE_MAILBOX = 5_000_000
"""Bytes of mailboxes to read for which a second process is started, too."""

Batch = tuple[list[FileState], list[Reading]]


def read_batches(
    reader: FileReader,
    priority: SearchPriority,
    requests: Sequence[FileRequest],
    cancelled: threading.Event,
    mailboxes: Mapping[str, KnownMailbox],
) -> Iterator[Batch]:
    """Files with the result of each, in batches, roughly in the order of `requests`.

    Ends early when `cancelled` is set. A mailbox has several results.

    Args:
        reader: Reads the files.
        priority: Yields to searches.
        requests: The files.
        cancelled: Ends the reading.
        mailboxes: The mailboxes among the files, with what is indexed of each.
    """
    waiting = _batches(reader, requests, mailboxes)
    growth = sum(
        file.size - mailboxes[file.path].size
        for file, _ in requests
        if file.path in mailboxes
    )
    is_small = len(requests) < SECOND_PROCESS_THRESHOLD and growth < LARGE_MAILBOX
    if is_small or (os.cpu_count() or 1) < 2:
        for task in waiting:
            if cancelled.is_set():
                return
            yield task if isinstance(task, tuple) else _read(reader, task)
        return
    yield from _with_second_process(reader, priority, waiting, cancelled)


Task = list[Request] | Batch
"""Files to read together; or what is known of a mailbox without reading its mails."""


def _batches(
    reader: FileReader,
    requests: Sequence[FileRequest],
    mailboxes: Mapping[str, KnownMailbox],
) -> Iterator[Task]:
    """Parts of `requests`, in order; files that take long in smaller ones."""

    def size_of(request: FileRequest) -> int:
        path = request[0].path
        if path in mailboxes:
            return 1
        if reader.loaders.are_mails(path):
            return BATCH_MAIL_FILES
        return BATCH_EXTRACTED if reader.loaders.extracts(path) else BATCH_FILES

    for size, group in groupby(requests, size_of):
        alike: list[Request] = list(group)
        if size == 1:
            for file, _ in alike:
                yield from _mailbox(reader, file, mailboxes[file.path])
            continue
        for start in range(0, len(alike), size):
            yield alike[start : start + size]


def _mailbox(
    reader: FileReader, file: FileState, known: KnownMailbox
) -> Iterator[Task]:
    for each in compare_mailbox(reader.root, file, known):
        if isinstance(each, MailRange):
            yield [each]
        else:
            yield [file], [each]


def _with_second_process(
    reader: FileReader,
    priority: SearchPriority,
    waiting: Iterator[Task],
    cancelled: threading.Event,
) -> Iterator[Batch]:
    with ReaderProcess(reader) as other, ThreadPoolExecutor(1) as pool:
        pending = None
        while not cancelled.is_set() and (task := next(waiting, None)) is not None:
            if isinstance(task, tuple):
                yield task
                continue
            if pending is None:
                pending = pool.submit(_read, other, task)
                continue
            if pending.done() or priority.is_active:
                yield pending.result()
                pending = pool.submit(_read, other, task)
            else:
                yield _read(reader, task)
        if pending:
            yield pending.result()


def _read(reader: "FileReader | ReaderProcess", requests: Sequence[Request]) -> Batch:
    # The first of both kinds of requests is the file.
    return [request[0] for request in requests], reader.read_all(requests)


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

    def __exit__(self, *_: object) -> None:
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
