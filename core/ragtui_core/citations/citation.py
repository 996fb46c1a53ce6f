"""A quotation in an answer, where it comes from, and what the file says of it."""

from dataclasses import dataclass
from enum import StrEnum

from ragtui_core.types import Lines, Span


class Verdict(StrEnum):
    """What comparing a quotation with the file as it is now has shown."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """The same but for white space, markup, quotation marks or the first capital."""
    ELSEWHERE = "elsewhere"
    """In the files, but not where it was said to be."""
    ALTERED = "altered"
    """The file holds something like it in other words, or with other numbers."""
    MISSING = "missing"
    """The file does not hold it."""
    STALE = "stale"
    """The file held it, and was changed since."""
    FILE_MISSING = "file_missing"
    """The file is not there any more."""
    NOT_SENT = "not_sent"
    """It names something that the provider was not given."""
    TOO_SHORT = "too_short"
    """It is so short that it stands anywhere, and proves nothing."""

    @property
    def verified(self) -> bool:
        """Whether the quotation may be relied on."""
        return self in {Verdict.EXACT, Verdict.NORMALISED}


@dataclass(frozen=True, slots=True)
class Citation:
    """A quotation: `span` counts characters of the file as it is on disk now.

    `surroundings` are digests of what is beside it there; empty where it is nowhere.
    """

    number: int
    path: str
    span: Span
    lines: Lines
    heading_path: tuple[str, ...]
    quote: str
    verdict: Verdict
    surroundings: str = ""
