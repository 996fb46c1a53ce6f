"""One question and its answer, as a conversation keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ragtui_core.answer_events import Source
from ragtui_core.citations.citation import Citation
from ragtui_core.types import Span


@dataclass(frozen=True, slots=True)
class SentText:
    """Which runs of a file's characters the provider was given, in the order sent."""

    path: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and what was said to it."""

    time: str
    """ISO 8601 in UTC, as `utc_now` gives it."""
    question: str
    query: str = ""
    """What was searched for; a follow-up question may be put in other words."""
    answer: str = ""
    """Markdown. Marks like `[1]` name citations of this turn."""
    sources: tuple[Source, ...] = ()
    citations: tuple[Citation, ...] = ()
    notices: tuple[str, ...] = ()
    disagreements: tuple[str, ...] = ()
    """Which files say what others deny."""
    search_notes: tuple[str, ...] = ()
    """How its sources were found."""
    provider: str = ""
    model: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Tokens by kind."""
    error: str = ""
    """The kind of the AnswerError that ended it, if one did."""
    sent: tuple[SentText, ...] = ()
    """With it a follow-up can repeat the beginning of this turn's request."""


def utc_now() -> str:
    """The time of a turn that ends now."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
