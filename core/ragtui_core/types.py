"""The words of the project as types: documents, chunks, hits, coverage.

Offsets are characters (Unicode code points) of a file's decoded text, counted from 0;
spans are half-open. Lines count from 1 and are inclusive. Paths are relative to the
vault, with forward slashes. Scores are floats in 0..1 unless said otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NewType

DocumentId = NewType("DocumentId", int)
ChunkId = NewType("ChunkId", int)


HEADING_SEPARATOR = " > "
"""Between the headings of a heading path that is written out."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` (inclusive) to `end` (exclusive) of a file's text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The part of `text` that this span covers."""
        return text[self.start : self.end]

    def __len__(self) -> int:
        """The number of characters covered."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines `first` to `last` of a file, both inclusive, counted from 1."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Fields:
    """What front matter (or its absence) tells of a document.

    Dates are ISO 8601 strings (`2026-03-01` or with a time). `title` is never empty:
    front matter, else the first level-1 heading, else the file name without suffix.
    """

    title: str
    company: str = ""
    category: str = ""
    summary: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    created: str = ""
    updated: str = ""


class BlockKind(StrEnum):
    """The kinds of Markdown block that chunking and answering tell apart."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    CODE = "code"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of Markdown with no border inside at which one would rather split."""

    kind: BlockKind
    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks under it, up to the next heading of any level.

    `heading_path` holds the headings above and including this one, outermost first;
    it is empty for text before the first heading. `span` runs from the heading to
    the next one, so that the sections of a document tile its body.
    """

    heading_path: tuple[str, ...]
    level: int
    span: Span
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """One file, decoded and parsed.

    `text == path.read_bytes().decode(encoding)`, so line ends are as on disk.
    `problems` are faults that did not stop the reading, such as broken YAML.
    `metadata` is the whole front matter as YAML gave it.
    """

    path: str
    text: str
    encoding: str
    fields: Fields
    sections: tuple[Section, ...]
    front_matter: Span | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit of retrieval: `document.text[span.start:span.end]`.

    `tokens` counts the embedding model's tokens, without its two special ones.
    """

    span: Span
    lines: Lines
    heading_path: tuple[str, ...]
    tokens: int


class Mode(StrEnum):
    """Which evidence a search uses."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    SEMANTIC = "semantic"


class Relaxation(StrEnum):
    """How far a search had to go from the words as asked; values of JSON `relaxed`."""

    CORRECTED = "corrected"
    """A word that occurs nowhere was taken for a slip of another."""
    PHRASE = "phrase"
    """No chunk holds the quoted phrase: its words were looked for."""
    SOME_WORDS = "some_words"
    """No chunk holds every word: the informative ones were enough."""
    MEANING = "meaning"
    """No chunk holds any of the words: only vectors speak."""


class Confidence(StrEnum):
    """Whether the best hit is likely to be about the query at all."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result: a chunk, its document, its scores.

    `keyword` is the BM25 score as a share of the best candidate's; `similarity` is
    the raw cosine in -1..1, None while the chunk has no vector; `fused` decides the
    order; `score` is what is shown. `matches` are spans within `excerpt`.
    `additional` marks a further chunk of a document that has a hit already.
    """

    rank: int
    score: float
    path: str
    heading_path: tuple[str, ...]
    lines: Lines
    span: Span
    excerpt: str
    matches: tuple[Span, ...]
    keyword: float | None
    similarity: float | None
    fused: float
    fields: Fields
    modified: float
    """The file's modification time, seconds since the epoch."""
    additional: bool = False
    explanation: "Explanation | None" = None

    @property
    def title(self) -> str:
        """The document's title."""
        return self.fields.title


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a hit came to its place and its score.

    `matched` tells by field which words of the query stand there. `bm25` is split by
    stage. `fusion` holds what was fused by name, `adjustments` the factors applied to
    the outcome in turn. `coverage`, 0..1, is the share of the query's information
    that the hit's words hold; the score is made of it and the cosine.
    """

    matched: Mapping[str, tuple[str, ...]]
    bm25: Mapping[str, float]
    fusion: Mapping[str, float]
    adjustments: tuple[tuple[str, float], ...]
    coverage: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits in order of rank, and what a person should know about them.

    `relaxed` is None when the words were found as asked; `corrected` is what was
    looked for where words were taken for slips of others. `notes` are sentences.
    """

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    relaxed: Relaxation | None = None
    confidence: Confidence = Confidence.HIGH
    corrected: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A document as shown in a list. `modified` is seconds since the epoch."""

    path: str
    fields: Fields
    modified: float


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not in the index, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a vault the index holds.

    `problems` are files that are indexed but not as written, such as broken YAML.
    `index_bytes` counts the database file and its write-ahead log.
    """

    vault: str
    index_path: str
    index_bytes: int
    documents: int
    chunks: int
    embedded: int
    model: str
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[Skipped, ...] = ()
    last_indexed: str = ""
    next_model: str = ""
    """Whose vectors are being made while those of `model` serve; mostly empty."""
    missing: int = 0
    """Documents that are kept although their files are gone: so many at once that the
    files may be elsewhere (a drive that is not mounted)."""

    @property
    def embedded_share(self) -> float:
        """The share of chunks with a vector, 0..1; 1.0 for an empty index."""
        return self.embedded / self.chunks if self.chunks else 1.0


@dataclass(frozen=True, slots=True)
class FolderCoverage:
    """How much of a folder, with all folders within, the index holds.

    `folder` is relative to the vault and empty for the vault itself. `stale` files are
    new, changed or gone since they were indexed.
    """

    folder: str
    documents: int
    chunks: int
    embedded: int
    skipped: int
    stale: int

    @property
    def embedded_share(self) -> float:
        """The share of chunks with a vector, 0..1; 1.0 where there are none."""
        return self.embedded / self.chunks if self.chunks else 1.0
