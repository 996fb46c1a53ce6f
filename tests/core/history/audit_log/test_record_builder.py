"""What a line of the log holds is what came, as far as it came."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from ragtui_core import AnswerEvent, Done, Sent, Source, Sources, Text
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.history.audit_log import (
    CANCELLED,
    exchange_record,
    search_record,
)
from ragtui_core.types import (
    Confidence,
    Lines,
    Mode,
    Relaxation,
    SearchResult,
    Span,
)
from support.vaults import MakeVault

TIME = datetime(2026, 3, 1, 0, 30, tzinfo=timezone(timedelta(hours=2)))

EVENTS: list[AnswerEvent] = [
    Sources(
        (
            Source(1, "pump.md", "Pump", Lines(1, 2), (), 0.91234, Sent.FULL),
            Source(2, "b.md", "B", Lines(1, 2), (), 0.5, Sent.METADATA),
        )
    ),
    Text("It is "),
    Text("blue. [1]\n"),
    Citation(1, "pump.md", Span(8, 20), Lines(3, 3), (), "blue", Verdict.EXACT),
    Done("claude", "sonnet", Confidence.HIGH, {"input_tokens": 7, "output_tokens": 3}),
]


def test_a_whole_exchange() -> None:
    record = exchange_record(
        EVENTS,
        time=TIME,
        vault=Path("/notes"),
        question="What colour is it?",
        queries=["pump colour"],
        latency_ms=1200,
        first_event_ms=80,
        chat="c1",
    )
    assert record.as_json() == {
        "kind": "ask",
        "time": "2026-02-28T22:30:00.000+00:00",
        "vault": "/notes",
        "chat": "c1",
        "question": "What colour is it?",
        "queries": ["pump colour"],
        "sources": [
            {"path": "pump.md", "score": 0.9123, "sent": "full"},
            {"path": "b.md", "score": 0.5, "sent": "metadata"},
        ],
        "answer": "It is blue. [1]",
        "citations": [
            {"number": 1, "path": "pump.md", "span": [8, 20], "verdict": "exact"}
        ],
        "confidence": "high",
        "provider": "claude",
        "model": "sonnet",
        "usage": {"input_tokens": 7, "output_tokens": 3},
        "latency_ms": 1200,
        "first_event_ms": 80,
        "error": "",
    }


def test_a_stopped_answer_keeps_what_was_received() -> None:
    record = exchange_record(
        EVENTS[:2],
        time=TIME,
        vault=Path("/notes"),
        question="What colour is it?",
        queries=[],
        latency_ms=300,
        first_event_ms=80,
        provider="claude",
        error=CANCELLED,
    )
    assert (record.answer, record.citations) == ("It is", ())
    assert len(record.sources) == 2
    assert (record.provider, record.model, record.confidence) == ("claude", "", "")
    assert record.error == "cancelled"


def test_a_search_is_recorded_without_what_it_found(make_vault: MakeVault) -> None:
    vault = make_vault({"pump.md": "# Pump\n\nIt is blue."})
    vault.index(embed=False)
    result = vault.search("pump")
    record = search_record(result, time=TIME, vault=vault.root, latency_ms=12)
    assert record.as_json() == {
        "kind": "search",
        "time": "2026-02-28T22:30:00.000+00:00",
        "vault": str(vault.root),
        "query": "pump",
        "hits": 1,
        "best_score": round(result.hits[0].score, 4),
        "confidence": result.confidence.value,
        "relaxed": None,
        "mode": "hybrid",
        "latency_ms": 12,
    }


def test_a_search_without_hits_has_no_best_score() -> None:
    result = SearchResult("x", Mode.KEYWORD, (), Relaxation.MEANING, Confidence.LOW)
    time = datetime(2026, 3, 1, tzinfo=UTC)
    record = search_record(result, time=time, vault=Path("/notes"), latency_ms=1)
    assert (record.hits, record.best_score, record.relaxed) == (0, None, "meaning")
