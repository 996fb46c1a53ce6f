"""Builds the audit log record of an answer or a search."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from ragtui_core.answer_events import AnswerEvent, Done, Sources, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.history.audit_log.log_records import (
    ExchangeRecord,
    LoggedCitation,
    LoggedSource,
    SearchRecord,
)
from ragtui_core.types import SearchResult

CANCELLED = "cancelled"
"""The `error` of an exchange that the user cancelled."""


def exchange_record(
    events: Iterable[AnswerEvent],
    *,
    time: datetime,
    vault: Path,
    question: str,
    queries: Sequence[str],
    latency_ms: int,
    first_event_ms: int | None,
    provider: str = "",
    chat: str = "",
    error: str = "",
) -> ExchangeRecord:
    """The record of a question and the events that followed, as far as they came.

    Args:
        events: In the order they came; without `Done` if the answer was interrupted.
        time: When it was asked, with a time zone.
        vault: The folder's real path.
        question: As asked.
        queries: As searched for, after any rewriting.
        latency_ms: Until the last event.
        first_event_ms: Until the first event; None if there was none.
        provider: The provider, if there is no `Done`.
        chat: The conversation's id.
        error: A kind of AnswerError, another error's name, or `CANCELLED`.
    """
    events = list(events)
    done = next((event for event in events if isinstance(event, Done)), None)
    return ExchangeRecord(
        time=time,
        vault=str(vault),
        question=question,
        queries=tuple(queries),
        latency_ms=latency_ms,
        first_event_ms=first_event_ms,
        sources=_sources(events),
        answer="".join(e.text for e in events if isinstance(e, Text)).strip(),
        citations=_citations(events),
        confidence=done.confidence.value if done else "",
        provider=done.provider if done else provider,
        model=done.model if done else "",
        usage=dict(done.usage) if done else {},
        chat=chat,
        error=error,
    )


def search_record(
    result: SearchResult, *, time: datetime, vault: Path, latency_ms: int
) -> SearchRecord:
    """The record of a search, made at `time` (with a time zone) in `vault`."""
    return SearchRecord(
        time=time,
        vault=str(vault),
        query=result.query,
        hits=len(result.hits),
        best_score=max((hit.score for hit in result.hits), default=None),
        confidence=result.confidence.value,
        relaxed=result.relaxed.value if result.relaxed else None,
        mode=result.mode.value,
        latency_ms=latency_ms,
    )


def _sources(events: Iterable[AnswerEvent]) -> tuple[LoggedSource, ...]:
    return tuple(
        LoggedSource(source.path, source.score, source.sent.value)
        for event in events
        if isinstance(event, Sources)
        for source in event.sources
    )


def _citations(events: Iterable[AnswerEvent]) -> tuple[LoggedCitation, ...]:
    return tuple(
        LoggedCitation(event.number, event.path, event.span, event.verdict.value)
        for event in events
        if isinstance(event, Citation)
    )
