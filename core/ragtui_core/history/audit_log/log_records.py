"""The records of the audit log, one per line. Keys are only ever added.

Latencies are in milliseconds, scores are 0..1, spans count characters of the file as
it was when it was quoted. An empty text is unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar

from ragtui_core.types import Span

_DIGITS = 4
"""Of scores, as in `ragtui ask --json`."""


@dataclass(frozen=True, slots=True)
class LoggedSource:
    """A source of the answer; `sent` is a value of `Sent`."""

    path: str
    score: float
    sent: str


@dataclass(frozen=True, slots=True)
class LoggedCitation:
    """A quotation with its location and verdict."""

    number: int
    path: str
    span: Span
    verdict: str


@dataclass(frozen=True, slots=True)
class ExchangeRecord:
    """A question and its answer, complete or not."""

    kind: ClassVar[str] = "ask"
    time: datetime
    """When it was asked, with a time zone."""
    vault: str
    """The folder's real path."""
    question: str
    """As asked."""
    queries: tuple[str, ...]
    """As searched for, after any rewriting."""
    latency_ms: int
    """Until the last event."""
    first_event_ms: int | None
    """Until the first event; None if there was none."""
    sources: tuple[LoggedSource, ...] = ()
    answer: str = ""
    citations: tuple[LoggedCitation, ...] = ()
    confidence: str = ""
    provider: str = ""
    model: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Tokens by the names that the provider gives them."""
    chat: str = ""
    """The conversation that it belongs to."""
    error: str = ""
    """A kind of AnswerError, another error's name, or `cancelled`."""

    def as_json(self) -> dict[str, Any]:
        """The JSON object of the line."""
        return {
            "kind": self.kind,
            "time": utc(self.time),
            "vault": self.vault,
            "chat": self.chat,
            "question": self.question,
            "queries": list(self.queries),
            "sources": [
                {"path": s.path, "score": round(s.score, _DIGITS), "sent": s.sent}
                for s in self.sources
            ],
            "answer": self.answer,
            "citations": [_citation(each) for each in self.citations],
            "confidence": self.confidence,
            "provider": self.provider,
            "model": self.model,
            "usage": dict(self.usage),
            "latency_ms": self.latency_ms,
            "first_event_ms": self.first_event_ms,
            "error": self.error,
        }


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """A search, without its hits."""

    kind: ClassVar[str] = "search"
    time: datetime
    """When it was asked for, with a time zone."""
    vault: str
    query: str
    hits: int
    best_score: float | None
    """None without a hit."""
    confidence: str
    relaxed: str | None
    """How the query was relaxed: a value of `Relaxation`."""
    mode: str
    latency_ms: int

    def as_json(self) -> dict[str, Any]:
        """The JSON object of the line."""
        best = self.best_score
        return {
            "kind": self.kind,
            "time": utc(self.time),
            "vault": self.vault,
            "query": self.query,
            "hits": self.hits,
            "best_score": None if best is None else round(best, _DIGITS),
            "confidence": self.confidence,
            "relaxed": self.relaxed,
            "mode": self.mode,
            "latency_ms": self.latency_ms,
        }


Record = ExchangeRecord | SearchRecord


def utc(time: datetime) -> str:
    """ISO 8601 in UTC, to the millisecond: `2026-03-01T09:30:00.000+00:00`."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def _citation(citation: LoggedCitation) -> dict[str, Any]:
    return {
        "number": citation.number,
        "path": citation.path,
        "span": [citation.span.start, citation.span.end],
        "verdict": citation.verdict,
    }
