"""A line of the log records what arrived, as far as it arrived."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import AnswerEvent, Done, Sent, Source, Sources, Text
from ragtui_core.answer.recorder import ExchangeRecorder
from ragtui_core.answer_events import CANCELLED
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.history.audit_log import AuditLog, month_files
from ragtui_core.history.conversation_store import ConversationStore
from ragtui_core.search_results import Confidence
from ragtui_core.settings import LogSettings
from ragtui_core.types import Lines, Span

TIME = datetime(2026, 3, 1, 0, 30, tzinfo=timezone(timedelta(hours=2)))

EVENTS: list[AnswerEvent] = [
    Sources(
        (
            Source(1, "pump.md", "Pump", Lines(1, 2), (), 0.91234, Sent.FULL),
            Source(2, "b.md", "B", Lines(1, 2), (), 0.5, Sent.METADATA),
        ),
        ("pump colour",),
    ),
    Text("It is "),
    Text("blue. [1]\n"),
    Citation(1, "pump.md", Span(8, 20), Lines(3, 3), (), "blue", Verdict.EXACT),
    Done("claude", "sonnet", Confidence.HIGH, {"input_tokens": 7, "output_tokens": 3}),
]


@pytest.fixture
def recorder(tmp_path: Path) -> ExchangeRecorder:
    return ExchangeRecorder(
        vault=Path("/notes"),
        question="What colour is it?",
        store=ConversationStore(tmp_path / "chats"),
        audit_log=AuditLog(tmp_path / "log", LogSettings()),
        provider="claude",
    )


def written(recorder: ExchangeRecorder, *events: AnswerEvent, error: str = "") -> Any:
    """The object of the line, without what differs from time to time."""
    recorder.begin(())
    for event in events:
        recorder.take(event)
    recorder.write(error)
    (file,) = month_files(recorder.audit_log.directory)
    row = json.loads(file.read_bytes())
    assert datetime.fromisoformat(row.pop("time")).tzinfo is not None
    assert row.pop("first_event_ms") <= row.pop("latency_ms")
    return row


def test_a_whole_exchange(recorder: ExchangeRecorder) -> None:
    row = written(recorder, *EVENTS)
    assert row == {
        "kind": "ask",
        "vault": "/notes",
        "chat": next(iter(recorder.store.list())).id if recorder.store else "",
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
        "steps": [],
        "error": "",
        "front_end": "",
    }


def test_a_stopped_answer_keeps_what_was_received(recorder: ExchangeRecorder) -> None:
    row = written(recorder, *EVENTS[:2], error=CANCELLED)
    assert (row["answer"], row["citations"], row["usage"]) == ("It is", [], {})
    assert len(row["sources"]) == 2
    assert (row["provider"], row["model"], row["confidence"]) == ("claude", "", "")
    assert row["error"] == "cancelled"


def test_an_answer_that_never_began_is_recorded(recorder: ExchangeRecorder) -> None:
    recorder.write("no_key")
    (file,) = month_files(recorder.audit_log.directory)
    row = json.loads(file.read_bytes())
    assert (row["first_event_ms"], row["queries"], row["chat"]) == (None, [], "")
    assert row["error"] == "no_key"
