"""The types of documents and their chunks.

Offsets are characters (Unicode code points) of a file's decoded text, counted from 0;
spans are half-open. Lines count from 1 and are inclusive. Paths are relative to the
vault, with forward slashes.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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

    def covers(self, other: "Span") -> bool:
        """Whether all of another span is within it."""
        return self.start <= other.start and other.end <= self.end

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


Shifts = tuple[tuple[int, int], ...]
"""Characters of an extracted text, each with the number of lines by which the lines of
the file are further down from there on."""


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
    `shifts`, in order, are those of a file of text whose lines people see.
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
    shifts: Shifts = ()
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
        section = self.section_at(start)
        return location_at(start, self.anchors, section.heading_path if section else ())

    def section_at(self, start: int) -> Section | None:
        """The section that character `start` is in; None in front matter."""
        after = bisect_right(self.sections, start, key=lambda it: it.span.start)
        section = self.sections[after - 1] if after else None
        return section if section and start < section.span.end else None


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
    """The state of an item; values of the filter `is`, beside `OVERDUE`."""

    OPEN = "open"
    DONE = "done"
    CANCELLED = "cancelled"


OVERDUE = "overdue"
"""The value of the filter `is` for open items that were due before today."""


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


@dataclass(frozen=True, slots=True)
class NoteState:
    """Why a note is not to be relied on, in words, and the note to read instead.

    `words` are `superseded by price-list-2026`, `superseded`, `deprecated`, `obsolete`
    or `draft`; `successor` is a path, or empty.
    """

    words: str
    successor: str = ""


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
