"""What an answer is made of, in the order it comes: sources first, `Done` last."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ragtui_core.citations.citation import Citation
from ragtui_core.types import Confidence, Lines

NO_ANSWER = "I don't have information about that."


class AnswerEventName(StrEnum):
    """The value of `event` in the JSON form of each event."""

    SOURCES = "sources"
    TEXT = "text"
    CITATION = "citation"
    NOTICE = "notice"
    DONE = "done"


class Sent(StrEnum):
    """How much of a source's document the provider was given."""

    FULL = "full"
    PASSAGES = "passages"
    """Only what stands around the hit; the rest did not fit."""
    METADATA = "metadata"


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
    """All sources, best first. Comes before the first word.

    `queries` are what was searched for, which may be more than what was asked. `chat`
    is the conversation that the exchange will be kept in once a word was said; empty
    is none.
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

    In any other text of an answer, what would look like a mark is rewritten.
    """


class NoticeKind(StrEnum):
    """What a notice is about."""

    ANSWER = "answer"
    """How far the answer can be relied on."""
    DISAGREEMENT = "disagreement"
    """Which files say what others deny."""
    SEARCH = "search"
    """How its sources were found: what was mended, relaxed or left out."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person should know about the answer, in a sentence.

    `retryable` tells that asking again may give the rest of the answer. `paths` are the
    files that it is about, where it is about some.
    """

    text: str
    retryable: bool = False
    kind: NoticeKind = NoticeKind.ANSWER
    paths: tuple[str, ...] = ()


class Cost(StrEnum):
    """What an answer costs, as a class: prices change, their order hardly does."""

    FREE = "free"
    """Made on this machine, or by a server of one's own."""
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more comes.

    `usage` counts tokens, where there are any. `error` is the kind of the failure that
    broke the answer off, and empty where it is complete. `chat` is the conversation
    that the exchange was kept in, and empty where none was.
    """

    provider: str
    model: str
    confidence: Confidence
    usage: Mapping[str, int] = field(default_factory=dict)
    cost: Cost = Cost.FREE
    error: str = ""
    chat: str = ""


AnswerEvent = Sources | Text | Citation | Notice | Done
