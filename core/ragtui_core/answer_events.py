"""The events of an answer, in order: sources first, `Done` last."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ragtui_core.citations.citation import Citation
from ragtui_core.types import Confidence, Lines

NO_ANSWER = "I don't have information about that."


class Sent(StrEnum):
    """How much of a source's document the provider was given."""

    FULL = "full"
    PASSAGES = "passages"
    """Only the text around the hit; the rest did not fit."""
    METADATA = "metadata"


@dataclass(frozen=True, slots=True)
class Source:
    """A document that the answer may be based on; `number` counts from 1."""

    number: int
    path: str
    title: str
    lines: Lines
    heading_path: tuple[str, ...]
    score: float
    sent: Sent


@dataclass(frozen=True, slots=True)
class Sources:
    """All sources, best first; precedes the text.

    `queries` are the queries that were searched, which may include variants. `chat`
    is the conversation in which the exchange will be stored once there is text; empty
    if there is none.
    """

    sources: tuple[Source, ...]
    queries: tuple[str, ...] = ()
    chat: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the answer, in Markdown. Marks like `[1]` name citations."""

    text: str


@dataclass(frozen=True, slots=True)
class Mark(Text):
    """A piece of the answer that ragtui wrote itself: marks like `[1]`.

    In any other text of an answer, text that looks like a mark is rewritten.
    """


class NoticeKind(StrEnum):
    """The subject of a notice."""

    ANSWER = "answer"
    """How reliable the answer is."""
    DISAGREEMENT = "disagreement"
    """Which files contradict each other."""
    SEARCH = "search"
    """How its sources were found: what was corrected, relaxed or left out."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the user about the answer.

    `retryable` means that asking again may give the rest of the answer. `paths` are the
    files that it concerns, if any.
    """

    text: str
    retryable: bool = False
    kind: NoticeKind = NoticeKind.ANSWER
    paths: tuple[str, ...] = ()


class Cost(StrEnum):
    """The cost class of an answer; prices change, but their order seldom does."""

    FREE = "free"
    """Generated on this machine, or by the user's own server."""
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Done:
    """The end of the events.

    `usage` counts tokens, if there are any. `error` is the kind of the failure that
    interrupted the answer, and empty if it is complete. `chat` is the conversation
    in which the exchange was stored, and empty if there is none.
    """

    provider: str
    model: str
    confidence: Confidence
    usage: Mapping[str, int] = field(default_factory=dict)
    cost: Cost = Cost.FREE
    error: str = ""
    chat: str = ""


AnswerEvent = Sources | Text | Citation | Notice | Done
