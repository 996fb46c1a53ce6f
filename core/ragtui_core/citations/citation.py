"""A quotation with its source and its verdict."""

from dataclasses import dataclass
from enum import StrEnum

from ragtui_core.types import Document, Lines, Location, Span


class Verdict(StrEnum):
    """The result of comparing a quotation with the current file."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """Equal except for white space, markup, quotation marks or the first capital."""
    ELSEWHERE = "elsewhere"
    """In the files, but not at the cited location."""
    CONTEXT_CHANGED = "context_changed"
    """In its file, but under another heading, in another list or column, in another
    kind of block, or in a mail with other headers."""
    ALTERED = "altered"
    """The file has a similar text with other words or numbers."""
    MISSING = "missing"
    """The file does not contain it."""
    STALE = "stale"
    """The file contained it, and has changed since."""
    FILE_MISSING = "file_missing"
    """The file no longer exists."""
    FILE_NOT_HERE = "file_not_here"
    """The index has the file's text, but the file is not on this machine."""
    NOT_SENT = "not_sent"
    """It cites something that was not sent to the provider."""
    TOO_SHORT = "too_short"
    """It is too short to prove anything."""

    @property
    def verified(self) -> bool:
        """Whether the quotation may be relied on."""
        return self in {Verdict.EXACT, Verdict.NORMALISED}

    def about(self, document: Document) -> "Verdict":
        """This verdict if `document` is a file; its indexed text proves nothing."""
        return self if document.is_here else Verdict.FILE_NOT_HERE


@dataclass(frozen=True, slots=True)
class Citation:
    """A quotation: `span` is in characters of the current file.

    `surroundings` are digests of the adjacent text; empty if it was not found.
    """

    number: int
    path: str
    span: Span
    lines: Lines
    heading_path: tuple[str, ...]
    quote: str
    verdict: Verdict
    surroundings: str = ""
    context: tuple[str, ...] = ()
    """The list, row and columns that it belongs to: `place.Place.context`."""
    location: Location | None = None
    """Its page, slide or section; None if it was not found, or the file is text."""
    quoted: bool = False
    """Whether the answer shows `quote` as a quotation. Otherwise it is a passage that
    was found for what the answer says in other words."""

    @property
    def is_verified_quotation(self) -> bool:
        """Whether the answer quotes it, and the file contains it."""
        return self.quoted and self.verdict.verified
