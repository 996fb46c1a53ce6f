"""Conversations: questions with their answers, as they are stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ragtui_core.answer_events import Remark, Source, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.history.json_records import utc
from ragtui_core.search_results import SearchedTime
from ragtui_core.text.single_line import shown_line
from ragtui_core.types import Span

TITLE_LENGTH = 60
"""Characters of a title that is made of a question."""

_LAST_WORD = 20
"""A word longer than this is cut rather than left out."""


@dataclass(frozen=True, slots=True)
class SentText:
    """The spans of a file that were sent to the provider, in order."""

    path: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class NoticeSubjects:
    """What a stored notice is about, as in `Notice`; found by its text."""

    text: str
    paths: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    """Numbers and names of the answer; only in conversations of version 0.1."""
    citations: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer. Fields are only ever added, with a default."""

    time: str
    """ISO 8601 in UTC, as `utc_now` gives it."""
    question: str
    query: str = ""
    """What was searched for; a follow-up question may be put in other words."""
    answer: str = ""
    """Markdown. Marks like `[1]` name citations of this turn."""
    searched_time: SearchedTime | None = None
    """The time that was searched for, which a follow-up question keeps."""
    remarks: tuple[Span, ...] = ()
    """The remarks in `answer`, with the space before each, in order."""
    sources: tuple[Source, ...] = ()
    citations: tuple[Citation, ...] = ()
    notices: tuple[str, ...] = ()
    disagreements: tuple[str, ...] = ()
    """Notices of version 0.2 on files that disagree."""
    search_notes: tuple[str, ...] = ()
    """How its sources were found."""
    notice_subjects: tuple[NoticeSubjects, ...] = ()
    """What the notices about a part of the answer are about; none in files of ragtui
    before 0.1."""
    provider: str = ""
    model: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Tokens by kind."""
    error: str = ""
    """The kind of the AnswerError that ended it, if one did."""
    sent: tuple[SentText, ...] = ()
    """The sent documents, so that a follow-up can repeat the start of the request."""

    @property
    def texts(self) -> Iterator[Text]:
        """The parts of the answer: remarks, and what is between them."""
        end = 0
        for span in self.remarks:
            if end <= span.start < span.end <= len(self.answer):
                yield Text(self.answer[end : span.start])
                yield Remark(span.of(self.answer))
                end = span.end
        yield Text(self.answer[end:])


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation as shown in a list; `turns` counts them."""

    id: str
    title: str
    created: str
    updated: str
    turns: int


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation. Times are ISO 8601 in UTC."""

    id: str
    """The day it began and a few random digits: `20261121-1a2b3c`."""
    vault: str
    """The real path of the vault."""
    title: str
    created: str
    turns: tuple[Turn, ...] = ()
    damaged: int = 0
    """Lines of its file that could not be read; everything else is here."""

    @property
    def updated(self) -> str:
        """When the last turn was added."""
        return self.turns[-1].time if self.turns else self.created

    def summary(self) -> ConversationSummary:
        """The summary for lists."""
        times = self.created, self.updated
        return ConversationSummary(self.id, self.title, *times, len(self.turns))


def utc_now() -> str:
    """The time of a turn that ends now."""
    return utc(datetime.now(UTC))


def conversation_title(question: str) -> str:
    """A question as the title of a conversation: one line of 60 characters at most."""
    text = shown_line(question)
    if len(text) <= TITLE_LENGTH:
        return text
    cut = text[:TITLE_LENGTH]
    words = cut.rpartition(" ")[0]
    kept = words if len(cut) - len(words) <= _LAST_WORD else cut[:-1]
    return f"{kept[: TITLE_LENGTH - 1]}…"
