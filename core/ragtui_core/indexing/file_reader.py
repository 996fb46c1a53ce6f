"""Files of a vault -> their records in the store."""

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from ragtui_core.chunking import chunk_document
from ragtui_core.citations.saving.cited_spans import citation_spans
from ragtui_core.documents.loader import DEFAULT_LOADERS, MAIL, Loaders
from ragtui_core.documents.markdown.headings import headings_of
from ragtui_core.documents.markdown.link_extraction import links_from
from ragtui_core.documents.succession import succession_of
from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import content_hash, read_vault_file
from ragtui_core.indexing.mail_reader import (
    MailFile,
    MailRange,
    MailReader,
    MailReading,
)
from ragtui_core.indexing.words_first import rough_chunks
from ragtui_core.settings.schema import ChunkingSettings
from ragtui_core.store.names.note_keys import SUCCESSION, alias_texts, stored_aliases
from ragtui_core.store.records import (
    RECORDS_VERSION,
    WORDS_ONLY,
    ChunkRecord,
    DocumentRecord,
    FileState,
    HeadingRecord,
    LinkRecord,
    with_head,
)
from ragtui_core.text.folding import name_key
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.subwords import grams, parts
from ragtui_core.types import Chunk, Document, Skipped


def signature(settings: ChunkingSettings) -> str:
    """The inputs, besides the files, that the chunks of an index depend on."""
    return f"{RECORDS_VERSION} {settings}"


class FileRequest(NamedTuple):
    """A file to read, and the hash of its indexed content, if any."""

    file: FileState
    hash: bytes | None = None
    words_only: bool = False
    """Whether the words of the file, Markdown, are read alone."""


Request = FileRequest | MailRange


class Outcome(Enum):
    """Why a file is not written to the index."""

    SAME = auto()
    """The content of the file is unchanged."""
    GONE = auto()
    """The file vanished since it was listed."""


FileReading = DocumentRecord | MailReading | Skipped | Outcome
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

    def read_all(self, requests: Iterable[Request]) -> list[FileReading]:
        """Read each file, parse and chunk it unless its content is unchanged."""
        mails = MailReader(self.root, self.max_bytes, self.loaders, self._record)
        readings = [
            mails.read_range(request)
            if isinstance(request, MailRange)
            else self._read(*request)
            for request in requests
        ]
        # Mails are extracted together, which takes less time.
        unread = [reading for reading in readings if isinstance(reading, MailFile)]
        read = iter(mails.read_files(unread) if unread else ())
        return [next(read) if isinstance(r, MailFile) else r for r in readings]

    def _read(
        self, file: FileState, before: bytes | None, words_only: bool
    ) -> FileReading | MailFile:
        """The result for a file; for a mail, its content, which is to be extracted."""
        # Taken before reading: later writes must count as a change.
        checked_ns = time.time_ns()
        try:
            data = read_vault_file(self.root, file.path, self.max_bytes)
            if words_only:
                return _words_of(file, data)
            digest = content_hash(data)
            if digest == before:
                return Outcome.SAME
            if self.loaders.are_mails(file.path):
                return MailFile(file, data, checked_ns)
            document = self.loaders.load(file.path, data)
        except FileNotFoundError:
            return Outcome.GONE
        except UnreadableFile as error:
            return Skipped(file.path, str(error))
        return self._record(file, digest, checked_ns, document)

    def _record(
        self, file: FileState, digest: bytes, checked_ns: int, document: Document
    ) -> DocumentRecord:
        fields = document.fields
        texts = (fields.title, fields.company, fields.category, fields.summary)
        aliases = alias_texts(stored_aliases(document.metadata))
        is_mail = document.encoding.startswith(f"{MAIL}/")
        if not is_mail:  # Mark the citations of a note like the quotations of mails.
            document = replace(document, quoted=citation_spans(document.text))
        chunks = chunk_document(document, self.settings, bundled_token_counter())
        return DocumentRecord(
            file=file,
            hash=digest,
            checked_ns=checked_ns,
            encoding=document.encoding,
            fields=fields,
            metadata=_metadata(document),
            problems=as_json(document.problems),
            field_grams=grams("\n".join((*texts, *fields.tags, *aliases))),
            chunks=tuple(_chunk_record(document, chunk) for chunk in chunks),
            # Those of mails would outnumber the headings and links of notes.
            links=() if is_mail else _link_records(document),
            headings=() if is_mail else _heading_records(document),
        )


_NEVER = -(2**63)
"""Before the time of any file, so that the next run reads it again."""


def _words_of(file: FileState, data: bytes) -> DocumentRecord:
    """The words of a Markdown file, which is not parsed."""
    from ragtui_core.documents.parser import unparsed_document

    document = unparsed_document(file.path, data)
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


as_json = json.JSONEncoder(ensure_ascii=False).encode
"""`json.dumps` makes an encoder each time, which takes longer than most values do."""


def stored_metadata(document: Document, metadata: Mapping[str, object]) -> str:
    """Metadata as JSON, first what the document says of its validity, if it does."""
    stored = {key: value for key, value in metadata.items() if key != SUCCESSION}
    if (said := succession_of(document)).validity:
        stored = {SUCCESSION: said.as_json(), **stored}
    return as_json(stored)


def _metadata(document: Document) -> str:
    """The front matter as JSON, with the anchors of an extracted text."""
    if not document.is_extracted:
        return stored_metadata(document, document.metadata)
    anchors = [
        (
            anchor.start,
            anchor.location.kind,
            anchor.location.label,
            anchor.location.number,
        )
        for anchor in document.anchors
    ]
    metadata: dict[str, object] = {"anchors": anchors}
    if not isinstance(document.metadata.get("to"), list):  # of no mail
        return stored_metadata(document, {**document.metadata, **metadata})
    to = (*document.metadata["to"], *document.metadata["cc"])
    mail = {"mail": dict(document.metadata), "recipients": "\n".join(to)}
    return as_json(metadata | mail)


def _chunk_record(document: Document, chunk: Chunk) -> ChunkRecord:
    text = with_head(chunk.head, chunk.text)
    embedded = embedding_text(document.fields.title, chunk.heading_path, text)
    key = content_hash(embedded.encode())
    return ChunkRecord.of(chunk, key, grams(text), parts(text))


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
