"""A quotation with its source: with its verdict, and as it is saved."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ragtui_core.text.sanitizing import sanitize
from ragtui_core.text.single_line import one_line
from ragtui_core.types import Document, Lines, Location, LocationKind, Span

MAIL_PREFIX = "mail from "
"""Before the sender, date and subject of a mail."""

MAX_CONTEXT = 4
"""A saved context has at most so many parts, the first ones; the digest covers all."""

MAX_CONTEXT_CHARS = 40
"""Maximum characters of each part of a saved context."""

DIGEST_LENGTH = 12
"""Hex digits."""


class Verdict(StrEnum):
    """The result of comparing a quotation with the current file."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """Equal except for white space, markup or quotation marks."""
    ELSEWHERE = "elsewhere"
    """In the files, but not at the cited location."""
    CONTEXT_CHANGED = "context_changed"
    """In its file, but in another sentence, under another heading, in another list or
    column, in another kind of block, or in a mail with other headers."""
    PARTS = "parts"
    """The file has its parts between ellipses, in order and near each other."""
    ALTERED = "altered"
    """The file has a similar text with other words or numbers."""
    MISSING = "missing"
    """The file does not contain it."""
    STALE = "stale"
    """The file contained it, and has changed since."""
    FILE_MISSING = "file_missing"
    FILE_NOT_HERE = "file_not_here"
    """The index has the file's text, but the file is not on this machine."""
    NOT_SENT = "not_sent"
    """The citation is of something that was not sent to the provider."""
    TOO_SHORT = "too_short"
    """The quotation is too short to prove anything."""

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
    """The list, row and columns that it belongs to: `placement.Placement.context`."""
    location: Location | None = None
    """Page, slide or section of the words; None if not found, or in a text file."""
    quoted: bool = False
    """Whether the answer shows `quote` as a quotation. Otherwise it is a passage that
    was found for what the answer says in other words."""
    facts: str = ""
    """The state and the dates of its document: `superseded, dated 3 Nov 2026`."""
    sentence: str = ""
    """The whole sentence of a quoted part, as Markdown, with the part in bold."""
    before: str = ""
    """The displayed words before it in its sentence, if it is a part of one."""
    after: str = ""
    shown: str = ""
    """The displayed words of `quote` if that is the source of its file, as Markdown."""

    @property
    def is_extract(self) -> bool:
        """Whether the answer has the passage itself, under what is above it."""
        return bool(self.shown)

    @property
    def is_verified_quotation(self) -> bool:
        """Whether the answer quotes it, and the file contains it."""
        return self.quoted and self.verdict.verified

    @property
    def is_found_passage(self) -> bool:
        """Whether it is a passage for what the answer says in other words."""
        return self.verdict.verified and not self.quoted


@dataclass(frozen=True, slots=True)
class SavedCitation:
    """A quotation, where it comes from, and the digests that were saved with it."""

    number: int | None
    path: str
    heading_path: tuple[str, ...]
    lines: Lines | None
    quote: str
    digest: str
    """12 hex digits, of the words."""
    surroundings: str = ""
    """Digests of what is around it, as `placement.Placement` has them; older versions
    saved fewer digits or none."""
    context: tuple[str, ...] = ()
    """The list, row and columns, each clipped: `• Allowed`, `→ Heron`, `↓ bar`."""
    location: str = ""
    """`p. 12`, `slide 4`, `mail from Ann Lee, 3 Mar 2026, "Re: pump"`, or empty."""
    name: str = field(default="", compare=False)
    """The file as the written link names it; that is its path, if it was not edited."""

    @classmethod
    def of(cls, citation: Citation) -> "SavedCitation":
        """The saved form of a citation, without escape sequences and the like."""
        quote = clean(citation.sentence or citation.quote)
        return cls(
            citation.number,
            citation.path,
            citation.heading_path,
            citation.lines,
            quote,
            quotation_digest(quote),
            citation.surroundings,
            clipped(citation.context),
            saved_location(citation.location),
        )

    @property
    def intact(self) -> bool:
        """Whether the quotation still has the words that it was saved with."""
        return quotation_digest(self.quote) == self.digest


def quotation_digest(text: str) -> str:
    """The digest of the words of `text`: the same however its lines are broken.

    The first 12 hex digits of the SHA-256 of the text in UTF-8, after every run of
    white space became one space and none is left at the ends.
    """
    words = " ".join(text.split()).encode("utf-8", "replace")
    return hashlib.sha256(words).hexdigest()[:DIGEST_LENGTH]


def clean(text: str) -> str:
    """A text that can be shown and written as UTF-8."""
    return sanitize(text).encode("utf-8", "replace").decode("utf-8")


def clipped(context: Sequence[str]) -> tuple[str, ...]:
    """A context as it is saved: its first parts, each of limited length."""
    first = context[:MAX_CONTEXT]
    return tuple(one_line(part)[:MAX_CONTEXT_CHARS].rstrip() for part in first)


def saved_location(location: Location | None) -> str:
    """A page, slide, time or mail; a section is in the heading path."""
    if location is None or location.kind is LocationKind.SECTION:
        return ""
    if location.kind is LocationKind.TIME:
        return f"at {location.label.partition(',')[0]}"
    is_mail = location.kind is LocationKind.MESSAGE
    return f"{MAIL_PREFIX}{location}" if is_mail else str(location)
