"""The events of an answer, in order: `Sources` first, `Done` last.

`Reading`, if any, precedes the first text. If a model searches by itself, a `Step` for
each of its calls, and `Reading`, precede `Sources`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ragtui_core.citations.citation import Citation
from ragtui_core.search_results import (
    LOW_CONFIDENCE,
    Confidence,
    SearchedTime,
    no_note_has,
)
from ragtui_core.types import Lines, Location

NO_ANSWER = "I don't have information about that."

WEAK_EVIDENCE = "Not sure that these passages answer the question."
"""The notice on citations of passages that match the question poorly."""


def doubt(missing: Sequence[str]) -> str:
    """The sentence of doubt on an answer to a question with words that no note has."""
    if not missing:
        return WEAK_EVIDENCE
    return f"{no_note_has(missing)}: {WEAK_EVIDENCE[0].lower()}{WEAK_EVIDENCE[1:]}"


UNANSWERED = "no passage clearly answers this"
"""What is said, in brackets, before the words of a small model if extracts would not
quote its passages as an answer."""


def says_no_answer(text: str) -> bool:
    """Whether an answer only says that there is none, or begins with that remark."""
    said = text.replace("\u2019", "'").strip(' \n*_>"')
    is_unanswered = said.startswith(f"[{UNANSWERED}]")
    return is_unanswered or said.rstrip(".") == NO_ANSWER.rstrip(".")


CANCELLED = "cancelled"
"""The error, in the audit log, of an exchange that the user cancelled."""


class AnswerEventName(StrEnum):
    """The value of `event` in the JSON form of each event."""

    SOURCES = "sources"
    READING = "reading"
    STEP = "step"
    TEXT = "text"
    CITATION = "citation"
    NOTICE = "notice"
    DONE = "done"


class Sent(StrEnum):
    """How much of a source's document the provider was given."""

    FULL = "full"
    PASSAGES = "passages"
    """Only the passages around the hit; the rest did not fit."""
    METADATA = "metadata"


@dataclass(frozen=True, slots=True)
class Source:
    """A document that the answer may use; `number` counts from 1."""

    number: int
    path: str
    title: str
    lines: Lines
    heading_path: tuple[str, ...]
    score: float
    sent: Sent
    location: Location | None = None
    """The page, slide or section of the passage; None in a text file."""
    state: str = ""
    """The words of the document's state, such as `superseded by price-list-2026` or
    `draft`; empty if it may be relied on."""
    date: str = ""
    """The date of the document in ISO 8601: a day, month or year; empty if unknown."""
    changed: str = ""
    """The day of the last change that the document states, if it is another."""


@dataclass(frozen=True, slots=True)
class Sources:
    """All sources, by score; then those of earlier questions. Precedes any text.

    `queries` are the search queries, which may be more than the question. `chat` is the
    id of the conversation in which the exchange is stored once there is an answer;
    empty if it is not stored. `time` is the one that was searched for, if any.
    """

    sources: tuple[Source, ...]
    queries: tuple[str, ...] = ()
    chat: str = ""
    time: SearchedTime | None = None

    @property
    def listed(self) -> tuple[Source, ...]:
        """The sources that a list shows: the good matches."""
        return tuple(s for s in self.sources if s.score >= LOW_CONFIDENCE)


@dataclass(frozen=True, slots=True)
class Reading:
    """A model of one's own server has begun to read.

    `tokens` is about how many it was sent; `last_seconds` is how long it took the last
    time to begin its answer, if it is known.
    """

    tokens: int
    last_seconds: float | None = None

    def after(self, seconds: float) -> str:
        """A few words on the wait, `seconds` after it began."""
        last = self.last_seconds
        before = "" if last is None else f" · last time {last:.0f} s"
        return f"the model reads {self.tokens:,} tokens · {seconds:.0f} s{before}"


@dataclass(frozen=True, slots=True)
class Step:
    """A tool that a model called while it looked for the answer, and the outcome.

    `number` counts from 1; `call` is such as `search_files(query='pump')`.
    """

    number: int
    call: str
    outcome: str

    def __str__(self) -> str:
        """`1. search_files(query='pump'): 5 passages of 3 notes`."""
        return f"{self.number}. {self.call}: {self.outcome}"


@dataclass(frozen=True, slots=True)
class Text:
    """A part of the answer, in Markdown. Marks like `[1]` refer to citations."""

    text: str


@dataclass(frozen=True, slots=True)
class Mark(Text):
    """A citation mark like `[1]`, written by ragtui.

    In any other text of an answer, anything that looks like a mark is rewritten.
    """


@dataclass(frozen=True, slots=True)
class DocumentMark(Mark):
    """A mark of a provider that knows only which documents it cites.

    It never reaches a front end: marks of citations of their passages replace it.
    `paths` are those of documents that were sent; any other name cites nothing.
    """

    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark(Text):
    """Words that ragtui adds to an answer, beside what they are about.

    In square brackets, with a space before them, such as ` [not in the file]`; never
    within code, a link or a table cell's markup.
    """


@dataclass(frozen=True, slots=True)
class Caption(Text):
    """Words of ragtui that introduce quotations, each of which names its file."""


class NoticeKind(StrEnum):
    """The subject of a notice."""

    ANSWER = "answer"
    """The reliability of the answer."""
    DISAGREEMENT = "disagreement"
    """Files that disagree, in conversations of version 0.2."""
    SEARCH = "search"
    """How its sources were found: typos corrected, words relaxed, hits hidden."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A remark on the answer for the user, in a sentence.

    `retryable` means that a retry may give the rest of the answer. `paths` are the
    files that the notice is about, and `citations` the numbers of citations, if any.
    """

    text: str
    retryable: bool = False
    kind: NoticeKind = NoticeKind.ANSWER
    paths: tuple[str, ...] = ()
    citations: tuple[int, ...] = ()


class Cost(StrEnum):
    """Cost class of an answer: prices change, but their order rarely does."""

    FREE = "free"
    """Produced on this machine, or by a self-hosted server."""
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Done:
    """The end of the answer.

    `usage` counts tokens, if any. `error` is the kind of the failure that interrupted
    the answer, and empty if it is complete. `chat` is the id of the conversation in
    which the exchange was stored, and empty if it was not.
    """

    provider: str
    model: str
    confidence: Confidence
    usage: Mapping[str, int] = field(default_factory=dict)
    cost: Cost = Cost.FREE
    error: str = ""
    chat: str = ""


AnswerEvent = Sources | Reading | Step | Text | Citation | Notice | Done
