"""The domain types: documents, chunks, hits.

Offsets are characters (Unicode code points) of a file's decoded text, counted from 0;
spans are half-open. Lines count from 1 and are inclusive. Paths are relative to the
vault, with forward slashes. Scores are floats in 0..1 unless noted otherwise.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any, NewType

DocumentId = NewType("DocumentId", int)
ChunkId = NewType("ChunkId", int)


HEADING_SEPARATOR = " > "
"""Separates the headings of a formatted heading path."""

LOCATION_SEPARATOR = " › "
"""Separates the headings in the label of a location."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` (inclusive) to `end` (exclusive) of a file's text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The part of `text` that this span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: "Span") -> bool:
        """Whether both cover the same character somewhere."""
        return self.start < other.end and other.start < self.end

    def __len__(self) -> int:
        """The number of characters covered."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines `first` to `last` of a file, both inclusive, counted from 1."""

    first: int
    last: int

    def __str__(self) -> str:
        """`line 3` or `lines 3–5`."""
        if self.first == self.last:
            return f"line {self.first}"
        return f"lines {self.first}–{self.last}"

    @property
    def numbers(self) -> str:
        """`3`, or `3-5`."""
        last = f"-{self.last}" if self.last > self.first else ""
        return f"{self.first}{last}"


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a document, from front matter or defaults.

    Dates are ISO 8601 strings (`2026-03-01` or with a time). `created` is the date of
    the document, `documents/dating.py` says which, and may be a month. `title` is never
    empty: front matter, else the first level-1 heading, else the file name without
    suffix.
    """

    title: str
    company: str = ""
    category: str = ""
    summary: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    created: str = ""
    updated: str = ""

    @property
    def date(self) -> str:
        """The date of the document: a day, month or year, or empty."""
        return self.created[:10]

    @property
    def changed(self) -> str:
        """The day of the last change that the document states, if it is another."""
        day = self.updated[:10]
        return "" if day == self.date else day


class BlockKind(StrEnum):
    """The kinds of Markdown block that chunking and answering distinguish."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    CODE = "code"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of Markdown without a preferred place to split inside."""

    kind: BlockKind
    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks under it, up to the next heading of any level.

    `heading_path` contains the headings above and including this one, outermost first;
    it is empty for text before the first heading. `span` extends from the heading to
    the next one, so that the sections of a document cover its body.
    """

    heading_path: tuple[str, ...]
    level: int
    span: Span
    blocks: tuple[Block, ...]


class LocationKind(StrEnum):
    """What the parts of a document are called; values of JSON `location.kind`."""

    PAGE = "page"
    SLIDE = "slide"
    SHEET = "sheet"
    CELL = "cell"
    """A cell of a notebook."""
    TIME = "time"
    """A time of a transcript, and who speaks: `12:31, Ann Lee`."""
    SECTION = "section"
    """A heading path, in documents without pages or slides."""
    MESSAGE = "message"
    """A mail: sender, date and subject."""
    SCAN = "scan"
    """A page whose text was recognised in its picture; JSON has `page` and `ocr`."""
    IMAGE = "image"
    """A file that is one picture, whose text was recognised."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where in a document something is, as people name it.

    `label` is what is printed there, such as the page label `iv`, the name of a sheet,
    a heading path, or `Ann Lee, 3 Mar 2026, "Re: pump"`. `number` counts pages, slides,
    sheets, times, or the mails of a file from 1; it is 0 for a section.
    """

    kind: LocationKind
    label: str
    number: int = 0

    @property
    def is_recognized(self) -> bool:
        """Whether its text comes from optical character recognition (OCR)."""
        return self.kind in {LocationKind.SCAN, LocationKind.IMAGE}

    def as_json(self) -> dict[str, str | int | bool | None]:
        """The value of JSON `location`; `ocr` is there if the text was recognised."""
        is_scan = self.kind is LocationKind.SCAN
        kind = LocationKind.PAGE if is_scan else self.kind
        return {
            "kind": kind.value,
            "label": self.label,
            "number": self.number or None,
            **({"ocr": True} if self.is_recognized else {}),
        }

    def __str__(self) -> str:
        """`p. 12`, `p. 12 (OCR)`, `slide 4` or `Methods › Results`."""
        return _SHOWN.get(self.kind, "{}").format(self.label)


_SHOWN = {
    LocationKind.PAGE: "p. {}",
    LocationKind.SLIDE: "slide {}",
    LocationKind.SHEET: "sheet {}",
    LocationKind.CELL: "cell {}",
    LocationKind.SCAN: "p. {} (OCR)",
    LocationKind.IMAGE: "{} (OCR)",
}
"""How the locations of a kind are written, with their label."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A location that begins at character `start` of a document's text."""

    start: int
    location: Location


@dataclass(frozen=True, slots=True)
class PicturedLine:
    """A line that was recognised in a picture, and where in the picture it is.

    `span` is in characters of the document's text. `page` counts pages or pictures of
    the file from 1. `box` is left, top, right and bottom, `size`
    width and height of the picture: in pixels, of a page in points.
    """

    span: Span
    page: int
    box: tuple[float, float, float, float]
    size: tuple[float, float]

    def as_json(self) -> dict[str, Any]:
        """The value of JSON `pictured`: page, box and size."""
        return {"page": self.page, "box": list(self.box), "size": list(self.size)}

    def __str__(self) -> str:
        """`in the picture at 12 % from the left, 40 % from the top`."""
        left, top = (
            round(100 * at / whole) if whole else 0
            for at, whole in zip(self.box, self.size, strict=False)
        )
        return f"in the picture at {left} % from the left, {top} % from the top"


@dataclass(frozen=True, slots=True)
class Document:
    """One file, decoded and parsed.

    `text == path.read_bytes().decode(encoding)`, so line ends are as on disk. If the
    file is not text, `text` is the Markdown that was extracted from it, `encoding`
    names the kind and the extractor (`pdf/1`), and `anchors` has its pages or slides,
    in order.
    `problems` are defects that did not prevent reading, such as broken YAML.
    `metadata` is the whole parsed front matter, or what the headers of a mail say.
    `quoted` are the spans of a mail that its sender did not write, quotations and
    signatures, and of an indexed note its saved citations.
    `pictured` are the lines that were recognised in pictures, in order;
    `waits` whether pages or pictures are still to be recognised. `is_here` is false if
    the file is not on this machine: `text` is the passages of the index then, and blank
    between them.
    """

    path: str
    text: str
    encoding: str
    fields: Fields
    sections: tuple[Section, ...]
    front_matter: Span | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    quoted: tuple[Span, ...] = ()
    pictured: tuple[PicturedLine, ...] = ()
    waits: bool = False
    is_here: bool = True

    @property
    def is_extracted(self) -> bool:
        """Whether the text was extracted from a file that is not text."""
        return "/" in self.encoding

    def pictured_in(self, span: Span) -> tuple[PicturedLine, ...]:
        """The recognised lines that a span touches."""
        return tuple(line for line in self.pictured if line.span.overlaps(span))

    def location(self, start: int) -> Location | None:
        """Where character `start` is; None in text, whose lines say that."""
        if not self.is_extracted:
            return None
        after = bisect_right(self.sections, start, key=lambda each: each.span.start)
        headings = self.sections[after - 1].heading_path if after else ()
        return location_at(start, self.anchors, headings)


def location_at(
    start: int, anchors: Sequence[Anchor], heading_path: Sequence[str]
) -> Location | None:
    """Where in an extracted text a character is: its page or slide, else its section.

    Args:
        start: The character.
        anchors: Those of the text.
        heading_path: The headings above the character.
    """
    if after := bisect_right(anchors, start, key=lambda anchor: anchor.start):
        return anchors[after - 1].location
    label = LOCATION_SEPARATOR.join(heading_path)
    return Location(LocationKind.SECTION, label) if label else None


class ItemState(StrEnum):
    """The state of an item; values of the filter `is`."""

    OPEN = "open"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a person sees beside a passage; empty where there is nothing.

    `day` is its first and `until` its last day, `due` when the item is due: as
    YYYY-MM-DD. `state` is an `ItemState`. `speakers` are those of a chat.
    """

    day: str = ""
    until: str = ""
    state: str = ""
    due: str = ""
    speakers: tuple[str, ...] = ()

    def fits(self, other: "Entry") -> bool:
        """Whether it has days of the other one, if any, and its state."""
        shares_days = self.day <= other.until and other.day <= self.until
        has_days = bool(self.day), bool(other.day)
        is_of_days = shares_days if all(has_days) else not any(has_days)
        return is_of_days and self.state == other.state


NO_ENTRY = Entry()


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit of retrieval: `document.text[span.start:span.end]`.

    `tokens` counts the embedding model's tokens, without its two special ones. `text`
    has spaces for encoded data. `head` is the head of the table that it continues.
    `is_quoted` marks what the sender of a mail, or the writer of a note, quotes, and
    what only names other texts.
    """

    span: Span
    lines: Lines
    heading_path: tuple[str, ...]
    tokens: int
    text: str
    head: str = ""
    is_quoted: bool = False
    entry: Entry = NO_ENTRY


class Mode(StrEnum):
    """Which evidence a search uses."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    SEMANTIC = "semantic"


class Relaxation(StrEnum):
    """How a search departed from the query as written; values of JSON `relaxed`."""

    CORRECTED = "corrected"
    """A term that is not in the index was treated as a typo for another."""
    PHRASE = "phrase"
    """No chunk contains the quoted phrase: its words were searched for."""
    SOME_WORDS = "some_words"
    """No chunk contains every word: the informative ones sufficed."""
    SEMANTIC = "meaning"
    """No chunk contains any of the words: only vectors were used."""


class Confidence(StrEnum):
    """Whether the best hit is likely to be about the query at all."""

    HIGH = "high"
    LOW = "low"


LOW_CONFIDENCE = 0.5
"""A hit whose score is below is not a good match: probably not about the query."""


@dataclass(frozen=True, slots=True)
class NoteState:
    """Why a note is not to be relied on, in words, and the note to read instead.

    `words` are `superseded by price-list-2026`, `superseded`, `deprecated`, `obsolete`
    or `draft`; `successor` is a path, or empty.
    """

    words: str
    successor: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result: a chunk, its document, its scores.

    `keyword` is the BM25 score relative to the best candidate's; `similarity` is
    the raw cosine in -1..1, None while the chunk has no vector; `fused` determines the
    order; `score` is displayed. `matches` are spans within `excerpt`.
    `additional` marks a further chunk of a document that already has a hit.
    `copies` are the other paths of a mail, or of its attachment, in several files, and
    those of documents with the same content, title and date, which have no hits.
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
    location: Location | None = None
    """The page, slide or section of most matches; None if the file is text."""
    explanation: "Explanation | None" = None
    copies: tuple[str, ...] = ()
    state: str = ""
    """The words of the document's state, such as `superseded by price-list-2026` or
    `draft`; empty if it may be relied on."""
    successor: str = ""
    """The path of the note that replaces it, if one does."""
    entry: Entry = NO_ENTRY

    @property
    def day(self) -> str:
        """The day of the passage, else the date of the document; may be empty."""
        return self.entry.day or self.fields.date

    @property
    def title(self) -> str:
        """The document's title."""
        return self.fields.title

    @property
    def is_weak(self) -> bool:
        """Whether it is not a good match."""
        return self.score < LOW_CONFIDENCE

    @property
    def copied(self) -> str:
        """`also in 2 other files`, or empty."""
        number = len(self.copies)
        files = f"{number} other files" if number > 1 else "another file"
        return f"also in {files}" if number else ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How the rank and the score of a hit were computed.

    `matched` has, by field, the words of the query found there. `parts` are the
    summands of the log-odds by name, without those that are 0: their sum is `fused`,
    its logistic function the score. `words` are the informative words of the query.
    """

    matched: Mapping[str, tuple[str, ...]]
    parts: Mapping[str, float]
    words: tuple[str, ...] = ()


class TimeEffect(StrEnum):
    """What a time in the query did to the search."""

    RESTRICTED = "restricted"
    """Only documents of these days were searched."""
    PREFERRED = "preferred"
    """Documents of these days rank higher: the words may mean something else."""
    DROPPED = "dropped"
    """No document of these days answers: all were searched."""


TIMES_SEPARATOR = " … "
"""Separates the words of several times."""


@dataclass(frozen=True, slots=True)
class SearchedTime:
    """A time in the query: its days (None is an open end), and its `words`.

    `words` are empty if a question has the time of the question before. `shown` is the
    range for the user, such as `16–22 Nov 2026`.
    """

    first: date | None
    last: date | None
    words: str
    shown: str
    effect: TimeEffect

    @property
    def is_day(self) -> bool:
        """Whether it is one day."""
        return self.first is not None and self.first == self.last

    def has_days(self, first: str, last: str) -> bool:
        """Whether it has one of the days from `first` to `last`, as YYYY-MM-DD."""
        begin, end = self.first or date.min, self.last or date.max
        return begin.isoformat() <= last and first <= end.isoformat()

    def without_words(self, text: str) -> str:
        """A text without the words of the time.

        Letters beyond ASCII begin and end anywhere: some scripts have no spaces.
        """
        border = r"(?!(?<=\w)(?=\w))"
        for words in filter(None, self.words.split(TIMES_SEPARATOR)):
            said = f"{border}{re.escape(words)}{border}"
            text = re.sub(said, " ", text, flags=re.ASCII)
        return text


NEAREST = 5
"""The number of hits that are listed at most if none is a good match."""

NEAR = 0.25
"""The lowest score of these that is listed, relative to the highest."""


def listed_count(scores: Sequence[float], relaxed: Relaxation | None = None) -> int:
    """How many of the hits with these scores a list has; see `SearchResult.listed`."""
    least = LOW_CONFIDENCE
    if max(scores, default=0.0) < least:
        scores = () if relaxed is Relaxation.SEMANTIC else scores[:NEAREST]
        least = max(scores, default=0.0) * NEAR
    ranks = (rank for rank, score in enumerate(scores, 1) if score >= least)
    return max(ranks, default=0)


def no_note_has(words: Sequence[str]) -> str:
    """That no note has some words, without a full stop."""
    return f"No note has {' or '.join(f'“{word}”' for word in words)}"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits in order of rank, with notes for the user.

    `relaxed` is None if the words were found as written; `corrected` is the query
    with corrected typos. `notes` are sentences. `hidden` is the number of hits that
    were left out because of their scores. `time` is the time that the query names.
    `by_date` is whether the line asked for the newest or the oldest, for all notes with
    some words, or for nothing but the notes of a time. In the two last cases `total` is
    the number of all these documents, of which `hits` has as many as the limit allows;
    it is None if the hits are the most relevant ones. `counted` is the sentence that
    says which documents they are, such as `8 notes contain “swim”.` `found` is `total`,
    or how many passages are good matches, in digits: `100+` if there may be more.
    """

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    relaxed: Relaxation | None = None
    confidence: Confidence = Confidence.HIGH
    corrected: str = ""
    notes: tuple[str, ...] = ()
    hidden: int = 0
    time: SearchedTime | None = None
    by_date: bool = False
    total: int | None = None
    counted: str = ""
    missing: tuple[str, ...] = ()
    """Words of the query that no document has."""
    found: str = ""

    @property
    def listed(self) -> int:
        """Number of leading hits that a list has: up to the last good match.

        If none is good, the nearest few with some of the words. The weaker ones follow
        on demand.
        """
        return listed_count([hit.score for hit in self.hits], self.relaxed)

    @property
    def weaker(self) -> str:
        """The name of what follows the listed hits, without a number; empty if nothing.

        How many there are is up to the limit: of passages, none is without a score.
        """
        return "weaker results" if self.listed < len(self.hits) else ""

    def cut(self, how: str) -> "SearchResult":
        """The listed hits alone; a note says that weaker ones follow, and `how`."""
        notes = [f"There are {self.weaker}: {how}."] if self.weaker else []
        if (
            self.total
            and len(self.hits) < self.total
            and self.counted not in self.notes
        ):
            notes.append(self.counted)
        hits = self.hits[: self.listed]
        return replace(self, hits=hits, notes=(*notes, *self.notes)) if notes else self


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
