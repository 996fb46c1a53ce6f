"""One question and its answer, as stored in a conversation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ragtui_core.answer_events import Source
from ragtui_core.citations.citation import Citation
from ragtui_core.types import Span


@dataclass(frozen=True, slots=True)
class SentText:
    """The spans of a file that were sent to the provider, in order."""

    path: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer."""

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
    """Notices on files that contradict each other."""
    search_notes: tuple[str, ...] = ()
    """How its sources were found."""
    provider: str = ""
    model: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Tokens by kind."""
    error: str = ""
    """The kind of the AnswerError that ended it, if one did."""
    sent: tuple[SentText, ...] = ()
    """The sent documents, so that a follow-up can repeat the start of the request."""


def utc_now() -> str:
    """The time of a turn that ends now."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
