"""Records an exchange in its conversation and in the audit log.

`turn_from` makes a stored turn of an answer's events, `replay_events` the reverse.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer_events import (
    AnswerEvent,
    Done,
    Notice,
    NoticeKind,
    Remark,
    Sources,
    Step,
    Text,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.errors import RagtuiError
from ragtui_core.history.audit_log import (
    AuditLog,
    ExchangeRecord,
    LoggedCitation,
    LoggedSource,
)
from ragtui_core.history.conversation import (
    Conversation,
    NoticeSubjects,
    SentText,
    Turn,
    utc_now,
)
from ragtui_core.history.conversation_store import ConversationStore
from ragtui_core.search_results import Confidence
from ragtui_core.text.runs import joined_spans
from ragtui_core.types import Span


@dataclass(slots=True)
class ExchangeRecorder:
    """Collects the events of one exchange, and records it once, at its end.

    Attributes:
        vault: The folder's real path.
        question: As asked.
        store: The conversation store; None if the exchange is not stored.
        audit_log: The audit log.
        provider: Who is asked.
        front_end: Where it was asked.
    """

    vault: Path
    question: str
    store: ConversationStore | None
    audit_log: AuditLog
    provider: str
    front_end: str = ""
    _sent: tuple[Excerpted, ...] = ()
    _conversation_id: str = ""
    _turns: int | None = None
    _asked: datetime = field(default_factory=lambda: datetime.now(UTC))
    _started: float = field(default_factory=time.monotonic)
    _first_ms: int | None = None
    _events: list[AnswerEvent] = field(default_factory=list)
    _is_written: bool = False

    def begin(
        self,
        sent: tuple[Excerpted, ...],
        conversation: Conversation | None = None,
        turns: int | None = None,
    ) -> str:
        """Begin the answer.

        Args:
            sent: The documents that the provider is given.
            conversation: The one that is continued; None begins one.
            turns: Number of its turns to keep; None keeps all.

        Returns:
            The id of the exchange's conversation; empty if it is not stored.
        """
        self._sent, self._turns = sent, turns
        if self.store:
            chat = conversation or self.store.new(str(self.vault), self.question)
            self._conversation_id = chat.id
        return self._conversation_id

    def take(self, event: AnswerEvent) -> None:
        """Add an event."""
        if self._first_ms is None:
            self._first_ms = self._elapsed()
        self._events.append(event)

    def write(self, error: str = "") -> str:
        """Record the exchange, unless that was done.

        `error` is the kind of failure that ended it, if any.

        Returns:
            The id of its conversation; empty if it was not stored.

        Raises:
            StorageError: The disk is full, or the directory not writable.
        """
        if self._is_written:
            return ""
        self._is_written = True
        turn = turn_from(self.question, self._events)
        turn = replace(turn, error=error or turn.error)
        conversation_id = self._keep(turn)
        self.audit_log.write(self._record(turn, conversation_id))
        return conversation_id

    def _keep(self, turn: Turn) -> str:
        """Add the turn to its conversation, if it has an answer."""
        if self.store is None or not turn.answer:
            return ""
        turn = replace(turn, sent=tuple(map(_sent_text, self._sent)))
        self.store.add(self._conversation_id, turn, after=self._turns)
        return self._conversation_id

    def _record(self, turn: Turn, conversation_id: str) -> ExchangeRecord:
        """The line of the audit log."""
        sources = next((e for e in self._events if isinstance(e, Sources)), None)
        done = next((e for e in self._events if isinstance(e, Done)), None)
        return ExchangeRecord(
            time=self._asked,
            vault=str(self.vault),
            chat=conversation_id,
            question=turn.question,
            queries=sources.queries if sources else (),
            steps=tuple(
                str(event) for event in self._events if isinstance(event, Step)
            ),
            sources=tuple(
                LoggedSource(s.path, round(s.score, 4), s.sent) for s in turn.sources
            ),
            answer=turn.answer,
            citations=tuple(
                LoggedCitation(c.number, c.path, c.span, c.verdict)
                for c in turn.citations
            ),
            confidence=done.confidence if done else "",
            provider=done.provider if done else self.provider,
            model=turn.model,
            usage=turn.usage,
            latency_ms=self._elapsed(),
            first_event_ms=self._first_ms,
            error=turn.error,
            front_end=self.front_end,
        )

    def _elapsed(self) -> int:
        return round(1000 * (time.monotonic() - self._started))


def turn_from(question: str, events: Iterable[AnswerEvent]) -> Turn:
    """A question and the events that followed, as one turn that ends now."""
    events = list(events)
    done = next((e for e in events if isinstance(e, Done)), None)
    sources = next((e for e in events if isinstance(e, Sources)), Sources(()))
    answer, remarks = _written(e for e in events if isinstance(e, Text))
    return Turn(
        time=utc_now(),
        question=question,
        query=next(iter(sources.queries), question),
        searched_time=sources.time,
        answer=answer,
        remarks=remarks,
        sources=sources.sources,
        citations=tuple(e for e in events if isinstance(e, Citation)),
        notices=_notices(events, NoticeKind.ANSWER),
        disagreements=_notices(events, NoticeKind.DISAGREEMENT),
        search_notes=_notices(events, NoticeKind.SEARCH),
        notice_subjects=tuple(
            NoticeSubjects(event.text, event.paths, citations=event.citations)
            for event in events
            if isinstance(event, Notice) and event.citations
        ),
        provider=done.provider if done else "",
        model=done.model if done else "",
        usage=done.usage if done else {},
        error=done.error if done else "",
    )


def _written(texts: Iterable[Text]) -> tuple[str, tuple[Span, ...]]:
    """The whole answer, and the spans of its remarks."""
    answer, remarks = "", []
    for text in texts:
        start, answer = len(answer), (answer + text.text).lstrip()
        if isinstance(text, Remark):
            remarks.append(Span(start, len(answer)))
    answer = answer.rstrip()
    return answer, tuple(Span(r.start, min(r.end, len(answer))) for r in remarks)


def _notices(events: Iterable[AnswerEvent], kind: NoticeKind) -> tuple[str, ...]:
    return tuple(e.text for e in events if isinstance(e, Notice) and e.kind is kind)


def kind_of(error: BaseException) -> str:
    """The name of a failure in the log."""
    if isinstance(error, RagtuiError):
        return str(getattr(error, "kind", type(error).__name__))
    return type(error).__name__


def _sent_text(text: Excerpted) -> SentText:
    """The spans that were sent; those with only white space between them as one."""
    spans, whole = (passage.span for passage in text.passages), text.document.text
    together = joined_spans(
        spans, lambda one, other: not whole[one.end : other.start].strip()
    )
    return SentText(text.source.path, tuple(together))


def replay_events(turn: Turn) -> Iterator[AnswerEvent]:
    """The stored events of a turn; verdicts are those of the time of the answer."""
    yield Sources(turn.sources, (turn.query,), time=turn.searched_time)
    for note in turn.search_notes:
        yield Notice(note, kind=NoticeKind.SEARCH)
    yield from turn.citations
    yield from turn.texts
    subjects = {subject.text: subject for subject in turn.notice_subjects}
    for texts, kind in (
        (turn.notices, NoticeKind.ANSWER),
        (turn.disagreements, NoticeKind.DISAGREEMENT),
    ):
        for text in texts:
            about = subjects.get(text, NoticeSubjects(text))
            paths, citations = about.paths, about.citations
            yield Notice(text, kind=kind, paths=paths, citations=citations)
    yield Done(turn.provider, turn.model, Confidence.HIGH, turn.usage, error=turn.error)
