"""What an answer is made of, in the order it comes: sources first, `Done` last."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ragtui_core.model import Confidence, Lines, Span


class Sent(StrEnum):
    """How much of a source's document the provider was given."""

    FULL = "full"
    PASSAGES = "passages"
    """Only what stands around the hit; the rest did not fit."""
    METADATA = "metadata"


class Verdict(StrEnum):
    """What comparing a quotation with the file as it is now has shown."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """The same but for white space, markup, quotation marks or the first capital."""
    ELSEWHERE = "elsewhere"
    """Word for word in the file, but not where it was said to be."""
    ALTERED = "altered"
    """The place holds other words."""
    MISSING = "missing"
    """The file does not hold it."""
    FILE_MISSING = "file_missing"
    NOT_SENT = "not_sent"
    """It names something that the provider was not given."""

    @property
    def verified(self) -> bool:
        """Whether the quotation may be relied on."""
        return self in {Verdict.EXACT, Verdict.NORMALISED}


@dataclass(frozen=True, slots=True)
class Source:
    """A document that the answer may rest on; `number` counts from 1."""

    number: int
    path: str
    title: str
    lines: Lines
    heading_path: tuple[str, ...]
    score: float
    sent: Sent


@dataclass(frozen=True, slots=True)
class Sources:
    """All sources, best first. Comes before the first word."""

    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the answer, in Markdown. Marks like `[1]` name citations."""

    text: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A quotation: `span` counts characters of the file as it is on disk now."""

    number: int
    path: str
    span: Span
    lines: Lines
    heading_path: tuple[str, ...]
    quote: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person should know about the answer, in a sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """The answer is complete. `usage` counts tokens, where there are any."""

    provider: str
    model: str
    confidence: Confidence
    usage: Mapping[str, int] = field(default_factory=dict)


AnswerEvent = Sources | Text | Citation | Notice | Done
